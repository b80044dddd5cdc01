import { StorageError } from '../credit-store.ts'
import type { LedgerRecord } from '../ledger-record.ts'
import type { Journal } from '../ledger-store.ts'
import type { JournalFile } from './journal-file.ts'

interface Entry {
  readonly line: string
  /** Absent for records that nobody waits for. */
  readonly waiter?: { readonly resolve: () => void; readonly reject: (error: StorageError) => void }
}

/**
 * One write and one sync for all records that arrived while the last ones were written; no timer, so batches shrink by
 * themselves under light load. Records that nobody waits for are written at once and synced with the next batch.
 *
 * The first error is final: after a failed sync the kernel may drop the dirty pages and report success the second time.
 */
export function createGroupCommit(file: JournalFile, onFailure: (error: unknown) => void): Journal {
  let queue: Entry[] = []
  let running: Promise<void> | null = null
  let failure: StorageError | null = null

  const drain = async (): Promise<void> => {
    while (queue.length > 0 && failure === null) {
      const batch = queue
      queue = []
      try {
        await file.append(Buffer.from(batch.map(({ line }) => line).join('')))
        if (batch.some(({ waiter }) => waiter !== undefined)) await file.sync()
        for (const { waiter } of batch) waiter?.resolve()
      } catch (cause) {
        failure = new StorageError('the credits journal cannot be written', { cause })
        for (const { waiter } of [...batch, ...queue]) waiter?.reject(failure)
        queue = []
        onFailure(cause)
      }
    }
    running = null
  }

  const enqueue = (entry: Entry): void => {
    queue.push(entry)
    running ??= drain()
  }

  return {
    append: (record) =>
      new Promise((resolve, reject) => {
        if (failure !== null) reject(failure)
        else enqueue({ line: toLine(record), waiter: { resolve, reject } })
      }),
    appendLazily: (record) => {
      if (failure === null) enqueue({ line: toLine(record) })
    },
    isSound: () => failure === null,
    close: async () => {
      while (running !== null) await running
      try {
        if (failure === null) await file.sync()
      } finally {
        failure ??= new StorageError('the credits journal is closed')
        await file.close()
      }
    },
  }
}

function toLine(record: LedgerRecord): string {
  return `${JSON.stringify(record)}\n`
}
