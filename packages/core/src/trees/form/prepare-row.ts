import type { TreeEnsemble } from './tree-ensemble.ts'

/**
 * LightGBM's zero: the float32 nearest to 1e-35, held in a double (`kZeroThreshold` in its meta.h). Its thresholds are
 * often exactly this number, so 1e-35 itself would not do.
 */
export const zeroThreshold: number = Math.fround(1e-35)

/**
 * Copies one row of `rows`, beginning at `from`, into `row` as the trainer's own scorer would see it.
 *
 * - `float64`: LightGBM's C API drops every cell with `|v| <= zeroThreshold` of a dense row into a zeroed buffer
 *   (https://github.com/microsoft/LightGBM/blob/v4.6.0/src/c_api.cpp, `RowPairFunctionFromDenseMatrix`), so -0 and tiny
 *   numbers become +0 before any tree sees them.
 * - `float32`: ML.NET's feature vectors are 32-bit, so cells are rounded: `prepareRow` of 0.1 gives 0.10000000149011612.
 *
 * NaN stays NaN in both.
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
