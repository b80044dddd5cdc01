import { RiftlineError, requireOptions } from '@riftline/base'
import type { Fs } from '@riftline/base/node'
import { isAhead } from '../document/document-times.ts'
import { importBatches } from '../document/import-records.ts'
import type { LedgerImport } from '../document/ledger-import.ts'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import type { Journal } from '../store/live-ledger.ts'
import { type FileStoreOptions, fileStoreOptions, openFileLedger } from './file-store.ts'
import { beginImport, discardUnfinishedImport, endImport, ledgerFolder } from './folder.ts'

/**
 * Fills the empty ledger of a data folder with a document: all of it, or nothing. Charges whose delivery is not known stay
 * as they are until the next start, so that the two ledgers can be compared, and are then given back as after a crash.
 *
 * @throws RiftlineError `ledger_not_empty`, `ledger_document_invalid`, `data_folder_locked`,
 * `clock_behind_ledger`; StorageError
 */
export async function importIntoFiles(options: FileStoreOptions, document: LedgerImport): Promise<void> {
  requireOptions(options, fileStoreOptions)
  const ahead = isAhead(document, options)
  const batches = importBatches(document, ahead ? options.clock.now() : null)
  const folder = ledgerFolder(options.dataFolder)
  const { fs, store, state, journal } = await openFileLedger(options, discardUnfinishedImport)
  try {
    if (state.accounts.size > 0) {
      throw new RiftlineError('ledger_not_empty', 'the ledger has accounts; only an empty one takes an import')
    }
    await fill(fs, folder, journal, batches)
  } finally {
    await store.close()
  }
}

async function fill(
  fs: Fs,
  folder: string,
  journal: Journal,
  batches: readonly (readonly LedgerRecord[])[],
): Promise<void> {
  try {
    await beginImport(fs, folder)
    for (const batch of batches) await Promise.all(batch.map((record) => journal.append(record)))
    await journal.close()
    await endImport(fs, folder)
  } catch (error) {
    // Nothing may be written after the clearing, such as a snapshot. Where that fails too, the next import does it.
    await journal.close().catch(() => {})
    await beginImport(fs, folder).catch(() => {})
    await discardUnfinishedImport(fs, folder).catch(() => {})
    throw error
  }
}
