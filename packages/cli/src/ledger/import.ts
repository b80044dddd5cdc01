import { open } from 'node:fs/promises'
import { type Log, systemClock, systemRandomBytes } from '@riftline/base/node'
import { type LedgerImport, parseExport } from '@riftline/ledger'
import { importIntoFiles } from '@riftline/ledger/file'
import { loadPostgres, type ServerConfig } from '@riftline/server'

/**
 * Fills an empty ledger with what `ledger export` wrote, after all of it was checked.
 * @throws RiftlineError `ledger_document_invalid`, `ledger_not_empty`, `data_folder_locked`, `clock_behind_ledger`,
 * `postgres_driver_missing`
 */
export async function importFrom(config: ServerConfig, file: string, log: Log): Promise<LedgerImport['totals']> {
  const document = await readDocument(file)
  const { databaseUrl, dataFolder, freeCredits, acceptClock } = config
  const parts = { clock: systemClock, log, acceptClock }
  if (config.store === 'file')
    await importIntoFiles({ ...parts, dataFolder, freeCredits, randomBytes: systemRandomBytes }, document)
  else await (await loadPostgres()).importIntoDatabase(databaseUrl, document, parts)
  return document.totals
}

/** @throws RiftlineError `ledger_document_invalid` */
export async function readDocument(file: string): Promise<LedgerImport> {
  const handle = await open(file)
  try {
    return await parseExport(handle.readLines({ encoding: 'utf8' }))
  } finally {
    await handle.close()
  }
}
