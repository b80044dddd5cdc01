import { leastPower, perUnit, powerOfTwo, rootHigh, rootLow, unitHigh, unitLow } from './exp-table.ts'

/**
 * e^x with an error below 0.51 units in the last place, the same on every runtime. `Math.exp` is neither: engines differ in
 * its last bit, and the C libraries that trainers are built with round better than it does.
 *
 * x = (128 e + i) · ln 2 / 128 + r, so e^x = 2^e · 2^(i/128) · e^r, where |r| < 0.0028 leaves a short polynomial and 2^(i/128)
 * comes from a table of pairs of doubles. Method: Tang, Table-Driven Implementation of the Exponential Function in IEEE
 * Floating-Point Arithmetic (1989), https://doi.org/10.1145/63522.214389.
 *
 * @example
 * exp(1) // => 2.718281828459045
 */
export function exp(x: number): number {
  if (!(x > -370 && x < 350)) return expOfSum(x, 0)
  // The same bits: here 2^e is a double.
  const k = x * perUnit + toInteger - toInteger
  const r = x - k * unitHigh - k * unitLow
  const growth = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720)))))
  const i = k & 127
  const root = rootHigh[i]!
  return (root + (rootLow[i]! + root * growth)) * powerOfTwo[(k >> 7) - leastPower]!
}

/** e^(x + tail), |tail| below a unit in the last place of x: what `exp` does, for an exponent of more than 53 bits. */
export function expOfSum(x: number, tail: number): number {
  if (!(x > -746 && x < 710)) return x >= 710 ? Infinity : x <= -746 ? 0 : Number.NaN
  const k = x * perUnit + toInteger - toInteger
  const r = x - k * unitHigh - (k * unitLow - tail)
  const growth = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720)))))
  const i = k & 127
  const e = k >> 7
  const root = rootHigh[i]!
  // In two steps, since 2^e alone may be out of range; the first is exact.
  const first = e >> 1
  return (root + (rootLow[i]! + root * growth)) * powerOfTwo[first - leastPower]! * powerOfTwo[e - first - leastPower]!
}

/** 1.5 · 2^52: adding it rounds to an integer. */
const toInteger = 6755399441055744
