import { readAccounts, type ServerConfig, silentLog, systemClock } from '@riftline/server'
import { randomBytes } from '../random-bytes.ts'
import { type OpenAdministration, openForWriting } from './open-administration.ts'

/** Accounts for a command that only reads: from the ledger's files, beside a running server or alone. */
export async function openForReading(config: ServerConfig): Promise<OpenAdministration> {
  if (config.store === 'postgres') return openForWriting(config, silentLog)
  return { administration: await readAccounts({ ...config, clock: systemClock, randomBytes }), close: async () => {} }
}
