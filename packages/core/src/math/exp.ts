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
  if (!(x > -746 && x < 710)) return x >= 710 ? Infinity : x <= -746 ? 0 : Number.NaN
  const k = x * perUnit + toInteger - toInteger
  const r = x - k * unitHigh - k * unitLow
  const growth = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r / 720))))
  const i = k & 127
  const e = k >> 7
  const root = high[i]!
  // In two steps, since 2^e alone may be out of range; the first is exact.
  return (root + (low[i]! + root * growth)) * power[(e >> 1) - least]! * power[e - (e >> 1) - least]!
}

/** 1.5 · 2^52: adding it rounds to an integer. */
const toInteger = 6755399441055744
const perUnit = 128 / Math.LN2

// ln 2 / 128 and its powers of e, as integers over 2^120.
const fraction = 120n
const one = 1n << fraction
let logarithm = 0n // Σ 1 / (n 2^n)
for (let n = 1n; n < fraction; n++) logarithm += (one >> n) / n
const unit = logarithm / 128n

/** The leading bits of ln 2 / 128, so few that products with k are exact, and the rest. */
const unitHigh = Number(unit >> (fraction - 42n)) / 2 ** 42
const unitLow = toNumber(unit - toFraction(unitHigh))

/** 2^(i/128) = high[i] + low[i]. */
const high = new Float64Array(128)
const low = new Float64Array(128)
let root = one // e^unit = Σ unit^n / n!
for (let n = 30n; n > 0n; n--) root = one + ((root * unit) >> fraction) / n
for (let i = 0, value = one; i < 128; i++, value = (value * root) >> fraction) {
  high[i] = toNumber(value)
  low[i] = toNumber(value - toFraction(high[i]!))
}

/** 2^(least + i). */
const least = -540
const power = new Float64Array(1060)
power[-least] = 1
for (let i = -least; i + 1 < power.length; i++) power[i + 1] = 2 * power[i]!
for (let i = -least; i > 0; i--) power[i - 1] = power[i]! / 2

function toNumber(value: bigint): number {
  return Number(value) / 2 ** 120
}

function toFraction(value: number): bigint {
  return BigInt(value * 2 ** 120)
}
