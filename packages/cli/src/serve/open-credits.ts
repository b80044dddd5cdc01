import {
  type CreditStore,
  type FileStoreOptions,
  openFileStore,
  openPostgresStore,
  type ServerConfig,
} from '@riftline/server'

/** The store that a configuration asks for: of a server, and of a command that works on it by itself. */
export function openCredits(
  { store, databaseUrl, dataFolder, freeCredits, acceptClock }: ServerConfig,
  parts: Pick<FileStoreOptions, 'log' | 'metrics' | 'clock' | 'randomBytes'>,
): Promise<CreditStore> {
  if (store === 'postgres') return openPostgresStore({ ...parts, databaseUrl, freeCredits, acceptClock })
  return openFileStore({ ...parts, dataFolder, freeCredits, acceptClock })
}
