import type { Timers } from '@riftline/base/node'
import { StorageError } from '../credit-store.ts'
import type { DeliveredRecord, LedgerRecord } from '../rules/ledger-record.ts'
import { type EncodedRecord, toEncoded } from './batch-encoder.ts'

export interface GroupCommit {
  append(record: LedgerRecord): Promise<void>
  appendLazily(record: LedgerRecord): void
  isSound(): boolean
  readonly failed: Promise<unknown>
  /** Nothing is written from now on; all waiting callers are rejected. */
  fail(cause: unknown): void
  /** Resolves when everything queued so far is durable, or nothing can be any more. */
  flush(): Promise<void>
  /** Writes what is queued and refuses later records. */
  end(): Promise<void>
}

/** Writes and syncs some of the records, from the first on, and gives how many. */
export type WriteBatch = (records: readonly EncodedRecord[]) => Promise<number>

/** Longest time that an unawaited record stays unwritten. */
const lazyMs = 20

/** At most this many delivery marks per record. */
const maxMarks = 512

interface Entry extends EncodedRecord {
  /** Absent for records that nobody waits for. */
  readonly waiter?: Waiter
}

interface Waiter {
  readonly resolve: () => void
  readonly reject: (error: StorageError) => void
}

function alsoTelling(waiter: Waiter | undefined, settled: () => void): Waiter {
  return {
    resolve() {
      waiter?.resolve()
      settled()
    },
    reject(error) {
      waiter?.reject(error)
      settled()
    },
  }
}

/** Records that wait to be written, oldest first. */
interface CommitQueue {
  entries(): readonly Entry[]
  isEmpty(): boolean
  /** Whether somebody waits for an entry. */
  isAwaited(): boolean
  push(entry: Entry): void
  noteDelivered(record: DeliveredRecord): void
  /** Queues the collected marks, behind all that is queued, so behind the captures they are about. */
  queueMarks(): void
  /** Calls back once the last entry is settled; false if there is none. */
  onLastSettled(settled: () => void): boolean
  /** Removes the first entries and tells those who wait for them. */
  settle(count: number): void
  rejectAll(error: StorageError): void
}

function createCommitQueue(): CommitQueue {
  let queue: Entry[] = []
  /** Entries of the queue that somebody waits for. */
  let awaited = 0
  /** Marks that wait for the next batch, in one record: at full load there is one for every charge. */
  let marks: { type: 'delivered'; at: number; requestIds: string[] } | null = null

  function queueMarks(): void {
    if (marks !== null) queue.push(toEncoded(marks))
    marks = null
  }

  return {
    entries: () => queue,
    isEmpty: () => queue.length === 0 && marks === null,
    isAwaited: () => awaited > 0,
    push(entry) {
      queue.push(entry)
      if (entry.waiter !== undefined) awaited += 1
    },
    noteDelivered({ at, requestIds }) {
      marks ??= { type: 'delivered', at, requestIds: [] }
      marks.at = at
      marks.requestIds.push(...requestIds)
      if (marks.requestIds.length >= maxMarks) queueMarks()
    },
    queueMarks,
    onLastSettled(settled) {
      const index = queue.length - 1
      const last = queue[index]
      if (last === undefined) return false
      if (last.waiter === undefined) awaited += 1
      queue[index] = { ...last, waiter: alsoTelling(last.waiter, settled) }
      return true
    },
    settle(count) {
      const written = queue
      queue = written.slice(count)
      for (const { waiter } of written.slice(0, count)) {
        if (waiter === undefined) continue
        awaited -= 1
        waiter.resolve()
      }
    },
    rejectAll(error) {
      for (const { waiter } of queue) waiter?.reject(error)
      queue = []
      marks = null
      awaited = 0
    },
  }
}

/**
 * One write and one sync for all records that arrived while the last ones were written. No timer but the one for records
 * that nobody waits for, so batches shrink by themselves under light load. Only one batch is in flight: all bytes that a
 * crash can leave half written belong to it, and recovery relies on that.
 *
 * The first error is final: after a failed sync the kernel may drop the dirty pages and report success the second time.
 */
export function createGroupCommit(write: WriteBatch, timers: Timers): GroupCommit {
  const queue = createCommitQueue()
  let running: Promise<void> | null = null
  let stopTimer: (() => void) | null = null
  let refusal: StorageError | null = null
  let sound = true
  let tellFailed: (cause: unknown) => void
  const failed = new Promise<unknown>((resolve) => {
    tellFailed = resolve
  })

  /** At least one batch, then more as long as somebody waits. */
  async function drain(): Promise<void> {
    stopTimer?.()
    stopTimer = null
    // Calls that were computed in a row append in a row: all of them belong to the first batch.
    await null
    do {
      try {
        queue.queueMarks()
        if (queue.isEmpty()) break
        const count = await write(queue.entries())
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

  function fail(cause: unknown): void {
    if (!sound) return
    sound = false
    refusal = new StorageError('the credits journal cannot be written', { cause })
    stopTimer?.()
    queue.rejectAll(refusal)
    tellFailed(cause)
  }

  return {
    append: (record) =>
      new Promise((resolve, reject) => {
        if (refusal !== null) return reject(refusal)
        // Field by field, as holds are: a spread gives each entry a hidden class of its own.
        const { json, at } = toEncoded(record)
        queue.push({ json, at, waiter: { resolve, reject } })
        running ??= drain()
      }),
    appendLazily(record) {
      if (refusal !== null) return
      if (record.type === 'delivered' && record.reason === undefined) queue.noteDelivered(record)
      else queue.push(toEncoded(record))
      if (running === null) flushLater()
    },
    isSound: () => sound,
    failed,
    fail,
    flush: () =>
      new Promise((resolve) => {
        queue.queueMarks()
        if (queue.onLastSettled(resolve)) running ??= drain()
        else resolve()
      }),
    async end() {
      refusal ??= new StorageError('the credits journal is closed')
      await running
      while (!queue.isEmpty()) {
        running ??= drain()
        await running
      }
    },
  }
}
