import { readFileSync, writeFileSync } from 'node:fs'

/** Reads at most `limit` doubles of a little-endian file. */
export function readFloats(path: string, limit: number = Infinity): Float64Array {
  const bytes = readFileSync(path)
  const count = Math.min(limit, bytes.length / 8)
  // The bytes are copied because a Float64Array must begin at a multiple of 8 bytes.
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + count * 8))
}

export function writeFloats(path: string, values: Float64Array): void {
  writeFileSync(path, new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
}
