import { crc32 } from '@riftline/base/node'
import type { JournalPosition } from './journal-position.ts'

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
  /** Where the previous segment ended. */
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

/** The header, or what is wrong with it. */
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
