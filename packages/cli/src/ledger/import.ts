import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import {
  importIntoDatabase,
  importIntoFiles,
  type LedgerImport,
  openPostgresStore,
  parseExport,
  type ServerConfig,
  silentLog,
  systemClock,
} from '@riftline/server'

/**
 * Fills an empty ledger with what `ledger export` wrote, after all of it was checked.
 * @throws RiftlineError `ledger_document_invalid`, `ledger_not_empty`, `data_folder_locked`
 */
export async function importFrom(config: ServerConfig, file: string): Promise<LedgerImport['totals']> {
  const document = await readDocument(file)
  const { databaseUrl, dataFolder, freeCredits } = config
  const options = { clock: systemClock, randomBytes, freeCredits, log: silentLog }
  if (config.store === 'file') await importIntoFiles({ ...options, dataFolder }, document)
  else {
    // Opening it makes the tables of a new database.
    await (await openPostgresStore({ ...options, databaseUrl })).close()
    await importIntoDatabase(databaseUrl, document)
  }
  return document.totals
}

async function readDocument(file: string): Promise<LedgerImport> {
  const handle = await open(file)
  try {
    return await parseExport(handle.readLines({ encoding: 'utf8' }))
  } finally {
    await handle.close()
  }
}
