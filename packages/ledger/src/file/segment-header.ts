import { crc32, crc32OfUint32 } from '@riftline/base/node'

/*
 * The first 72 bytes of a segment, little endian:
 *
 *   0  magic RIFTLJ01        20  sequence number of the first record
 *   8  format version, u32   28  number of the first batch
 *   12 epoch, u64            36  chain hash at the end of the previous segment, 32 bytes
 *                            68  CRC-32 of the bytes before
 */

export const headerBytes = 72
const magic = Buffer.from('RIFTLJ01')
const formatVersion = 1

export interface SegmentHeader {
  readonly epoch: number
  /** End of the previous segment. */
  readonly after: JournalPosition
}

export function encodeHeader({ epoch, after }: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  magic.copy(bytes)
  bytes.writeUInt32LE(formatVersion, 8)
  bytes.writeBigUInt64LE(BigInt(epoch), 12)
  bytes.writeBigUInt64LE(BigInt(after.q + 1), 20)
  bytes.writeBigUInt64LE(BigInt(after.b + 1), 28)
  after.h.copy(bytes, 36)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 68)), 68)
  return bytes
}

/** The header, or the reason why it does not read. */
export function decodeHeader(bytes: Buffer): SegmentHeader | string {
  if (bytes.length < headerBytes) return 'the segment header is cut off'
  if (!bytes.subarray(0, 8).equals(magic)) return 'not a journal segment'
  if (bytes.readUInt32LE(68) !== crc32(bytes.subarray(0, 68))) return 'the CRC of the segment header does not fit'
  const version = bytes.readUInt32LE(8)
  if (version !== formatVersion) return `journal format ${version} is not known, expected ${formatVersion}`
  const numberAt = (offset: number): number => Number(bytes.readBigUInt64LE(offset))
  const after = { q: numberAt(20) - 1, b: numberAt(28) - 1, h: Buffer.from(bytes.subarray(36, 68)) }
  return { epoch: numberAt(12), after }
}

/** End of a journal: the position that the next batch must follow. */
export interface JournalPosition {
  /** Sequence number of the last payload; trailers count too. */
  readonly q: number
  readonly b: number
  /** Chain hash of the last batch, 32 bytes. */
  readonly h: Buffer
}

export const journalStart: JournalPosition = { q: 0, b: 0, h: Buffer.alloc(32) }

export function samePosition(a: JournalPosition, b: JournalPosition): boolean {
  return a.q === b.q && a.b === b.b && a.h.equals(b.h)
}

/*
 * A record on disk, little endian:
 *
 *   0         4         8                8 + n
 *   | n, u32  | CRC-32  | n bytes of JSON |
 *
 * The CRC covers the length and the payload. A length of 0 is the clean end: segments are extended with zeros.
 */

export const frameHead = 8
export const maxPayload = 1_048_576

/** Writes a payload, in two parts that need not be joined, as a frame, and gives where it ends. The buffer must have room. */
export function writeFrame(into: Buffer, offset: number, start: string, rest = ''): number {
  const rests = offset + frameHead + into.write(start, offset + frameHead)
  const end = rest === '' ? rests : rests + into.write(rest, rests)
  const length = end - offset - frameHead
  into.writeUInt32LE(length, offset)
  into.writeUInt32LE(crc32(rest, crc32(start, crc32OfUint32(length))), offset + 4)
  return end
}

/** End of the frame at `offset`, or the reason why it does not read. */
export function endOfFrame(bytes: Buffer, offset: number): number | string {
  if (offset + frameHead > bytes.length) return 'a record is cut off'
  const length = bytes.readUInt32LE(offset)
  const end = offset + frameHead + length
  if (length < 2 || length > maxPayload) return `a record cannot have ${length} bytes`
  if (end > bytes.length) return 'a record is cut off'
  const crc = crc32(bytes.subarray(offset + frameHead, end), crc32OfUint32(length))
  if (bytes.readUInt32LE(offset + 4) !== crc) return 'the CRC of a record does not fit'
  return end
}
