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

/**
 * One write and one sync for all records that arrived while the last ones were written. No timer but the one for records
 * that nobody waits for, so batches shrink by themselves under light load. Only one batch is in flight: all bytes that a
 * crash can leave half written belong to it, and recovery relies on that.
 *
 * The first error is final: after a failed sync the kernel may drop the dirty pages and report success the second time.
 */
export function createGroupCommit(write: WriteBatch, timers: Timers): GroupCommit {
  let queue: Entry[] = []
  /** Entries of the queue that somebody waits for. */
  let awaited = 0
  let running: Promise<void> | null = null
  let stopTimer: (() => void) | null = null
  /** Marks that wait for the next batch, in one record: at full load there is one for every charge. */
  let marks: { type: 'delivered'; at: number; requestIds: string[] } | null = null
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
        queueMarks()
        if (queue.length === 0) break
        const count = await write(queue)
        if (sound) settle(count)
      } catch (cause) {
        fail(cause)
      }
    } while (awaited > 0)
    running = null
    if (queue.length > 0 || marks !== null) flushLater()
  }

  /** Behind all that is queued, so behind the captures they are about. */
  function queueMarks(): void {
    if (marks !== null) queue.push(toEncoded(marks))
    marks = null
  }

  function noteDelivered({ at, requestIds }: DeliveredRecord): void {
    marks ??= { type: 'delivered', at, requestIds: [] }
    marks.at = at
    marks.requestIds.push(...requestIds)
    if (marks.requestIds.length >= maxMarks) queueMarks()
  }

  function settle(count: number): void {
    const written = queue
    queue = written.slice(count)
    for (let i = 0; i < count; i++) {
      const waiter = written[i]?.waiter
      if (waiter === undefined) continue
      awaited -= 1
      waiter.resolve()
    }
  }

  function flushLater(): void {
    stopTimer ??= timers.after(lazyMs, () => {
      stopTimer = null
      if (queue.length > 0 || marks !== null) running ??= drain()
    })
  }

  function fail(cause: unknown): void {
    if (!sound) return
    sound = false
    refusal = new StorageError('the credits journal cannot be written', { cause })
    stopTimer?.()
    for (const { waiter } of queue) waiter?.reject(refusal)
    queue = []
    marks = null
    awaited = 0
    tellFailed(cause)
  }

  return {
    append: (record) =>
      new Promise((resolve, reject) => {
        if (refusal !== null) return reject(refusal)
        // Field by field, as holds are: a spread gives each entry a hidden class of its own.
        const { json, at } = toEncoded(record)
        queue.push({ json, at, waiter: { resolve, reject } })
        awaited += 1
        running ??= drain()
      }),
    appendLazily(record) {
      if (refusal !== null) return
      if (record.type === 'delivered' && record.reason === undefined) noteDelivered(record)
      else queue.push(toEncoded(record))
      if (running === null) flushLater()
    },
    isSound: () => sound,
    failed,
    fail,
    flush() {
      queueMarks()
      const index = queue.length - 1
      const last = queue[index]
      if (last === undefined) return Promise.resolve()
      return new Promise((resolve) => {
        if (last.waiter === undefined) awaited += 1
        queue[index] = { ...last, waiter: alsoTelling(last.waiter, resolve) }
        running ??= drain()
      })
    },
    async end() {
      refusal ??= new StorageError('the credits journal is closed')
      await running
      while (queue.length > 0 || marks !== null) {
        running ??= drain()
        await running
      }
    },
  }
}
