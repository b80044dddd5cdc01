import { bitsetHas, isInRanges, listHas } from './sets.ts'
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
 * | `inRanges` | | an odd number of the set's limits is below the value; NaN is above all limits, `+Infinity` included |
 *
 * LightGBM's `missing_type` None, Zero and NaN with `default_left` give the first five. ML.NET compares NaN as false
 * (`nanGoesRight`) or replaces it by a constant, whose side is known when the model is read. Other libraries' comparisons become
 * these: `v < c` on float32 cells is `v <= float32Below(c)`, and `>` is `<=` with the children exchanged. `inRanges` is membership by any
 * rule: `rangesOf` and `integerRanges` make limits.
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
  inRanges: 9,
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
    case splitDecision.inRanges:
      return isInRanges(trees, threshold, value)
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
 * - `float32`: the feature vectors of ML.NET and XGBoost are 32-bit, so cells are rounded: `prepareRow` of 0.1 gives 0.10000000149011612.
 * - `double`: cells stay as they are.
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
  if (precision === 'double') {
    for (let i = 0; i < row.length; i++) row[i] = rows[from + i]!
    return
  }
  for (let i = 0; i < row.length; i++) {
    const value = rows[from + i]!
    row[i] = value >= -zeroThreshold && value <= zeroThreshold ? 0 : value
  }
}
