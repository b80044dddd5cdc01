import { RiftlineError, requireOptions } from '@riftline/base'
import { silentLog, systemClock } from '@riftline/base/node'
import type { ChangeStore } from '../change.ts'
import { addEntry, beginBook, createChangeListeners, decideBatches, marksWith } from './change-book.ts'
import { seqText } from './seq.ts'

/** Clock of a log in memory. */
export interface MemoryChangesOptions {
  /** Wall clock in milliseconds since 1970; by default that of the machine. */
  readonly now?: () => number
}

/**
 * Creates a log of changes that is gone with its process, for tests and for servers without a data folder.
 * @example
 * const store = createMemoryChangeStore()
 * const change = { type: 'forecast.kept', fields: { seriesId: 's1' } }
 * await store.append([{ guard: { key: 'kept', from: null, to: '1' }, marks: [], changes: [change] }]) // => [true]
 */
export function createMemoryChangeStore(options: MemoryChangesOptions = {}): ChangeStore {
  requireOptions(options, ['now'])
  const { now = systemClock.now } = options
  const book = beginBook(0, now())
  const listeners = createChangeListeners(silentLog)
  let isClosed = false
  return {
    head: () => seqText(book.log.head(), book.log.id),
    since: (since, most) => book.log.since(since, most),
    marks: async (prefix) => marksWith(book.marks, prefix),
    async append(batches) {
      if (isClosed) throw closedChanges()
      const nowMs = now()
      const { kept, entry } = decideBatches(book, batches, nowMs)
      if (entry !== null) {
        addEntry(book, entry, nowMs)
        listeners.call(entry.changes)
      }
      return kept
    },
    onChanges: listeners.add,
    async close() {
      isClosed = true
    },
  }
}

/** Error of a call after `close`. */
export function closedChanges(): RiftlineError {
  return new RiftlineError('changes_closed', 'the store of changes is closed; open another one')
}
