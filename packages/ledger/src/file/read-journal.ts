import { setImmediate } from 'node:timers/promises'
import { type Fs, isMissing, type Log, replaceFile } from '@riftline/base/node'
import { applyRecord } from '../rules/apply-record.ts'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import type { LedgerState } from '../rules/ledger-state.ts'
import { assertInvariants, JournalDamage } from './journal-damage.ts'
import { readSegment, type SegmentRead, type TakeRecord } from './read-segment.ts'
import { headerBytes, type JournalPosition, journalStart } from './segment-header.ts'
import { type SegmentName, segmentsAmong } from './segment-writer.ts'
import { loadSnapshot, type SealedSegment } from './snapshot-file.ts'

export interface JournalPart {
  readonly fs: Fs
  readonly folder: string
  /** All segments of the folder, in order. */
  readonly segments: readonly SegmentName[]
  /** Where to begin: the end of a segment. */
  readonly from: JournalPosition
  /** The first record that has to be there still; those before may have been deleted. */
  readonly keepFrom: number
  /** The segment that ends at `from`; null at the start of the journal. */
  readonly sealed: SealedSegment | null
}

export interface JournalRead {
  readonly position: JournalPosition
  /** Size of all batches read. */
  readonly bytes: number
  /** The last segment and where its last whole batch ends; 0: not even its header was finished. */
  readonly last: (Pick<SegmentRead, 'end' | 'size' | 'tornBytes'> & { readonly segment: SegmentName }) | null
}

/** Reads on to the end of the journal. @throws JournalDamage */
export async function readJournal(part: JournalPart, take: TakeRecord): Promise<JournalRead> {
  const { fs, folder, segments, from } = part
  checkFirst(folder, segments, part.keepFrom)
  if (part.sealed !== null) await checkSealed(part, part.sealed)
  let position = from
  let last: JournalRead['last'] = null
  let bytes = 0
  for (const segment of segments.filter(({ first }) => first > from.q)) {
    const isLast = segment === segments.at(-1)
    const read = await readSegment({ fs, folder, segment, after: position, isLast }, take)
    position = read.position
    last = { segment, end: read.end, size: read.size, tornBytes: read.tornBytes }
    bytes += Math.max(0, read.end - headerBytes)
  }
  return { position, bytes, last }
}

/** Segments may be missing only at the front, where old ones are deleted. */
export function checkFirst(folder: string, segments: readonly SegmentName[], keepFrom: number): void {
  const first = segments[0]?.first
  if (first === undefined ? keepFrom === 1 : first <= keepFrom) return
  const to = first === undefined ? '' : ` to ${first - 1}`
  throw new JournalDamage(folder, 0, 'segments', `the records ${keepFrom}${to} are missing`)
}

/** Somebody who still writes to a sealed segment, or has removed it together with all later ones, is found by its size. */
async function checkSealed({ fs, folder, segments, from }: JournalPart, { name, size }: SealedSegment): Promise<void> {
  const path = `${folder}/${name}`
  try {
    const found = await fs.size(path)
    if (found !== size)
      throw new JournalDamage(path, Math.min(size, found), 'segments', `a sealed segment of ${size} bytes has ${found}`)
  } catch (error) {
    if (!isMissing(error)) throw error
    if (!segments.some(({ first }) => first > from.q))
      throw new JournalDamage(path, 0, 'segments', 'the segment that a snapshot was made from is missing')
  }
}

/** Records and bytes that the newest snapshot does not have. */
export interface Unsnapshotted {
  readonly records: number
  readonly bytes: number
}

/** Position up to which a journal that is being written is durable. */
export interface DurableEnd {
  readonly segment: SegmentName
  readonly end: number
}

/** Records between two turns of the event loop: a statement must not delay charges. */
const recordsPerTurn = 1000

/**
 * The records of all segments that are kept, oldest first, without their sequence numbers. Segments that are deleted
 * meanwhile are left out: they are older than any statement.
 *
 * @throws JournalDamage
 */
export async function* readRecords(fs: Fs, folder: string, until?: DurableEnd): AsyncGenerator<LedgerRecord> {
  const segments = segmentsAmong(await fs.list(folder))
  const last = until === undefined ? segments.length : segments.findIndex(({ name }) => name === until.segment.name) + 1
  let after: JournalPosition | null = segments[0]?.first === 1 ? journalStart : null
  for (const segment of segments.slice(0, last)) {
    const records: LedgerRecord[] = []
    const limit = segment.name === until?.segment.name ? { limit: until.end } : {}
    try {
      const isLast = segment === segments.at(-1)
      const read = await readSegment({ fs, folder, segment, after, isLast, ...limit }, (record) => records.push(record))
      after = read.position
    } catch (error) {
      if (!isMissing(error)) throw error
      after = null
    }
    for (const [index, record] of records.entries()) {
      if (index > 0 && index % recordsPerTurn === 0) await setImmediate()
      yield record
    }
  }
}

interface Recovered {
  readonly state: LedgerState
  readonly position: JournalPosition
  readonly unsnapshotted: Unsnapshotted
}

/**
 * The state in snapshot and journal, with the journal cut back to its last whole batch. What is cut was never
 * acknowledged.
 *
 * @param writer the token of the lock's holder
 * @throws JournalDamage when acknowledged data cannot be read
 */
export async function recover(fs: Fs, folder: string, log: Log, writer: string): Promise<Recovered> {
  const entries = await fs.list(folder)
  const { state, position: from, keepFrom, sealed, damaged } = await loadSnapshot(fs, folder, entries)
  for (const { name, reason } of damaged) log({ level: 'warn', event: 'snapshot_damaged', file: name, error: reason })

  let records = 0
  const segments = segmentsAmong(entries)
  const { position, bytes, last } = await readJournal({ fs, folder, segments, from, keepFrom, sealed }, (record) => {
    applyRecord(state, record)
    records += 1
  })
  if (last !== null) await settleTail(fs, folder, last, log, writer)
  assertInvariants(state, last === null ? folder : `${folder}/${last.segment.name}`, last?.end)
  return { state, position, unsnapshotted: { records, bytes } }
}

/**
 * Synced even where there is nothing to cut: after a mere `kill` the last batch can be whole in memory only, and what
 * comes now builds on it.
 *
 * A segment that its writer has not sealed is replaced by a copy: a writer that only slept, and writes once more before it
 * notices, must not write behind what counts from now on.
 */
async function settleTail(
  fs: Fs,
  folder: string,
  last: NonNullable<JournalRead['last']>,
  log: Log,
  writer: string,
): Promise<void> {
  const { segment, end, size, tornBytes } = last
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
