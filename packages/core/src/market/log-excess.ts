import { log1p } from '../math/log.ts'

/**
 * x - ln(1 + x), which is at least 0: by its series where the difference would cancel. Trusts x above -1.
 *
 * Source: the Mercator series, https://en.wikipedia.org/wiki/Mercator_series.
 *
 * @example
 * logExcess(0) // => 0
 */
export function logExcess(x: number): number {
  if (Math.abs(x) > 0.1) return x - log1p(x)
  let power = x * x
  let sum = 0
  for (let n = 2; n < 24; n++) {
    sum += power / n
    power *= -x
  }
  return sum
}
