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
  /** The token of the lock's holder: the thread of a server that was taken over must not go on. */
  readonly holder: string
}

/**
 * Makes a snapshot from the one before it and the sealed segments since, so that charges do not pause and the journal
 * is checked once more. Then deletes old files. @throws JournalDamage
 */
export async function makeSnapshot(disk: Fs, { folder, upTo, holder }: SnapshotTask): Promise<void> {
  const fs = fence(disk, () => assertHolder(disk, folder, holder))
  const entries = await fs.list(folder)
  const before = await loadSnapshot(fs, folder, entries)
  if (before.position.q >= upTo) return
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
    // An error comes from another thread with its fields and without its class.
    worker.once('error', (error: Error & Partial<JournalDamage>) => {
      const { file, offset, invariant, reason, stack } = error
      if (file === undefined || offset === undefined || invariant === undefined || reason === undefined) reject(error)
      else reject(Object.assign(new JournalDamage(file, offset, invariant, reason), { stack }))
    })
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('the snapshot thread ended'))))
  })
}

/**
 * Null: no thread can be started. Node 20 starts none from TypeScript: a thread of sources run by tsx registers tsx
 * again, and other loaders of sources, as in tests, have none. Few processes make a snapshot, so modules are loaded
 * here.
 */
async function startWorker(script: URL, workerData: unknown): Promise<Worker | null> {
  const { Worker } = await import('node:worker_threads')
  if (!script.pathname.endsWith('.ts')) return new Worker(script, { workerData })
  const { execArgv } = await import('node:process')
  if (!execArgv.some((argument) => argument.includes('/tsx/'))) return null
  /* v8 ignore next -- only a process that tsx runs comes here: the kills of real servers do */
  const [loader, source] = [import.meta.resolve('tsx/esm/api'), script.href].map((url) => JSON.stringify(url))
  const code = `import(${loader}).then((tsx) => { tsx.register(); return import(${source}) })`
  return new Worker(code, { eval: true, workerData })
}

/**
 * The first record to keep. Statements are read from the segments, which stay until all their records are older than
 * the previous three UTC months. A clock that is ahead ends no month: the last four in which a segment was begun are
 * kept too.
 *
 * @param coveredTo the last record of the older of the two snapshots that stay
 * @param now ledger time; records after it are of a clock that was ahead
 */
async function firstToKeep(
  fs: Fs,
  folder: string,
  segments: readonly SegmentName[],
  coveredTo: number,
  now: number,
): Promise<number> {
  /** Start of the fourth last UTC month in which a segment was begun; before all time if there are fewer. */
  async function startOfMonthsUsed(): Promise<number> {
    const months = new Set<number>()
    for (const segment of segments.toReversed()) {
      const at = await firstAt(fs, folder, segment)
      if (at !== null && at <= now) months.add(utcMonth(at).from)
      if (months.size === monthsKept) return Math.min(...months)
    }
    return Number.NEGATIVE_INFINITY
  }

  /**
   * Looks at all records unless the first is too young: imported ones need not be in order of time. Records of a clock
   * that was ahead do not say how old they are; they are older than what follows.
   */
  async function isOlder(segment: SegmentName, next: SegmentName, cutoff: number): Promise<boolean> {
    const first = await firstAt(fs, folder, segment)
    if (first !== null && first >= cutoff && first <= now) return false
    let newest = Number.NEGATIVE_INFINITY
    let ahead = false
    await readSegment({ fs, folder, segment, after: null, isLast: false }, ({ at }) => {
      if (at > now) ahead = true
      else newest = Math.max(newest, at)
    })
    if (ahead) newest = Math.max(newest, (await firstAt(fs, folder, next)) ?? now)
    return newest < cutoff
  }

  const statements = startOfStatements(now)
  const [oldest] = segments
  if (oldest === undefined) return 1
  const oldestAt = await firstAt(fs, folder, oldest)
  let keep = oldest.first
  if (oldestAt !== null && oldestAt >= statements && oldestAt <= now) return keep
  const cutoff = Math.min(statements, await startOfMonthsUsed())
  for (const [index, next] of segments.slice(1).entries()) {
    if (next.first > coveredTo + 1 || !(await isOlder(segments[index]!, next, cutoff))) break
    keep = next.first
  }
  return keep
}

const monthsKept = 4
/** Most first records are short; one that carries an answer need not be. */
const firstReads = [4096, frameHead + maxPayload]

/** Time of a segment's first record; null if none reads. */
async function firstAt(fs: Fs, folder: string, { name }: SegmentName): Promise<number | null> {
  for (const length of firstReads) {
    const bytes = await fs.read(`${folder}/${name}`, headerBytes, length)
    const end = endOfFrame(bytes, 0)
    if (typeof end === 'number') return (JSON.parse(bytes.toString('utf8', frameHead, end)) as { at: number }).at
  }
  return null
}

/**
 * Deletes old segments, and all snapshots older than the newest but those to keep. Call it only when the newest
 * snapshot and its name are synced. Oldest first and each for good before the next: a crash must not leave a hole
 * between segments.
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
