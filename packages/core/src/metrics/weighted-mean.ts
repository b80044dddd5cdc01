/**
 * Mean of `score(i)` for i = 0 .. length-1, weighted when weights are given. Trusts its arguments: weights of that
 * length with a positive sum.
 *
 * @example
 * weightedMean(3, (i) => i) // => 1
 */
export function weightedMean(length: number, score: (index: number) => number, weights?: ArrayLike<number>): number {
  const unit = weights === undefined ? 1 : unitOf(weights)
  let sum = 0
  let total = 0
  for (let i = 0; i < length; i++) {
    const weight = weights === undefined ? 1 : (weights[i] ?? 0) / unit
    if (weight === 0) continue
    sum += weight * score(i)
    total += weight
  }
  return sum / total
}

/** The largest weight where sums of weights could leave the range of a double, else 1. */
function unitOf(weights: ArrayLike<number>): number {
  let largest = 0
  for (let i = 0; i < weights.length; i++) largest = Math.max(largest, weights[i] ?? 0)
  return largest > 1e-200 && largest < 1e290 ? 1 : largest
}
