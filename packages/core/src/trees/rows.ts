import { invalidArgument, type RiftlineError } from '@riftline/base'

/** Number of rows in a row-major batch. @throws RiftlineError `invalid_argument` unless the length is a multiple of `features` */
export function countRows(rows: Float64Array, features: number): number {
  if (tagOf(rows) !== 'Float64Array') {
    throw invalidArgument('rows', 'a Float64Array, row after row', rows)
  }
  if (rows.length % features !== 0) throw invalidArgument('rows', `a multiple of ${features} numbers`, rows.length)
  return rows.length / features
}

/**
 * Copies one row into `into`. A cell that is not a number is refused: null or '' would silently count as 0.
 * @param names of the features, for messages; null where the model has none
 * @throws RiftlineError `invalid_argument` for another length or a cell of another type
 */
export function takeRow(row: ArrayLike<number>, into: Float64Array, names: readonly string[] | null): void {
  // A loop would ask at every cell whether the memory has moved.
  if (row instanceof Float64Array && row.length === into.length) into.set(row)
  else copyCells(row, into, names)
}

function copyCells(row: ArrayLike<number>, into: Float64Array, names: readonly string[] | null): void {
  const expected = `${into.length} numbers`
  if (typeof row !== 'object' || row === null || !('length' in row)) throw invalidArgument('row', expected, row)
  if (row.length !== into.length) throw invalidArgument('row', expected, row.length)
  for (let i = 0; i < into.length; i++) {
    const value = row[i]
    if (typeof value !== 'number') throw notNumber(i, names, value)
    into[i] = value
  }
}

function notNumber(i: number, names: readonly string[] | null, value: unknown): RiftlineError {
  const cell = names === null ? `row[${i}]` : `row[${i}] (${names[i]})`
  const cure = (value ?? null) === null ? 'NaN means missing' : undefined
  return invalidArgument(cell, 'a number', value, cure)
}

/** The caller's buffer when it fits, else a new one. @throws RiftlineError `invalid_argument` for another type or length */
export function takeFloats(out: Float64Array | undefined, length: number): Float64Array {
  if (out === undefined) return new Float64Array(length)
  checkBuffer(out, 'Float64Array', length)
  return out
}

/** `takeFloats` for leaf numbers. */
export function takeIntegers(out: Int32Array | undefined, length: number): Int32Array {
  if (out === undefined) return new Int32Array(length)
  checkBuffer(out, 'Int32Array', length)
  return out
}

function checkBuffer(out: Float64Array | Int32Array, type: string, length: number): void {
  if (tagOf(out) !== type) throw invalidArgument('out', type, tagOf(out))
  if (out.length !== length) throw invalidArgument('out', `${type} of length ${length}`, out.length)
}

/** `Float64Array` for one of any realm, where `instanceof` would say no; one of this realm is told in a tenth of the time. */
function tagOf(value: unknown): string {
  if (value instanceof Float64Array && ArrayBuffer.isView(value)) return 'Float64Array'
  return Object.prototype.toString.call(value).slice(8, -1)
}
