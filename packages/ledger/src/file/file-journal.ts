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

/** A segment is full at this size or at so many records since the last full one; then a snapshot follows. */
export interface JournalLimits {
  readonly segmentBytes: number
  readonly snapshotRecords: number
}

export const journalLimits: JournalLimits = { segmentBytes: 16 * 1_048_576, snapshotRecords: 100_000 }

/** Records and bytes that the newest snapshot does not have. */
interface Unsnapshotted {
  readonly records: number
  readonly bytes: number
}

export interface FileJournalOptions {
  readonly fs: Fs
  readonly folder: string
  readonly lock: Pick<Lock, 'look' | 'watch'>
  readonly epoch: number
  /** End of the journal that is continued. */
  readonly position: JournalPosition
  readonly unsnapshotted: Unsnapshotted
  readonly limits: JournalLimits
  readonly clock: Clock
  readonly timers: Timers
  readonly metrics: LedgerMetrics
  /**
   * Called when all up to a record is in sealed segments; resolves with the snapshot. `closing`: nothing else is done
   * meanwhile.
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
    // After the sync, and with nothing between it and the answers: what was synced while the lock was ours is read by
    // the process that takes it. A process that slept finds out here.
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

  // After crashes one after the other, the segments before this one may be many.
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
      // Later marks were dropped.
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

/** A spare is made in the second half of a segment: a command that writes a few records needs none. */
function isHalfFull({ records, bytes }: Unsnapshotted, limits: JournalLimits): boolean {
  return Math.max(records / limits.snapshotRecords, bytes / limits.segmentBytes) >= 0.5
}

/** Makes snapshots one after the other, and none that a later one makes needless. */
function createSnapshotRequests(snapshot: FileJournalOptions['snapshot']) {
  let snapshots = Promise.resolve()
  /** The last record of the newest snapshot asked for. */
  let wanted = -1
  return {
    request(upTo: number, closing: boolean): void {
      wanted = upTo
      snapshots = snapshots.then(() => (upTo === wanted ? snapshot(upTo, closing) : undefined))
    },
    done: () => snapshots,
  }
}

/** Segments to come: at most one is made ahead. */
function createSpares(make: () => Promise<SpareSegment>) {
  let spare: Promise<SpareSegment> | null = null
  return {
    /** Continues the journal in the spare segment, or in a new one. */
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
 * Whether a disk has room for so many bytes; the answer is used again for a while. A disk without an answer counts as
 * one with room: a write finds out.
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
