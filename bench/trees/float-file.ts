import { readFileSync, writeFileSync } from 'node:fs'

/** Rows of which most cells are absent, as riftline's `SparseRows`. */
export interface SparseTable {
  readonly offsets: Int32Array
  readonly indices: Int32Array
  readonly values: Float64Array
}

/** Dense rows, row-major, or sparse ones. */
export type Rows = Float64Array | SparseTable

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

/** Whether a file of rows has sparse ones. */
export function isSparseFile(path: string): boolean {
  return path.endsWith('.csr')
}

/** Writes sparse rows as doubles: their number, then the offsets, the indices and the values. */
export function writeSparse(path: string, { offsets, indices, values }: SparseTable): void {
  const numbers = new Float64Array(1 + offsets.length + 2 * indices.length)
  numbers[0] = offsets.length - 1
  numbers.set(offsets, 1)
  numbers.set(indices, 1 + offsets.length)
  numbers.set(values, 1 + offsets.length + indices.length)
  writeFloats(path, numbers)
}

/** Reads the first `count` rows of a file of dense or of sparse ones. */
export function readRows(path: string, count: number, features: number): Rows {
  if (!isSparseFile(path)) return readFloats(path, count * features)
  const numbers = readFloats(path)
  const all = numbers[0]!
  const offsets = Int32Array.from(numbers.subarray(1, count + 2))
  const indices = numbers.subarray(all + 2)
  const values = numbers.subarray(all + 2 + numbers[all + 1]!)
  const cells = offsets[count]!
  return { offsets, indices: Int32Array.from(indices.subarray(0, cells)), values: values.slice(0, cells) }
}
