import { setImmediate } from 'node:timers/promises'
import { type Fs, ifThere, type Log, replaceFile } from '@riftline/base/node'
import { applyRecord } from '../rules/apply-record.ts'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import { headerBytes, type JournalPosition, journalStart } from './batches.ts'
import { assertInvariants, JournalDamage, readSegment, type SegmentRead } from './read-segment.ts'
import { type SegmentName, segmentsAmong } from './segment-writer.ts'
import { loadSnapshot, type SealedSegment, type StartingPoint } from './snapshot-file.ts'

interface Replay extends StartingPoint {
  /** Records and bytes of all batches after the snapshot. */
  readonly records: number
  readonly bytes: number
  /** Last segment and the end of its last complete batch; 0 if not even its header was finished. */
  readonly last: (Omit<SegmentRead, 'position'> & { readonly segment: SegmentName }) | null
}

/** Applies the journal to the newest readable snapshot. @throws JournalDamage */
export async function replay(fs: Fs, folder: string): Promise<Replay> {
  const entries = await fs.list(folder)
  const segments = segmentsAmong(entries)
  const start = await loadSnapshot(fs, folder, entries)
  checkFirst(folder, segments, start.keepFrom)
  if (start.sealed !== null) await checkSealed(fs, folder, segments, start.position, start.sealed)
  let [position, records, bytes] = [start.position, 0, 0]
  let last: Replay['last'] = null
  for (const segment of segments.filter(({ first }) => first > start.position.q)) {
    const isLast = segment === segments.at(-1)
    const read = await readSegment({ fs, folder, segment, after: position, isLast }, (record) => {
      applyRecord(start.state, record)
      records += 1
    })
    position = read.position
    last = { segment, ...read }
    bytes += Math.max(0, read.end - headerBytes)
  }
  return { ...start, position, records, bytes, last }
}

/** Checks that segments are missing only at the front, where old ones are deleted. */
export function checkFirst(folder: string, segments: readonly SegmentName[], keepFrom: number): void {
  const first = segments[0]?.first
  if (first === undefined ? keepFrom === 1 : first <= keepFrom) return
  const to = first === undefined ? '' : ` to ${first - 1}`
  throw new JournalDamage(folder, 0, 'segments', `the records ${keepFrom}${to} are missing`)
}

/** Checks the size of a sealed segment: another process may still write to it, or have removed it with all later ones. */
async function checkSealed(
  fs: Fs,
  folder: string,
  segments: readonly SegmentName[],
  from: JournalPosition,
  { name, size }: SealedSegment,
): Promise<void> {
  const path = `${folder}/${name}`
  const found = await ifThere(fs.size(path))
  if (found !== null && found !== size)
    throw new JournalDamage(path, Math.min(size, found), 'segments', `a sealed segment of ${size} bytes has ${found}`)
  if (found === null && !segments.some(({ first }) => first > from.q))
    throw new JournalDamage(path, 0, 'segments', 'the segment that a snapshot was made from is missing')
}

/** Position up to which the journal of a running server is durable. */
export interface DurableEnd {
  readonly segment: SegmentName
  readonly end: number
}

/** Number of records between two turns of the event loop, so that statements do not delay charges. */
const recordsPerTurn = 1000

/**
 * Yields the records of all kept segments, oldest first. Segments deleted meanwhile are skipped, because they are too old for
 * any statement. @throws JournalDamage
 */
export async function* readRecords(fs: Fs, folder: string, until?: DurableEnd): AsyncGenerator<LedgerRecord> {
  const segments = segmentsAmong(await fs.list(folder))
  const last = until === undefined ? segments.length : segments.findIndex(({ name }) => name === until.segment.name) + 1
  let after: JournalPosition | null = segments[0]?.first === 1 ? journalStart : null
  for (const segment of segments.slice(0, last)) {
    const records: LedgerRecord[] = []
    const limit = segment.name === until?.segment.name ? { limit: until.end } : {}
    const place = { fs, folder, segment, after, isLast: segment === segments.at(-1), ...limit }
    const read = await ifThere(readSegment(place, (record) => records.push(record)))
    after = read?.position ?? null
    for (const [index, record] of records.entries()) {
      if (index > 0 && index % recordsPerTurn === 0) await setImmediate()
      yield record
    }
  }
}

/**
 * Returns the state and cuts the journal to its last complete batch; the rest was never acknowledged.
 * @throws JournalDamage
 */
export async function recover(fs: Fs, folder: string, log: Log, writer: string): Promise<Replay> {
  const found = await replay(fs, folder)
  const { state, last, damaged } = found
  for (const { name, reason } of damaged) log({ level: 'warn', event: 'snapshot_damaged', file: name, error: reason })
  if (last !== null) await settleTail(fs, folder, last, log, writer)
  assertInvariants(state, last === null ? folder : `${folder}/${last.segment.name}`, last?.end)
  return found
}

/**
 * Syncs even a complete tail, whose last batch may be only in memory after a `kill`. An unsealed segment is replaced by
 * a copy, so that a writer that was only asleep cannot add to the journal from now on.
 */
async function settleTail(
  fs: Fs,
  folder: string,
  { segment, end, size, tornBytes }: NonNullable<Replay['last']>,
  log: Log,
  writer: string,
): Promise<void> {
  const path = `${folder}/${segment.name}`
  if (tornBytes > 0) log({ level: 'warn', event: 'journal_tail_cut', file: path, offset: end, bytes: tornBytes })
  if (end === 0) {
    await fs.unlink(path)
    await fs.syncFolder(folder)
  } else if (end < size) await replaceFile(fs, folder, segment.name, await fs.read(path, 0, end), writer)
  else await syncInPlace(fs, path)
}

async function syncInPlace(fs: Fs, path: string): Promise<void> {
  const file = await fs.open(path, 'update')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
