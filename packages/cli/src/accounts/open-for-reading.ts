import { type Log, systemClock, systemRandomBytes } from '@riftline/base/node'
import { readAccounts } from '@riftline/ledger/file'
import type { ServerConfig } from '@riftline/server'
import { type OpenAdministration, openForWriting } from './open-administration.ts'

/** Accounts for a command that only reads: from the ledger's files, beside a running server or alone. */
export async function openForReading(config: ServerConfig, log: Log): Promise<OpenAdministration> {
  if (config.store === 'postgres') return openForWriting(config, log)
  const { dataFolder, freeCredits, acceptClock } = config
  const parts = { dataFolder, freeCredits, acceptClock, clock: systemClock, randomBytes: systemRandomBytes, log }
  return {
    administration: await readAccounts(parts),
    close: async () => {},
  }
}
