/**
 * CRC-32 of zip, gzip and PNG (reflected polynomial 0xedb88320), sixteen bytes a step: `tables[256 · k + b]` is the contribution of
 * byte b with k more bytes after it in the step, so the sixteen look-ups are independent.
 *
 * Source: https://www.w3.org/TR/png-3/#D-CRCAppendix; slicing after Kounavis and Berry, https://doi.org/10.1109/TC.2008.85
 *
 * @returns an unsigned 32-bit integer
 * @example crc32(new TextEncoder().encode('123456789')) // => 0xcbf43926
 */
export function crc32(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sliced = bytes.length - (bytes.length % slices)
  let crc = -1
  for (let at = 0; at < sliced; at += slices) {
    crc =
      word(12, crc ^ view.getInt32(at, true)) ^
      word(8, view.getInt32(at + 4, true)) ^
      word(4, view.getInt32(at + 8, true)) ^
      word(0, view.getInt32(at + 12, true))
  }
  for (let at = sliced; at < bytes.length; at++) crc = (crc >>> 8) ^ entry(0, crc ^ view.getUint8(at))
  return ~crc >>> 0
}

const slices = 16
const tables = crcTables()

/** Contribution of the four bytes of a word, with `following` more bytes after it. */
function word(following: number, value: number): number {
  return (
    entry(following + 3, value) ^
    entry(following + 2, value >>> 8) ^
    entry(following + 1, value >>> 16) ^
    entry(following, value >>> 24)
  )
}

function entry(slice: number, byte: number): number {
  return tables[(slice << 8) | (byte & 255)]!
}

function crcTables(): Int32Array {
  const made = new Int32Array(256 * slices)
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) * 0xedb88320)
    made[byte] = crc
  }
  for (let i = 256; i < made.length; i++) {
    const shorter = made[i - 256]!
    made[i] = (shorter >>> 8) ^ made[shorter & 255]!
  }
  return made
}
