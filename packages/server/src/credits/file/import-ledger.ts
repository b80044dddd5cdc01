import { RiftlineError } from '@riftline/core'
import { importBatches } from '../import-records.ts'
import type { LedgerImport } from '../ledger-import.ts'
import { type FileStoreOptions, openFileLedger } from './file-store.ts'

/**
 * Fills the empty ledger of a data folder with a document. Charges whose delivery is not known stay as they are until the
 * next start, so that the two ledgers can be compared, and are then given back as after a crash.
 *
 * @throws RiftlineError `ledger_not_empty`, `ledger_document_invalid`, `data_folder_locked`; StorageError
 */
export async function importIntoFiles(options: FileStoreOptions, document: LedgerImport): Promise<void> {
  const batches = importBatches(document)
  const { store, state, journal } = await openFileLedger(options)
  try {
    if (state.accounts.size > 0) {
      throw new RiftlineError('ledger_not_empty', 'the ledger has accounts; only an empty one takes an import')
    }
    for (const batch of batches) await Promise.all(batch.map((record) => journal.append(record)))
  } finally {
    await store.close()
  }
}
