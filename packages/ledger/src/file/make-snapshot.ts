import type { Worker } from 'node:worker_threads'
import { type Fs, nodeFs, unlinkIfThere } from '@riftline/base/node'
import { applyRecord } from '../rules/apply-record.ts'
import { utcMonth } from '../rules/ledger-time.ts'
import { startOfStatements } from '../rules/statement.ts'
import { endOfFrame, frameHead, headerBytes, maxPayload } from './batches.ts'
import { assertHolder, fence } from './lock-file.ts'
import { checkFirst } from './read-journal.ts'
import { assertInvariants, JournalDamage, readSegment } from './read-segment.ts'
import { type SegmentName, segmentsAmong } from './segment-writer.ts'
import { loadSnapshot, snapshotsAmong, writeLedgerSnapshot } from './snapshot-file.ts'

export interface SnapshotTask {
  readonly folder: string
  readonly upTo: number
  /** Token of the lock's holder; the thread must stop when its server was taken over. */
  readonly holder: string
}

/**
 * Makes a snapshot from the previous one and the sealed segments since, so that charges do not pause and the journal
 * is checked once more. Then deletes old files. @throws JournalDamage
 */
export async function makeSnapshot(disk: Fs, { folder, upTo, holder }: SnapshotTask): Promise<void> {
  const fs = fence(disk, () => assertHolder(disk, folder, holder))
  const entries = await fs.list(folder)
  const before = await loadSnapshot(fs, folder, entries)
  const segments = segmentsAmong(entries)
  checkFirst(folder, segments, before.keepFrom)
  const { state } = before
  let { position } = before
  let sealed: SegmentName | null = null
  for (const segment of segments) {
    if (segment.first <= before.position.q || segment.first > upTo) continue
    const read = await readSegment({ fs, folder, segment, after: position, isLast: false }, (record) =>
      applyRecord(state, record),
    )
    position = read.position
    sealed = segment
  }
  if (sealed === null || position.q !== upTo)
    throw new Error(`sealed segments end at record ${position.q}, expected ${upTo}`)
  assertInvariants(state, `${folder}/${sealed.name}`)
  const coveredTo = before.snapshot === null ? 0 : before.position.q
  const keepFrom = await firstToKeep(fs, folder, segments, coveredTo, state.lastAt)
  const size = await fs.size(`${folder}/${sealed.name}`)
  await writeLedgerSnapshot(fs, folder, { position, keepFrom, sealed: { name: sealed.name, size } }, state, holder)
  await deleteOld(fs, folder, segments, keepFrom, [upTo, before.position.q])
}

export type MakeSnapshot = (task: SnapshotTask) => Promise<void>

export function snapshotInThread(script: URL = workerScript()): MakeSnapshot {
  return async (task) => {
    const worker = await startWorker(script, task)
    if (worker === null) await makeSnapshot(nodeFs, task)
    else await finished(worker)
  }
}

function workerScript(): URL {
  /* v8 ignore next -- the build has the script as JavaScript, and tests run sources */
  return new URL(import.meta.url.endsWith('.ts') ? './snapshot-worker.ts' : './snapshot-worker.js', import.meta.url)
}

function finished(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    // An error from another thread arrives with its fields but without its class.
    worker.once('error', (error: Error & Partial<JournalDamage>) => {
      const { file, offset, invariant, reason, stack } = error
      if (file === undefined || offset === undefined || invariant === undefined || reason === undefined) reject(error)
      else reject(Object.assign(new JournalDamage(file, offset, invariant, reason), { stack }))
    })
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('the snapshot thread ended'))))
  })
}

/**
 * Returns null when no thread can be started. Node 20 starts none from TypeScript sources: run by tsx, the thread has to register tsx
 * again; other loaders, as in tests, are not supported. Modules are imported here because few processes make a snapshot.
 */
async function startWorker(script: URL, workerData: unknown): Promise<Worker | null> {
  const { Worker } = await import('node:worker_threads')
  if (!script.pathname.endsWith('.ts')) return new Worker(script, { workerData })
  const { execArgv } = await import('node:process')
  /* v8 ignore next -- only a process that tsx runs goes on: the kills of real servers do */
  if (!execArgv.some((argument) => argument.includes('/tsx/'))) return null
  const [loader, source] = [import.meta.resolve('tsx/esm/api'), script.href].map((url) => JSON.stringify(url))
  const code = `import(${loader}).then((tsx) => { tsx.register(); return import(${source}) })`
  return new Worker(code, { eval: true, workerData })
}

/**
 * Returns the first record to keep. Statements are read from segments, which stay until all their records are older than the previous three
 * UTC months. A clock that is ahead must not end months, so the last four months in which a segment was begun are kept too.
 *
 * @param coveredTo last record of the older of the two snapshots that are kept
 * @param now ledger time; later records are from a clock that was ahead
 */
async function firstToKeep(
  fs: Fs,
  folder: string,
  segments: readonly SegmentName[],
  coveredTo: number,
  now: number,
): Promise<number> {
  /** Start of the fourth last UTC month in which a segment was begun; minus infinity if there are fewer. */
  async function startOfMonthsUsed(): Promise<number> {
    const months = new Set<number>()
    for (const segment of segments.toReversed()) {
      const at = await firstAt(fs, folder, segment)
      if (at <= now) months.add(utcMonth(at).from)
      if (months.size === monthsKept) return Math.min(...months)
    }
    return Number.NEGATIVE_INFINITY
  }

  /**
   * Reads all records unless the first is recent, because imported records need not be in time order. Times of a clock that
   * was ahead do not show the age of a record; such records are older than their successors.
   */
  async function isOlder(segment: SegmentName, next: SegmentName, cutoff: number): Promise<boolean> {
    const first = await firstAt(fs, folder, segment)
    if (first >= cutoff && first <= now) return false
    let newest = Number.NEGATIVE_INFINITY
    let ahead = false
    await readSegment({ fs, folder, segment, after: null, isLast: false }, ({ at }) => {
      if (at > now) ahead = true
      else newest = Math.max(newest, at)
    })
    if (ahead) newest = Math.max(newest, await firstAt(fs, folder, next))
    return newest < cutoff
  }

  const statements = startOfStatements(now)
  const oldest = segments[0]!
  const oldestAt = await firstAt(fs, folder, oldest)
  let keep = oldest.first
  if (oldestAt >= statements && oldestAt <= now) return keep
  const cutoff = Math.min(statements, await startOfMonthsUsed())
  for (const [index, next] of segments.slice(1).entries()) {
    if (next.first > coveredTo + 1 || !(await isOlder(segments[index]!, next, cutoff))) break
    keep = next.first
  }
  return keep
}

const monthsKept = 4
/** Sizes to try: most first records are short, but one with an answer may be long. */
const firstReads = [4096, frameHead + maxPayload]

/** Returns the time of a segment's first record; infinity, as of a clock that was ahead, if none is readable. */
async function firstAt(fs: Fs, folder: string, { name }: SegmentName): Promise<number> {
  for (const length of firstReads) {
    const bytes = await fs.read(`${folder}/${name}`, headerBytes, length)
    const end = endOfFrame(bytes, 0)
    if (typeof end === 'number') return (JSON.parse(bytes.toString('utf8', frameHead, end)) as { at: number }).at
  }
  return Number.POSITIVE_INFINITY
}

/**
 * Deletes old segments, and old snapshots except those to keep. Call it only when the newest snapshot and its name are synced. Deletes the
 * oldest first, each durably before the next, so that a crash leaves no gap between segments.
 */
async function deleteOld(
  fs: Fs,
  folder: string,
  segments: readonly SegmentName[],
  keepFrom: number,
  keptSnapshots: readonly number[],
): Promise<void> {
  for (const { name, first } of segments) {
    if (first >= keepFrom) break
    await unlinkIfThere(fs, `${folder}/${name}`)
    await fs.syncFolder(folder)
  }
  const newest = Math.max(...keptSnapshots)
  for (const { name, q } of snapshotsAmong(await fs.list(folder))) {
    if (q < newest && !keptSnapshots.includes(q)) await unlinkIfThere(fs, `${folder}/${name}`)
  }
}
