import { exp, expOfSum } from './exp.ts'
import { log, logOfSum, remainder } from './log.ts'

/**
 * x^y for x at least 0, the same on every runtime; `**` is not.
 *
 * e^(y ln x), with ln x and its product with y as sums of two doubles. The error is below 0.51 units in the last place for
 * results between 1/e and e, below 0.7 up to e^20 and below 8 at the end of the range.
 *
 * @param x at least 0; NaN below
 * @example
 * power(2, -3) // => 0.125
 */
export function power(x: number, y: number): number {
  if (y === 0 || x === 1) return 1
  if (!(x > 0 && x < Infinity)) return exp(y * log(x))
  const logarithm = logOfSum(x, 0)
  const product = y * logarithm
  if (!(Math.abs(product) < 746)) return exp(product)
  const yHigh = upperHalf(y)
  const yLow = y - yHigh
  const high = upperHalf(logarithm)
  const low = logarithm - high
  const lost = yHigh * high - product + yHigh * low + yLow * high + yLow * low
  return expOfSum(product, lost + y * remainder[0]!)
}

/** Upper 26 bits of a double. Source: T. J. Dekker, A Floating-Point Technique for Extending the Available Precision (1971). */
function upperHalf(value: number): number {
  const scaled = value * (2 ** 27 + 1)
  return scaled - (scaled - value)
}
