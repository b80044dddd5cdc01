import type { Clock, Fs, Timers } from '@riftline/base/node'
import { StorageError } from '../credit-store.ts'
import type { LedgerMetrics } from '../ledger-metrics.ts'
import type { Journal } from '../store/live-ledger.ts'
import { createBatchEncoder, headerBytes, type JournalPosition } from './batches.ts'
import { createGroupCommit } from './group-commit.ts'
import { createLineFinder } from './line-finder.ts'
import type { Lock } from './lock-file.ts'
import { readRecords } from './read-journal.ts'
import { makeSpare, type SegmentWriter, type SpareSegment } from './segment-writer.ts'

/** Limits at which a segment is sealed and a snapshot made: its size, or the number of records since the last sealed one. */
export interface JournalLimits {
  readonly segmentBytes: number
  readonly snapshotRecords: number
}

export const journalLimits: JournalLimits = { segmentBytes: 16 * 1_048_576, snapshotRecords: 100_000 }

/** Records and bytes not covered by the newest snapshot. */
interface Unsnapshotted {
  readonly records: number
  readonly bytes: number
}

export interface FileJournalOptions {
  readonly fs: Fs
  readonly folder: string
  readonly lock: Pick<Lock, 'look' | 'watch'>
  readonly epoch: number
  /** End of the existing journal. */
  readonly position: JournalPosition
  readonly unsnapshotted: Unsnapshotted
  readonly limits: JournalLimits
  readonly clock: Clock
  readonly timers: Timers
  readonly metrics: LedgerMetrics
  /**
   * Makes a snapshot once all records up to `upTo` are in sealed segments. `closing`: the process does nothing else, so no thread
   * is needed.
   */
  readonly snapshot: (upTo: number, closing: boolean) => Promise<void>
}

export async function openFileJournal(options: FileJournalOptions): Promise<Journal> {
  const { fs, folder, lock, epoch, limits, clock, timers, metrics } = options
  const encode = createBatchEncoder()
  const findLines = createLineFinder(fs, folder)
  let { position, unsnapshotted } = options
  const spares = createSpares(() => makeSpare(fs, folder, epoch, limits.segmentBytes))
  let segment: SegmentWriter = await spares.use(position)
  const snapshots = createSnapshotRequests(options.snapshot)
  let closing: Promise<void> | null = null

  const commit = createGroupCommit(async (records) => {
    const batch = encode(records, position)
    if (isFull(unsnapshotted, limits, batch.bytes.length) && segment.end() > headerBytes) {
      await segment.seal()
      segment = await spares.use(position)
      requestSnapshot()
    }
    const start = clock.monotonicMs()
    await segment.write(batch.bytes)
    // After the sync and directly before the answers, so that the next holder of the lock reads everything synced before.
    // A process that was asleep during a takeover notices here.
    await lock.look()
    metrics.observe('ledger_fsync_seconds', (clock.monotonicMs() - start) / 1000)
    metrics.observe('ledger_batch_size', batch.count)
    position = batch.position
    const { records: count, bytes } = unsnapshotted
    unsnapshotted = { records: count + batch.count, bytes: bytes + batch.bytes.length }
    if (isHalfFull(unsnapshotted, limits)) spares.prepare(commit.fail)
    return batch.count
  }, timers)

  function requestSnapshot(closing = false): void {
    unsnapshotted = { records: 0, bytes: 0 }
    snapshots.request(position.q, closing)
  }

  // Repeated crashes may have left many segments without a snapshot.
  if (isFull(unsnapshotted, limits, 0)) requestSnapshot()
  lock.watch(commit.fail)

  async function close(): Promise<void> {
    await commit.end()
    if (commit.isSound()) {
      try {
        await segment.seal()
      } catch (cause) {
        commit.fail(cause)
        throw new StorageError('the credits journal cannot be written', { cause })
      }
      if (unsnapshotted.records > 0) requestSnapshot(true)
    } else {
      await segment.abandon()
    }
    await spares.drop()
    await snapshots.done()
  }

  return {
    append: commit.append,
    appendLazily: commit.appendLazily,
    isSound: commit.isSound,
    hasRoom: createRoomCheck(fs, folder, 2 * limits.segmentBytes, clock),
    failed: commit.failed,
    async flush() {
      // Marks added later were dropped.
      if (closing !== null) throw new StorageError('the credits journal is closed')
      await commit.flush()
      if (!commit.isSound()) throw new StorageError('the credits journal cannot be written')
    },
    async *records() {
      await commit.flush()
      yield* readRecords(fs, folder, { segment: segment.segment, end: segment.end() })
    },
    async *linesBack(wanted) {
      await commit.flush()
      yield* findLines(wanted, { segment: segment.segment, end: segment.end() })
    },
    close: () => (closing ??= close()),
  }
}

function isFull({ records, bytes }: Unsnapshotted, limits: JournalLimits, more: number): boolean {
  return records >= limits.snapshotRecords || (bytes > 0 && headerBytes + bytes + more > limits.segmentBytes)
}

/** Tells whether to prepare a spare segment: only from half a segment on, because short commands need none. */
function isHalfFull({ records, bytes }: Unsnapshotted, limits: JournalLimits): boolean {
  return Math.max(records / limits.snapshotRecords, bytes / limits.segmentBytes) >= 0.5
}

/** Makes snapshots one after the other and skips those that a later request replaces. */
function createSnapshotRequests(snapshot: FileJournalOptions['snapshot']) {
  let snapshots = Promise.resolve()
  /** Last record of the newest requested snapshot. */
  let wanted = -1
  return {
    request(upTo: number, closing: boolean): void {
      wanted = upTo
      snapshots = snapshots.then(() => (upTo === wanted ? snapshot(upTo, closing) : undefined))
    },
    done: () => snapshots,
  }
}

/** Spare segments; at most one is prepared ahead. */
function createSpares(make: () => Promise<SpareSegment>) {
  let spare: Promise<SpareSegment> | null = null
  return {
    /** Continues the journal in the spare segment, or in a new one if none is ready. */
    async use(position: JournalPosition): Promise<SegmentWriter> {
      const ready = await (spare ?? make())
      spare = null
      return ready.use(position)
    },
    prepare(onError: (cause: unknown) => void): void {
      if (spare !== null) return
      spare = make()
      spare.catch(onError)
    },
    async drop(): Promise<void> {
      await spare?.then(({ drop }) => drop()).catch(() => {})
    },
  }
}

const freshMs = 1000

/**
 * Tells whether a disk has room for a number of bytes; the answer is cached for a while. If the disk cannot say, it counts as
 * having room, and a failed write will tell.
 */
function createRoomCheck(fs: Fs, folder: string, bytes: number, clock: Clock): () => Promise<boolean> {
  let askedMs = Number.NEGATIVE_INFINITY
  let answer = Promise.resolve(true)
  return () => {
    const nowMs = clock.monotonicMs()
    if (nowMs - askedMs >= freshMs) {
      askedMs = nowMs
      answer = fs.freeBytes(folder).then(
        (free) => free >= bytes,
        () => true,
      )
    }
    return answer
  }
}
