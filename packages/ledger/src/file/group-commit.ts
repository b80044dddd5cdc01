import type { Timers } from '@riftline/base/node'
import { StorageError } from '../credit-store.ts'
import type { DeliveredRecord, LedgerRecord } from '../rules/ledger-record.ts'
import { type EncodedRecord, toEncoded } from './batches.ts'

/** Writes and syncs some of the records, from the first on, and gives how many. */
export type WriteBatch = (records: readonly EncodedRecord[]) => Promise<number>

/** Longest time that an unawaited record stays unwritten. */
const lazyMs = 20

const maxMarks = 512

interface Entry extends EncodedRecord {
  /** Called once the record is durable, or with the error if it cannot be; empty for a record that nobody waits for. */
  readonly waiters: ((error?: StorageError) => void)[]
}

/** Records that wait to be written, oldest first. */
function createQueue() {
  let entries: Entry[] = []
  /** Delivery marks for the next batch, joined in one record: at full load every charge has one. */
  let marks: { type: 'delivered'; at: number; requestIds: string[] } | null = null

  function push(record: LedgerRecord, waiters: Entry['waiters'] = []): void {
    // Field by field: a spread gives each entry a hidden class of its own.
    const { json, at } = toEncoded(record)
    entries.push({ json, at, waiters })
  }

  /** The records, with the collected marks last: behind the captures they are about. */
  function withMarks(): readonly Entry[] {
    if (marks !== null) push(marks)
    marks = null
    return entries
  }

  return {
    push,
    withMarks,
    isEmpty: () => entries.length === 0 && marks === null,
    isAwaited: () => entries.some(({ waiters }) => waiters.length > 0),
    noteDelivered({ at, requestIds }: DeliveredRecord): void {
      marks ??= { type: 'delivered', at, requestIds: [] }
      marks.at = at
      marks.requestIds.push(...requestIds)
      if (marks.requestIds.length >= maxMarks) withMarks()
    },
    /** Removes the first entries and tells the callers that wait for them. */
    settle(count: number): void {
      const written = entries
      entries = written.slice(count)
      for (const { waiters } of written.slice(0, count)) for (const tell of waiters) tell()
    },
    reject(error: StorageError): void {
      const refused = entries
      entries = []
      marks = null
      for (const { waiters } of refused) for (const tell of waiters) tell(error)
    },
  }
}

/**
 * One write and one sync for all records that arrived during the last ones, so batches shrink under light load without
 * a timer. Only one batch is in flight: recovery relies on a crash leaving no other half written.
 * The first error is final: after a failed sync the kernel may drop the dirty pages and report success the second time.
 */
export function createGroupCommit(write: WriteBatch, timers: Timers) {
  const queue = createQueue()
  let running: Promise<void> | null = null
  let stopTimer: (() => void) | null = null
  let refusal: StorageError | null = null
  let sound = true
  let tellFailed: (cause: unknown) => void
  const failed = new Promise<unknown>((resolve) => {
    tellFailed = resolve
  })

  /** Writes at least one batch, then more as long as somebody waits. */
  async function drain(): Promise<void> {
    stopTimer?.()
    stopTimer = null
    // Calls that were computed in a row append in a row: all of them belong to the first batch.
    await null
    do {
      try {
        const entries = queue.withMarks()
        if (entries.length === 0) break
        const count = await write(entries)
        if (sound) queue.settle(count)
      } catch (cause) {
        fail(cause)
      }
    } while (queue.isAwaited())
    running = null
    if (!queue.isEmpty()) flushLater()
  }

  function flushLater(): void {
    stopTimer ??= timers.after(lazyMs, () => {
      stopTimer = null
      if (!queue.isEmpty()) running ??= drain()
    })
  }

  /** Nothing is written from now on; all waiting callers are rejected. */
  function fail(cause: unknown): void {
    if (!sound) return
    sound = false
    refusal = new StorageError('the credits journal cannot be written', { cause })
    stopTimer?.()
    queue.reject(refusal)
    tellFailed(cause)
  }

  return {
    /** As those of `Journal`. */
    append: (record: LedgerRecord): Promise<void> =>
      new Promise((resolve, reject) => {
        if (refusal !== null) return reject(refusal)
        queue.push(record, [(error) => (error === undefined ? resolve() : reject(error))])
        running ??= drain()
      }),
    appendLazily(record: LedgerRecord): void {
      if (refusal !== null) return
      if (record.type === 'delivered' && record.reason === undefined) queue.noteDelivered(record)
      else queue.push(record)
      if (running === null) flushLater()
    },
    isSound: () => sound,
    failed,
    fail,
    /** Resolves when everything queued so far is durable, or nothing can be any more. */
    flush: (): Promise<void> =>
      new Promise((resolve) => {
        const last = queue.withMarks().at(-1)
        if (last === undefined) return resolve()
        last.waiters.push(() => resolve())
        running ??= drain()
      }),
    async end(): Promise<void> {
      refusal ??= new StorageError('the credits journal is closed')
      await running
      while (!queue.isEmpty()) {
        running ??= drain()
        await running
      }
    },
  }
}
