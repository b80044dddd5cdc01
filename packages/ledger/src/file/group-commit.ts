import type { Timers } from '@riftline/base/node'
import { StorageError } from '../credit-store.ts'
import type { DeliveredRecord, LedgerRecord } from '../rules/ledger-record.ts'
import { type EncodedRecord, toEncoded } from './batches.ts'

/** Writes and syncs records from the first on. @returns the number written, which may be smaller */
export type WriteBatch = (records: readonly EncodedRecord[]) => Promise<number>

/** Longest time for which a record that nobody awaits stays unwritten. */
const lazyMs = 20

const maxMarks = 512

interface Entry extends EncodedRecord {
  /** Called when the record is durable, or with the error; empty for a record that nobody awaits. */
  readonly waiters: ((error?: StorageError) => void)[]
}

/** Queue of records to write, oldest first. */
function createQueue() {
  let entries: Entry[] = []
  /** Delivery marks for the next batch, joined in one record, because at full load every charge has one. */
  let marks: { type: 'delivered'; at: number; requestIds: string[] } | null = null

  function push(record: LedgerRecord, waiters: Entry['waiters'] = []): void {
    // Field by field, because a spread would give each entry its own hidden class.
    const { json, at } = toEncoded(record)
    entries.push({ json, at, waiters })
  }

  /** Returns the records, with the collected marks last, after the captures they refer to. */
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
    /** Removes the first entries and notifies the callers that await them. */
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
 * Commits all records that arrived during the previous commit with one write and one sync, so batches shrink under light load
 * without a timer. Only one batch is in flight: recovery assumes that a crash leaves at most one half-written batch.
 * The first error is final: after a failed sync the kernel may drop the dirty pages and report success the next time.
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

  /** Writes at least one batch, and more while callers wait. */
  async function drain(): Promise<void> {
    stopTimer?.()
    stopTimer = null
    // Calls that finish in a row also append in a row; waiting a tick puts all of them into the first batch.
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
      running ??= drain()
    })
  }

  /** Stops all writing and rejects the waiting callers. */
  function fail(cause: unknown): void {
    if (!sound) return
    sound = false
    refusal = new StorageError('the credits journal cannot be written', { cause })
    stopTimer?.()
    queue.reject(refusal)
    tellFailed(cause)
  }

  return {
    /** Implements `append` of `Journal`. */
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
    /** Resolves when everything queued so far is durable, or writing has failed. */
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
