import { crc32, crc32OfUint32 } from '@riftline/base/node'

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

/** Where the frame at `offset` ends, or what is wrong with it. */
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
