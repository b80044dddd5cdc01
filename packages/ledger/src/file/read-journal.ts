import { setImmediate } from 'node:timers/promises'
import { type Fs, isMissing } from '@riftline/base/node'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import { JournalDamage } from './journal-damage.ts'
import { readSegment, type SegmentRead, type TakeRecord } from './read-segment.ts'
import { headerBytes, type JournalPosition, journalStart } from './segment-header.ts'
import { type SegmentName, segmentsAmong } from './segment-name.ts'
import type { SealedSegment } from './snapshot-file.ts'

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
