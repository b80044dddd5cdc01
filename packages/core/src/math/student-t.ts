import { exp } from './exp.ts'
import { log1p } from './log.ts'

/**
 * Probability that a Student t value with `degrees` degrees of freedom is at least as far from 0 as t, in either direction.
 *
 * I_x(n / 2, 1 / 2) with x = n / (n + t^2), the regularised incomplete beta function, by its continued fraction: on the side
 * where it converges fast, so that small probabilities keep their relative accuracy.
 *
 * Source: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 26.5.8 and 26.7.1. Trusts a whole number of
 * degrees of at least 1. O(degrees).
 *
 * @example
 * studentTwoSided(0, 3) // => 1
 * studentTwoSided(1, 1) // => 0.5
 */
export function studentTwoSided(t: number, degrees: number): number {
  if (t === 0) return 1
  if (Math.abs(t) > 1e150) return 0
  const square = t * t
  const a = degrees / 2
  // x^a (1 - x)^(1/2) / B(a, 1/2)
  const front = exp(-a * log1p(square / degrees)) * Math.sqrt(square / (degrees + square)) * inverseBeta(degrees)
  const x = degrees / (degrees + square)
  if (square > 3) return (front / a) * betaFraction(x, a, 0.5)
  return 1 - 2 * front * betaFraction(square / (degrees + square), 0.5, a)
}

/** 1 / B(n / 2, 1 / 2) = Gamma((n + 1) / 2) / (Gamma(n / 2) sqrt(pi)), by steps of two degrees. */
function inverseBeta(degrees: number): number {
  let value = degrees % 2 === 1 ? 1 / Math.PI : 1 / 2
  for (let n = degrees % 2 === 1 ? 1 : 2; n < degrees; n += 2) value *= (n + 1) / n
  return value
}

/** The continued fraction of the incomplete beta function, by the modified Lentz method. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || tiny)
  let value = d
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d || tiny)
    c = 1 + even / c || tiny
    value *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d || tiny)
    c = 1 + odd / c || tiny
    value *= d * c
    if (Math.abs(d * c - 1) < 1e-16) break
  }
  return value
}
