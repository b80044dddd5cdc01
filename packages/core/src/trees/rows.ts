import { invalidArgument, RiftlineError } from '@riftline/base'
import {
  hashedCell,
  hashedFeature,
  hashIntegers,
  isHashedCell,
  isIntegerCategory,
  placesIn,
} from './form/hashed-cells.ts'
import type { HashedFeature, TreeEnsemble } from './form/tree-ensemble.ts'

/** Rows of which most cells are absent, in CSR form: row r has the cells `offsets[r] ≤ i < offsets[r + 1]` of both arrays. */
export interface SparseRows {
  /** Length: rows + 1. */
  readonly offsets: Int32Array
  /** Feature of each cell. */
  readonly indices: Int32Array
  readonly values: Float64Array
}

/** One row of which most cells are absent. */
export interface SparseRow {
  readonly indices: ArrayLike<number>
  readonly values: ArrayLike<number>
}

/** Cells by the names of the features; null is missing, and categories have their names. */
export type NamedRow = Readonly<Record<string, unknown>>

/** n rows: one row-major array of n × numberOfFeatures numbers, NaN for missing, or sparse ones. */
export type RowBatch = Float64Array | SparseRows

/** One row: `numberOfFeatures` numbers, NaN for missing (with XGBoost also fewer); or its present cells; or cells by name. */
export type Row = ArrayLike<number> | SparseRow | NamedRow

/** Cells from this magnitude on round to infinity in float32. */
const beyondFloat32 = 3.4028235677973366e38

/** Number of rows of a batch, whose arrays fit each other and the model. */
export function countRows(rows: RowBatch, ensemble: TreeEnsemble): number {
  const { numberOfFeatures, infinity } = ensemble
  if (isSparse(rows)) return countSparse(rows, ensemble)
  if (tagOf(rows) !== 'Float64Array') throw invalidArgument('rows', 'a Float64Array, row after row', rows)
  if (rows.length % numberOfFeatures !== 0) {
    throw invalidArgument('rows', `a multiple of ${numberOfFeatures} numbers`, rows.length)
  }
  if (infinity === 'refused') requireFinite(rows, 'rows')
  if (ensemble.hashedFeatures.length > 0) requireCategories(rows, 'rows', ensemble)
  return rows.length / numberOfFeatures
}

/** Whether rows are an object with the three arrays of `SparseRows`. */
export function isSparse(rows: RowBatch): rows is SparseRows {
  if (rows instanceof Float64Array) return false
  return typeof rows === 'object' && rows !== null && 'offsets' in rows && 'indices' in rows
}

function countSparse({ offsets, indices, values }: SparseRows, ensemble: TreeEnsemble): number {
  const { numberOfFeatures: features, infinity, hashedFeatures } = ensemble
  for (const [name, array] of Object.entries({ offsets, indices })) {
    if (tagOf(array) !== 'Int32Array') throw invalidArgument(`rows.${name}`, 'an Int32Array', array)
  }
  if (tagOf(values) !== 'Float64Array') throw invalidArgument('rows.values', 'a Float64Array', values)
  const cells = indices.length
  if (values.length !== cells) throw invalidArgument('rows.values', `${cells} numbers, as indices`, values.length)
  if (offsets[0] !== 0) throw invalidArgument('rows.offsets[0]', '0', offsets[0])
  for (let r = 1; r < offsets.length; r++) {
    if (offsets[r]! < offsets[r - 1]!) throw invalidArgument(`rows.offsets[${r}]`, 'ascending numbers', offsets[r])
  }
  if (offsets.at(-1) !== cells) {
    throw invalidArgument(`rows.offsets[${offsets.length - 1}]`, `${cells}, the number of cells`, offsets.at(-1))
  }
  for (let i = 0; i < cells; i++) {
    const feature = indices[i]!
    if (feature < 0 || feature >= features) {
      throw invalidArgument(`rows.indices[${i}]`, `a feature from 0 to ${features - 1}`, feature)
    }
  }
  if (infinity === 'refused') requireFinite(values, 'rows.values')
  for (let i = 0; i < cells && hashedFeatures.length > 0; i++) {
    requireCategory(hashedFeature(ensemble, indices[i]!), values[i]!, `rows.values[${i}]`)
  }
  return offsets.length - 1
}

function requireFinite(cells: ArrayLike<number>, name: string, features: readonly string[] | null = null): void {
  for (let i = 0; i < cells.length; i++) {
    if (Math.abs(cells[i]!) >= beyondFloat32) {
      const cell = features === null ? `${name}[${i}]` : `${name}[${i}] (${features[i]})`
      throw invalidArgument(cell, 'a number that is finite in float32, or NaN', cells[i])
    }
  }
}

function requireCategories(cells: ArrayLike<number>, name: string, ensemble: TreeEnsemble): void {
  const { hashedFeatures, numberOfFeatures, featureNames } = ensemble
  for (const hashed of hashedFeatures) {
    const feature = featureNames === null ? '' : ` (${featureNames[hashed.feature]})`
    for (let i = hashed.feature; i < cells.length; i += numberOfFeatures) {
      requireCategory(hashed, cells[i]!, `${name}[${i}]${feature}`)
    }
  }
}

function requireCategory(hashed: HashedFeature | undefined, cell: number, where: string): void {
  if (hashed === undefined || isHashedCell(hashed, cell)) return
  throw invalidArgument(where, 'a category: an integer, or the cell that encode makes of a text', cell)
}

/**
 * Writes sparse rows `first ≤ r < first + count` to `into`, row-major and `width` cells wide; other cells get the model's absent cell.
 * `columnOf` has the column of each feature, -1 for features that no tree reads; null if columns are features.
 */
export function expandRows(
  { offsets, indices, values }: SparseRows,
  [first, count]: readonly [number, number],
  into: Float64Array,
  width: number,
  { absentCell }: TreeEnsemble,
  columnOf: Int32Array | null,
): void {
  into.fill(absentCell === 'zero' ? 0 : Number.NaN, 0, count * width)
  for (let r = 0; r < count; r++) {
    const end = offsets[first + r + 1]!
    for (let i = offsets[first + r]!; i < end; i++) {
      const column = columnOf === null ? indices[i]! : columnOf[indices[i]!]!
      if (column >= 0) into[r * width + column] = values[i]!
    }
  }
}

/** Copies one row of any form into `into`. Refuses a cell of an array that is not a number, as null or '' would count as 0. */
export function takeRow(row: Row, into: Float64Array, ensemble: TreeEnsemble): void {
  // `set` is used because a loop would check at every cell whether the memory has moved.
  if (row instanceof Float64Array && row.length === into.length) into.set(row)
  else if (typeof row !== 'object' || row === null || 'length' in row) copyCells(row, into, ensemble)
  else if (isSparseRow(row)) copyPresent(row, into, ensemble, null)
  else encodeNamed(row, into, 'row', ensemble)
  if (ensemble.infinity === 'refused') requireFinite(into, 'row', ensemble.featureNames)
  if (ensemble.hashedFeatures.length === 0) return
  requireCategories(into, 'row', ensemble)
  hashIntegers(into, into.length, ensemble, null)
}

function copyCells(row: unknown, into: Float64Array, ensemble: TreeEnsemble): void {
  const expected = `${into.length} numbers`
  if (typeof row !== 'object' || row === null) throw invalidArgument('row', expected, row)
  const cells = row as ArrayLike<unknown>
  if (!fitsWidth(cells.length, ensemble)) throw invalidArgument('row', expected, cells.length)
  for (let i = 0; i < cells.length; i++) into[i] = asCell(cells[i], i, ensemble.featureNames)
  into.fill(Number.NaN, cells.length)
}

/** Whether a list has a cell for each feature; the last ones may be absent where that makes them missing. */
function fitsWidth(length: number, { numberOfFeatures, absentCell }: TreeEnsemble): boolean {
  return length === numberOfFeatures || (absentCell === 'missing' && length >= 0 && length < numberOfFeatures)
}

function asCell(value: unknown, i: number, names: readonly string[] | null): number {
  if (typeof value === 'number') return value
  const cell = names === null ? `row[${i}]` : `row[${i}] (${names[i]})`
  throw invalidArgument(cell, 'a number', value, (value ?? null) === null ? 'NaN means missing' : undefined)
}

/** Whether a row is an object with the two arrays of `SparseRow`. */
export function isSparseRow(row: Row): row is SparseRow {
  return typeof row === 'object' && row !== null && !('length' in row) && 'indices' in row && 'values' in row
}

/** Copies a sparse row, or its cells of the columns that `columnOf` gives them, as `expandRows` does. */
export function copyPresent(
  { indices, values }: SparseRow,
  into: Float64Array,
  ensemble: TreeEnsemble,
  columnOf: Int32Array | null,
): void {
  if ((indices ?? null) === null) throw invalidArgument('row.indices', 'features', indices)
  if (values?.length !== indices.length) {
    throw invalidArgument('row.values', `${indices.length} numbers, as indices`, values?.length)
  }
  into.fill(ensemble.absentCell === 'zero' ? 0 : Number.NaN)
  for (let i = 0; i < indices.length; i++) {
    const feature = indices[i]!
    if (!(Number.isInteger(feature) && feature >= 0 && feature < ensemble.numberOfFeatures)) {
      throw invalidArgument(`row.indices[${i}]`, `a feature from 0 to ${ensemble.numberOfFeatures - 1}`, feature)
    }
    const value = asCell(values[i], feature, ensemble.featureNames)
    requireCategory(hashedFeature(ensemble, feature), value, `row.values[${i}]`)
    const column = columnOf === null ? feature : columnOf[feature]!
    if (column >= 0) into[column] = value
  }
  if (ensemble.infinity === 'refused') requireFinite(values, 'row.values')
}

/**
 * Rows for a model's evaluator, made of records by feature name, or of lists in the order of the features. Null is a missing cell. A
 * feature with categories takes their names, exactly as the trainer had them; any other takes numbers.
 *
 * @throws RiftlineError `invalid_argument` for a name or category that the model does not know
 */
export function encodeRows(records: Iterable<NamedRow | readonly unknown[]>, ensemble: TreeEnsemble): Float64Array {
  if (typeof records !== 'object' || records === null || !(Symbol.iterator in records)) {
    throw invalidArgument('records', 'an array of rows', records)
  }
  const rows = Array.from(records)
  const width = ensemble.numberOfFeatures
  const into = new Float64Array(rows.length * width)
  rows.forEach((row, r) => {
    const cells = into.subarray(r * width, (r + 1) * width)
    const where = `records[${r}]`
    if (typeof row !== 'object' || row === null) throw invalidArgument(where, 'a record or a list of cells', row)
    if (!Array.isArray(row)) encodeNamed(row as NamedRow, cells, where, ensemble)
    else if (!fitsWidth(row.length, ensemble)) throw invalidArgument(where, `${width} cells`, row.length)
    else {
      for (let i = 0; i < row.length; i++) cells[i] = encodeCell(row[i], i, `${where}[${i}]`, ensemble)
      cells.fill(Number.NaN, row.length)
    }
    if (ensemble.infinity === 'refused') requireFinite(cells, where, ensemble.featureNames)
  })
  return into
}

function encodeNamed(row: NamedRow, into: Float64Array, where: string, ensemble: TreeEnsemble): void {
  const { featureNames } = ensemble
  if (featureNames === null) throw invalidArgument(where, `${into.length} numbers, as the model names no features`, row)
  const places = placesIn(featureNames)
  for (const name of Object.keys(row)) {
    if (!places.has(name))
      throw new RiftlineError('invalid_argument', `${where}: unknown feature ${JSON.stringify(name)}`)
  }
  featureNames.forEach((name, i) => {
    const value = Object.hasOwn(row, name) ? row[name] : undefined
    if (value === undefined) throw invalidArgument(`${where}.${name}`, 'a value', value, 'null means missing')
    into[i] = encodeCell(value, i, `${where}.${name}`, ensemble)
  })
}

function encodeCell(value: unknown, feature: number, where: string, ensemble: TreeEnsemble): number {
  const { categories } = ensemble
  const hashed = hashedFeature(ensemble, feature)
  if (hashed !== undefined) {
    if (typeof value === 'string' || isIntegerCategory(value)) return hashedCell(hashed, value)
    throw invalidArgument(where, 'a category: a text or an integer', value)
  }
  if (value === null || Number.isNaN(value)) return Number.NaN
  const names = categories[feature] ?? null
  if (names === null) {
    if (typeof value === 'number') return value
    throw invalidArgument(where, 'a number', value, value === undefined ? 'null means missing' : undefined)
  }
  const code = placesIn(names).get(value)
  if (code !== undefined) return code
  const some = names.slice(0, 5).map((name) => JSON.stringify(name))
  throw invalidArgument(where, `one of ${names.length} categories, such as ${some.join(', ')}`, value)
}

/** Returns the caller's buffer, or a new one. */
export function takeFloats(out: Float64Array | undefined, length: number): Float64Array {
  if (out !== undefined) {
    checkBuffer(out, 'Float64Array', length)
    return out
  }
  try {
    return new Float64Array(length)
  } catch (cause) {
    const message = `rows: the answer of ${length} numbers does not fit into memory; ask for fewer rows at once`
    throw new RiftlineError('invalid_argument', message, { cause })
  }
}

/** `takeFloats` for leaf numbers and labels. */
export function takeIntegers(out: Int32Array | undefined, length: number): Int32Array {
  if (out === undefined) return new Int32Array(length)
  checkBuffer(out, 'Int32Array', length)
  return out
}

function checkBuffer(out: Float64Array | Int32Array, type: string, length: number): void {
  if (tagOf(out) !== type) throw invalidArgument('out', type, tagOf(out))
  if (out.length !== length) throw invalidArgument('out', `${type} of length ${length}`, out.length)
}

/** Type of an array from any realm, which `instanceof` would miss; the first line is a fast path for this realm. */
function tagOf(value: unknown): string {
  if (value instanceof Float64Array && ArrayBuffer.isView(value)) return 'Float64Array'
  return Object.prototype.toString.call(value).slice(8, -1)
}
