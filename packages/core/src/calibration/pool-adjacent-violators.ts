/**
 * Pool adjacent violators in place: the non-decreasing sequence nearest to `values` in weighted least squares. Neighbours that fall
 * are merged into their weighted mean until nothing falls; each merge looks back, so the whole pass is O(n). The blocks are written to
 * the front of the arrays, with the index at which each begins:
 *
 *   values   1  3  2  4    ->    merged   1 2.5 2.5 4    blocks   0  1  3   (values[0..2] = 1, 2.5, 4)
 *
 * Source: F. Busing, "Monotone regression: a simple and fast O(n) PAVA implementation", J. Statistical Software 102 (2022).
 * Trusts its arguments: weights above 0, all of one length.
 * @returns number of blocks
 */
export function poolAdjacentViolators(
  values: Float64Array,
  weights: Float64Array,
  starts: Int32Array,
  count: number = values.length,
): number {
  const sums = new Float64Array(count) // sums of weight times value, which keep equal means of whole numbers equal
  let blocks = 0
  for (let i = 0; i < count; i++) {
    let value = values[i]!
    let weight = weights[i]!
    let sum = weight * value
    let start = i
    while (blocks > 0 && values[blocks - 1]! >= value) {
      blocks--
      const total = weights[blocks]! + weight
      sum += sums[blocks]!
      value = safe(sum, total) ? sum / total : meanOfTwo(values[blocks]!, weights[blocks]!, value, weight)
      weight = addWeights(weights[blocks]!, weight)
      start = starts[blocks]!
    }
    values[blocks] = value
    weights[blocks] = weight
    sums[blocks] = sum
    starts[blocks] = start
    blocks++
  }
  return blocks
}

/** Values of the blocks of `poolAdjacentViolators`, each repeated over its block. Does not change its arguments. */
export function nearestRising(values: Float64Array, weights: Float64Array): Float64Array {
  const means = values.slice()
  const starts = new Int32Array(means.length)
  const blocks = poolAdjacentViolators(means, weights.slice(), starts)
  const rising = new Float64Array(means.length)
  for (let block = 0; block < blocks; block++) {
    rising.fill(means[block]!, starts[block], block + 1 < blocks ? starts[block + 1] : rising.length)
  }
  return rising
}

/** Whether a weighted sum and its total weight are finite. */
function safe(sum: number, total: number): boolean {
  return sum - sum === 0 && total < Infinity
}

/** Weighted mean of two values without forming their products or the sum of the weights, which may overflow; a bit less exact. */
export function meanOfTwo(a: number, weightA: number, b: number, weightB: number): number {
  return a / (1 + weightB / weightA) + b / (1 + weightA / weightB)
}

/** Sum of two weights; the largest double where it would be infinite. */
export function addWeights(a: number, b: number): number {
  return Math.min(Number.MAX_VALUE, a + b)
}

/** Weighted mean of values[start .. end - 1], which ascend; never outside them. Trusts weights above 0. */
export function meanOfRun(values: ArrayLike<number>, weights: ArrayLike<number>, start: number, end: number): number {
  let sum = 0
  let total = 0
  for (let i = start; i < end; i++) {
    sum += values[i]! * weights[i]!
    total += weights[i]!
  }
  let mean = sum / total
  if (!(Number.isFinite(sum) && total < Infinity)) {
    mean = values[start]!
    total = weights[start]!
    for (let i = start + 1; i < end; i++) {
      mean = meanOfTwo(mean, total, values[i]!, weights[i]!)
      total = addWeights(total, weights[i]!)
    }
  }
  return Math.min(values[end - 1]!, Math.max(values[start]!, mean))
}
