import { RiftlineError } from '@riftline/base'
import type { Fs } from '@riftline/base/node'
import { checkInvariants } from '../rules/ledger-invariants.ts'
import type { LedgerRecord } from '../rules/ledger-record.ts'
import type { LedgerState } from '../rules/ledger-state.ts'
import {
  decodeHeader,
  findLaterTrailer,
  headerBytes,
  type JournalPosition,
  samePosition,
  scanBatches,
} from './batches.ts'
import { decodeRecord } from './record-codec.ts'
import type { SegmentName } from './segment-writer.ts'

export interface SegmentRead {
  /** End of the last complete batch; 0 when not even the header was finished, so that no record was ever written. */
  readonly end: number
  readonly position: JournalPosition
  /** Number of bytes read from the file. */
  readonly size: number
  /** Bytes after `end` left by a crash, up to the last that is not zero. */
  readonly tornBytes: number
}

export interface SegmentPlace {
  readonly fs: Fs
  readonly folder: string
  readonly segment: SegmentName
  /** End of the previous segment; null to trust the header. */
  readonly after: JournalPosition | null
  /** Whether this is the last segment, which alone may end in a torn batch or in zeros. */
  readonly isLast: boolean
  /** Offset at which to stop reading. */
  readonly limit?: number
}

/**
 * Reads a segment. In the last one, a broken batch without a later batch was never acknowledged; everything
 * else that is unreadable is damage. @throws JournalDamage with file and offset
 */
export async function readSegment(place: SegmentPlace, take: (record: LedgerRecord) => void): Promise<SegmentRead> {
  const { fs, folder, segment, isLast } = place
  const path = `${folder}/${segment.name}`
  const bytes = await fs.read(path, 0, place.limit)
  const header = decodeHeader(bytes)
  if (typeof header === 'string') {
    const later = findLaterTrailer(bytes, headerBytes, 0)
    if (!isLast || later !== null || place.after === null) throw new JournalDamage(path, 0, 'header', header)
    return { end: 0, position: place.after, size: bytes.length, tornBytes: usedBytes(bytes) }
  }
  if (header.epoch !== segment.epoch || header.after.q + 1 !== segment.first)
    throw new JournalDamage(path, 12, 'header', 'the segment header does not fit the file name')
  const after = place.after ?? header.after
  checkFollows(path, after, header.after)

  const { end, position, fault } = scanBatches(bytes, headerBytes, after, (record, offset) => {
    try {
      take(decodeRecord(record))
    } catch (cause) {
      throw asDamage(path, offset, cause)
    }
  })
  if (fault === null && (isLast || end === bytes.length)) return { end, position, size: bytes.length, tornBytes: 0 }
  const { offset, invariant, message } = fault ?? { offset: end, invariant: 'crc', message: goesOn }
  if (!isLast) throw new JournalDamage(path, offset, invariant, message)
  const later = findLaterTrailer(bytes, end, position.b + 1)
  if (later !== null)
    throw new JournalDamage(path, offset, invariant, `${message}, and batch ${later.b} is whole behind it`)
  return { end, position, size: bytes.length, tornBytes: usedBytes(bytes) - end }
}

function checkFollows(path: string, after: JournalPosition, header: JournalPosition): void {
  if (samePosition(after, header)) return
  const { q } = header
  if (q < after.q)
    throw new JournalDamage(path, 20, 'segments', `two segments have record ${q + 1}: two servers have written here`)
  if (q > after.q) throw new JournalDamage(path, 20, 'segments', `the records ${after.q + 1} to ${q} are missing`)
  throw new JournalDamage(path, 28, 'chain', 'the segment does not continue the one before it')
}

const goesOn = 'a segment that is not the last goes on behind its last batch'

function usedBytes(bytes: Buffer): number {
  let length = bytes.length
  while (length > 0 && bytes[length - 1] === 0) length -= 1
  return length
}

function asDamage(path: string, offset: number, cause: unknown): JournalDamage {
  const reason = (cause as Error).message
  const [, invariant = 'record'] = /\b(I[1-7])\b/.exec(reason) ?? []
  return new JournalDamage(path, offset, invariant as JournalDamage['invariant'], reason, { cause })
}

/** Broken rule of the journal, or broken invariant of the ledger (`I1` to `I7`). */
export type BrokenInvariant =
  | 'header'
  | 'crc'
  | 'sequence'
  | 'trailer'
  | 'chain'
  | 'segments'
  | 'snapshot'
  | 'record'
  | `I${number}`

/** Error for acknowledged data that is unreadable or contradictory; the ledger is not opened. `offset` counts bytes in the file. */
export class JournalDamage extends RiftlineError {
  readonly file: string
  readonly offset: number
  readonly invariant: BrokenInvariant
  readonly reason: string

  constructor(file: string, offset: number, invariant: BrokenInvariant, reason: string, options?: ErrorOptions) {
    super('journal_damaged', `${file}: offset ${offset}: ${reason}`, options)
    this.file = file
    this.offset = offset
    this.invariant = invariant
    this.reason = reason
  }
}

/** Checks that applied records add up. @throws JournalDamage if an invariant is broken */
export function assertInvariants(state: LedgerState, file: string, offset = 0): void {
  const [violation] = checkInvariants(state)
  if (violation !== undefined) throw new JournalDamage(file, offset, violation.invariant, violation.message)
}
