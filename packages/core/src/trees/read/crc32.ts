/**
 * CRC-32 of zip, gzip and PNG (reflected polynomial 0xedb88320).
 *
 * Source: https://www.w3.org/TR/png-3/#D-CRCAppendix
 * @returns an unsigned 32-bit integer
 */
export function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]!) & 255]!
  return ~crc >>> 0
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) * 0xedb88320)
  return crc
})
