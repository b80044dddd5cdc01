import type { Trees } from './tree-ensemble.ts'

/**
 * What leaf `leaf` adds to the score: its value, or for a linear leaf `constant + Σ coefficient · cell` in the order of
 * the artifact. A NaN cell among the terms gives the plain value; infinities are ordinary numbers.
 *
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
