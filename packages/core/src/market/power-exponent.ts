import { clamp } from '../math/clamp.ts'
import { exp, expm1 } from '../math/exp.ts'
import { log, log1p } from '../math/log.ts'

/**
 * Exponent k that makes implied probabilities sum to one: sum of (1/o)^k = 1.
 *
 * The sum falls and is convex in k, so Newton from the left of the root never overshoots: from 1 where the prices carry a
 * margin, from 0 where they do not. The largest term enters as expm1, so a heavy favourite costs no digits.
 *
 * Source: S. Clarke, S. Kovalchik and M. Ingram (2017). Trusts at least two prices above 1.
 *
 * @param odds decimal prices
 * @returns k above 0; 1 for a fair market
 * @example
 * solvePower([2, 2]) // => 1
 */
export function solvePower(odds: readonly number[]): number {
  const first = favouriteOf(odds)
  let sum = -1
  for (const price of odds) sum += 1 / price
  const logs = odds.map((price) => -log(price))
  const favourite = -log1p(odds[first]! - 1)
  let k = sum >= 0 ? 1 : 0
  for (let step = 0; step < 64; step++) {
    let excess = expm1(k * favourite)
    let slope = favourite * (1 + excess)
    for (let i = 0; i < logs.length; i++) {
      if (i === first) continue
      const term = exp(k * logs[i]!)
      excess += term
      slope += logs[i]! * term
    }
    const change = excess / slope
    k -= change
    if (Math.abs(change) <= 1e-12 * Math.max(1, k)) break
  }
  return k
}

/** Index of the shortest price. */
export function favouriteOf(odds: readonly number[]): number {
  let favourite = 0
  for (let i = 1; i < odds.length; i++) if (odds[i]! < odds[favourite]!) favourite = i
  return favourite
}

/**
 * Nearest double strictly between 0 and 1: rounding or underflow must not make an outcome certain or impossible.
 *
 * @example
 * insideUnit(0.3) // => 0.3
 * insideUnit(1) < 1 // => true
 */
export function insideUnit(p: number): number {
  return clamp(p, Number.MIN_VALUE, 1 - Number.EPSILON / 2)
}

/**
 * x - ln(1 + x), which is at least 0. Uses the series for x at which the difference would cancel. Trusts x above -1.
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
