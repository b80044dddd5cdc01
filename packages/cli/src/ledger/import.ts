import { open } from 'node:fs/promises'
import {
  importIntoDatabase,
  importIntoFiles,
  type LedgerImport,
  type Log,
  parseExport,
  type ServerConfig,
  systemClock,
} from '@riftline/server'
import { randomBytes } from '../random-bytes.ts'

/**
 * Fills an empty ledger with what `ledger export` wrote, after all of it was checked.
 * @throws RiftlineError `ledger_document_invalid`, `ledger_not_empty`, `data_folder_locked`, `clock_behind_ledger`
 */
export async function importFrom(config: ServerConfig, file: string, log: Log): Promise<LedgerImport['totals']> {
  const document = await readDocument(file)
  const { databaseUrl, dataFolder, freeCredits, acceptClock } = config
  const parts = { clock: systemClock, randomBytes, log, acceptClock }
  if (config.store === 'postgres') await importIntoDatabase(databaseUrl, document, parts)
  else await importIntoFiles({ ...parts, dataFolder, freeCredits }, document)
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
