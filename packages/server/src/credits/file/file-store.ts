import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorFields, type Log } from '../../observe/log.ts'
import type { CreditStore } from '../credit-store.ts'
import { LedgerStore } from '../ledger-store.ts'
import type { StoreOptions } from '../memory-store.ts'
import { createGroupCommit } from './group-commit.ts'
import { openJournalFile } from './journal-file.ts'
import { takeLock } from './lock.ts'
import { replayJournal } from './replay.ts'

export interface FileStoreOptions extends StoreOptions {
  readonly dataFolder: string
  readonly log: Log
}

/**
 * The store in files: one journal of JSON lines that is replayed at the start. Before the first call, every charge whose
 * delivery is not on record is refunded: a call that a crash cut off has failed.
 *
 * @throws RiftlineError `data_folder_locked`, `journal_damaged`
 */
export async function openFileStore(options: FileStoreOptions): Promise<CreditStore> {
  const folder = join(options.dataFolder, 'ledger')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = await takeLock(folder, options.dataFolder)
  try {
    const path = join(folder, 'journal.jsonl')
    const { state, length, tornBytes } = replayJournal(await readOrEmpty(path), path)
    if (tornBytes > 0) options.log({ level: 'warn', event: 'journal_tail_cut', path, bytes: tornBytes })
    const journal = createGroupCommit(await openJournalFile(path, length), (error) =>
      options.log({ level: 'error', event: 'journal_failed', path, ...errorFields(error) }),
    )
    const unproved = [...state.open.keys()]
    const close = async (): Promise<void> => {
      await journal.close()
      await lock.release()
    }
    const store = new LedgerStore({ ...options, state, journal: { ...journal, close } })
    await Promise.all(unproved.map((requestId) => store.refund(requestId, 'crash')))
    return store
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function readOrEmpty(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
