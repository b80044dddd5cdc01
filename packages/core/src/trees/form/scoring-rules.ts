import type { TreeEnsemble, Trees } from './tree-ensemble.ts'

/**
 * Decision of a node, one byte. The first five compare `value <= threshold` and differ in the missing values and their side; the
 * others test the node's set.
 *
 * | decision | missing | goes left |
 * |---|---|---|
 * | `compare` | nothing | value, or 0 for NaN, `<=` threshold |
 * | `zeroGoesLeft`, `zeroGoesRight` | NaN and 0 | as named, else `<=` |
 * | `nanGoesLeft`, `nanGoesRight` | NaN | as named, else `<=` |
 * | `inBitset`, `inList` | | the value, truncated towards zero, is a category of the set |
 * | `noSlot` | | no slot of the set is > 0 |
 * | `noSlotNorNan` | | no slot of the set is > 0 or NaN |
 *
 * LightGBM's `missing_type` None, Zero and NaN with `default_left` give the first five. ML.NET compares NaN as false
 * (`nanGoesRight`) or replaces it by a constant, whose side is known when the model is read.
 */
export const splitDecision = {
  compare: 0,
  zeroGoesLeft: 1,
  zeroGoesRight: 2,
  nanGoesLeft: 3,
  nanGoesRight: 4,
  inBitset: 5,
  inList: 6,
  noSlot: 7,
  noSlotNorNan: 8,
} as const

export type SplitDecision = (typeof splitDecision)[keyof typeof splitDecision]

/**
 * Decides which child a row takes; the only statement of that rule. `row` is prepared (`prepareRow`): zero is exactly 0 and
 * float32 rows are rounded. Traps: the comparison is `<=`, where other libraries have `<`; every comparison with NaN is false, so
 * NaN comes first; -0 equals 0.
 *
 * Sources: https://github.com/microsoft/LightGBM/blob/v4.6.0/include/LightGBM/tree.h (`NumericalDecision`,
 * `CategoricalDecision`) and
 * https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.FastTree/TreeEnsemble/InternalRegressionTree.cs#L822
 */
export function goesLeft(trees: Trees, node: number, row: Float64Array): boolean {
  const value = row[trees.feature[node]!]!
  const threshold = trees.threshold[node]!
  const missing = Number.isNaN(value)
  switch (trees.decision[node]) {
    case splitDecision.nanGoesLeft:
      return missing || value <= threshold
    case splitDecision.nanGoesRight:
      return value <= threshold
    case splitDecision.compare:
      return (missing ? 0 : value) <= threshold
    case splitDecision.zeroGoesLeft:
      return missing || value === 0 || value <= threshold
    case splitDecision.zeroGoesRight:
      return value !== 0 && value <= threshold
    case splitDecision.inBitset:
      return bitsetHas(trees, threshold, value)
    case splitDecision.inList:
      return listHas(trees, threshold, value)
    default:
      return !anySlotSet(trees, threshold, row, trees.decision[node] === splitDecision.noSlotNorNan)
  }
}

/** Whether a one-hot slot of ML.NET is set: any value above 0 counts, even 0.3; with `nanCounts` NaN does too. */
function anySlotSet(trees: Trees, set: number, row: Float64Array, nanCounts: boolean): boolean {
  const end = trees.setStart[set + 1]!
  for (let i = trees.setStart[set]!; i < end; i++) {
    const value = row[trees.setItems[i]!]!
    if (value > 0 || (nanCounts && Number.isNaN(value))) return true
  }
  return false
}

/**
 * Output of leaf `leaf`: its value, or for a linear leaf `constant + Σ coefficient · cell` in the order of the artifact. A NaN
 * cell among the terms gives the plain value; infinities are ordinary numbers.
 * Source: https://github.com/microsoft/LightGBM/blob/v4.6.0/include/LightGBM/tree.h (`Tree::Predict`).
 */
export function leafOutput(trees: Trees, leaf: number, row: Float64Array): number {
  const linear = trees.linear
  if (linear === null) return trees.leafValue[leaf]!
  let sum = linear.constant[leaf]!
  const end = linear.termStart[leaf + 1]!
  for (let i = linear.termStart[leaf]!; i < end; i++) {
    const value = row[linear.feature[i]!]!
    if (Number.isNaN(value)) return trees.leafValue[leaf]!
    sum += linear.coefficient[i]! * value
  }
  return sum
}

/**
 * LightGBM's zero: the float32 nearest to 1e-35, as a double (`kZeroThreshold` in its meta.h). Its thresholds are often exactly
 * this number, so 1e-35 itself would be wrong.
 */
export const zeroThreshold: number = Math.fround(1e-35)

/**
 * Copies the row of `rows` that begins at `from` into `row`, as the trainer's own scorer sees it; NaN stays NaN.
 *
 * - `float64`: LightGBM's C API drops every cell with `|v| <= zeroThreshold` of a dense row into a zeroed buffer
 *   (https://github.com/microsoft/LightGBM/blob/v4.6.0/src/c_api.cpp, `RowPairFunctionFromDenseMatrix`), so -0 and tiny
 *   numbers become +0 before any tree sees them.
 * - `float32`: ML.NET's feature vectors are 32-bit, so cells are rounded: `prepareRow` of 0.1 gives 0.10000000149011612.
 */
export function prepareRow(
  rows: Float64Array,
  from: number,
  row: Float64Array,
  precision: TreeEnsemble['precision'],
): void {
  if (precision === 'float32') {
    for (let i = 0; i < row.length; i++) row[i] = Math.fround(rows[from + i]!)
    return
  }
  for (let i = 0; i < row.length; i++) {
    const value = rows[from + i]!
    row[i] = value >= -zeroThreshold && value <= zeroThreshold ? 0 : value
  }
}

/** Largest category, as LightGBM casts the cell to int32. */
export const maximumCategory = 2147483647

/** Words that a bitset may have in any case: categories below 2048. */
const smallBitset = 64

/**
 * Words of the bitset of `categories`, category c at bit `c & 31` of word `c >> 5`. Null if it would have more than eight words a
 * category: then a sorted list keeps the memory proportional to the artifact.
 */
export function packBitset(categories: readonly number[]): number[] | null {
  let largest = -1
  for (const category of categories) largest = Math.max(largest, category)
  const length = (largest >> 5) + 1
  if (isSparse(length, categories.length)) return null
  const words = new Array<number>(length).fill(0)
  for (const category of categories) words[category >> 5]! |= 1 << (category & 31)
  return words
}

/** Whether a sorted list would be much shorter than the bitset. */
function isSparse(words: number, categories: number): boolean {
  return words > Math.max(smallBitset, 8 * categories)
}

/** Removes empty words at the end of a bitset, and categories beyond the largest one. */
export function trimBitset(words: Int32Array): Int32Array {
  let length = Math.min(words.length, 2 ** 26)
  while (length > 0 && words[length - 1] === 0) length--
  return words.subarray(0, length)
}

/** Ascending categories of a trimmed bitset that is sparse; null for other bitsets. */
export function sparseCategories(words: Int32Array): number[] | null {
  let count = 0
  for (let w = 0; w < words.length; w++) {
    for (let word = words[w]!; word !== 0; word &= word - 1) count++
  }
  if (!isSparse(words.length, count)) return null
  const categories: number[] = []
  words.forEach((word, w) => {
    for (let bit = 0; bit < 32; bit++) if (((word >>> bit) & 1) === 1) categories.push(w * 32 + bit)
  })
  return categories
}

/**
 * Whether bitset `set` has the cell's category. LightGBM truncates towards zero, so (-1, 0) is category 0; NaN, negative numbers
 * and numbers beyond int32 are in no set. Do not use `value | 0`: 4294967296 | 0 is 0, which would be category 0.
 */
function bitsetHas(trees: Trees, set: number, value: number): boolean {
  const category = Math.trunc(value)
  if (!(category >= 0 && category <= maximumCategory)) return false
  const word = trees.setStart[set]! + (category >> 5)
  return word < trees.setStart[set + 1]! && ((trees.setItems[word]! >>> (category & 31)) & 1) === 1
}

/** Whether an ascending list has the cell's category, by binary search. */
export function listHas(trees: Trees, set: number, value: number): boolean {
  const category = Math.trunc(value)
  let low = trees.setStart[set]!
  let high = trees.setStart[set + 1]!
  const end = high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (trees.setItems[middle]! < category) low = middle + 1
    else high = middle
  }
  return low < end && trees.setItems[low] === category
}
