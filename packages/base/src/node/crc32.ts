import * as zlib from 'node:zlib'

/** CRC-32 (IEEE 802.3, polynomial 0xEDB88320) of bytes, or of a text in UTF-8, continued from `value`. */
export const crc32: (data: Uint8Array | string, value?: number) => number = zlib.crc32

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** CRC-32 of a number as four bytes, least significant first. Written here because a native call would cost more than the sum. */
export function crc32OfUint32(number: number): number {
  let crc = 0xffffffff
  for (let shift = 0; shift < 32; shift += 8) crc = (crc >>> 8) ^ table[(crc ^ (number >>> shift)) & 0xff]!
  return ~crc >>> 0
}
