/**
 * Weighted mean of two values, where the sum of the products, or of the weights, would be too large for a double. Slower and a
 * bit less exact than that sum; finite for all finite values and weights above 0.
 *
 * @example
 * meanOfTwo(1, 1e308, 2, 1e308) // => 1.5
 */
export function meanOfTwo(a: number, weightA: number, b: number, weightB: number): number {
  return a / (1 + weightB / weightA) + b / (1 + weightA / weightB)
}

/**
 * Sum of two weights; the largest double where it would be infinite.
 *
 * @example
 * addWeights(1e308, 1e308) // => 1.7976931348623157e308
 */
export function addWeights(a: number, b: number): number {
  return Math.min(Number.MAX_VALUE, a + b)
}

/**
 * Weighted mean of values[start .. end - 1], which ascend; never outside them. Trusts weights above 0.
 *
 * @example
 * meanOfRun([1, 2, 4], [1, 1, 2], 1, 3) // => 3.3333333333333335
 */
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
