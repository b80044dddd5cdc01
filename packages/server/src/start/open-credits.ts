import type { CreditStore } from '@riftline/ledger'
import { type FileStoreOptions, openFileStore } from '@riftline/ledger/file'
import type { ServerConfig } from '../config.ts'
import { loadPostgres } from './load-postgres.ts'

/** The store that a configuration asks for: of a server, and of a command that works on it by itself. */
export async function openCredits(
  { store, databaseUrl, dataFolder, freeCredits, acceptClock }: ServerConfig,
  parts: Pick<FileStoreOptions, 'log' | 'metrics' | 'clock' | 'randomBytes'>,
): Promise<CreditStore> {
  if (store === 'file') return openFileStore({ ...parts, dataFolder, freeCredits, acceptClock })
  const { openPostgresStore } = await loadPostgres()
  return openPostgresStore({ ...parts, databaseUrl, freeCredits, acceptClock })
}
