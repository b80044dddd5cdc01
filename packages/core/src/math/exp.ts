/**
 * e^x with an error below 0.51 units in the last place, the same on every runtime. `Math.exp` is neither: engines differ in
 * its last bit, and the C libraries that trainers are built with round better than it does.
 *
 * x = (128 e + i) · ln 2 / 128 + r, so e^x = 2^e · 2^(i/128) · e^r, where |r| < 0.0028 leaves a short polynomial and 2^(i/128)
 * comes from a table of pairs of doubles. Method: Tang, Table-Driven Implementation of the Exponential Function in IEEE
 * Floating-Point Arithmetic (1989), https://doi.org/10.1145/63522.214389.
 *
 * @example exp(1) // => 2.718281828459045
 */
export function exp(x: number): number {
  if (!(x > -370 && x < 350)) return expOfSum(x, 0)
  // Same bits as `expOfSum` with one multiplication less, as 2^e is a double here.
  const k = x * perUnit + toInteger - toInteger
  const r = x - k * unitHigh - k * unitLow
  const growth = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720)))))
  const i = k & 127
  const root = rootHigh[i]!
  return (root + (rootLow[i]! + root * growth)) * powerOfTwo[(k >> 7) - leastPower]!
}

/** e^(x + tail), |tail| below a unit in the last place of x: `exp` of an exponent with more than 53 bits. */
export function expOfSum(x: number, tail: number): number {
  if (!(x > -746 && x < 710)) return x >= 710 ? Infinity : x <= -746 ? 0 : Number.NaN
  const k = x * perUnit + toInteger - toInteger
  const r = x - k * unitHigh - (k * unitLow - tail)
  const growth = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720)))))
  const i = k & 127
  const e = k >> 7
  const root = rootHigh[i]!
  // Multiplies by 2^e in two steps, since 2^e alone may be out of range; the first step is exact.
  const first = e >> 1
  return (root + (rootLow[i]! + root * growth)) * powerOfTwo[first - leastPower]! * powerOfTwo[e - first - leastPower]!
}

/** 1.5 · 2^52, which rounds a number to an integer when added. */
const toInteger = 6755399441055744

/**
 * e^x - 1 with an error below 0.6 units in the last place, also near 0, the same on every runtime; `Math.expm1` is not. Up to 1/16 by
 * the series Σ x^n / n!; beyond it by the parts of `exp`, with 1 subtracted from the largest.
 */
export function expm1(x: number): number {
  if (!(x > -40 && x < 40)) return exp(x) - 1
  if (Math.abs(x) < 2 ** -54) return x
  if (Math.abs(x) < 1 / 16) return x + x * x * series(x)
  const k = Math.round(x * perUnit)
  const r = x - k * unitHigh - k * unitLow
  const growth = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720)))))
  const scale = powerOfTwo[(k >> 7) - leastPower]!
  const root = scale * rootHigh[k & 127]!
  const head = root - 1
  const lost = root > 1 ? root - head - 1 : root - (head + 1)
  return head + (lost + (scale * rootLow[k & 127]! + root * growth))
}

/** (e^x - 1 - x) / x^2. */
function series(x: number): number {
  let sum = 0
  for (const coefficient of coefficients) sum = coefficient + x * sum
  return sum
}

/** 1 / n! for n from 11 down to 2. */
const coefficients: number[] = [1 / 2]
for (let n = 3; n < 12; n++) coefficients.unshift(coefficients[0]! / n)

// Tables of exp and expm1: 2^(i/128), 2^e and ln 2 / 128, each exact or as a pair of doubles. They are summed from series in
// integers over 2^120, so they do not depend on a runtime's functions.

/** x · perUnit is x in units of ln 2 / 128. */
const perUnit: number = 128 / Math.LN2

const fraction = 120n
const one = 1n << fraction
let logarithm = 0n // Σ 1 / (n 2^n)
for (let n = 1n; n < fraction; n++) logarithm += (one >> n) / n
const unit = logarithm / 128n

/** Leading bits of ln 2 / 128, so few that products with whole numbers up to 2^18 are exact, and the rest. */
const unitHigh: number = Number(unit >> (fraction - 42n)) / 2 ** 42
const unitLow: number = toNumber(unit - toFraction(unitHigh))

/** 2^(i/128) = rootHigh[i] + rootLow[i]. */
const rootHigh: Float64Array = new Float64Array(128)
const rootLow: Float64Array = new Float64Array(128)
let root = one // e^unit = Σ unit^n / n!
for (let n = 30n; n > 0n; n--) root = one + ((root * unit) >> fraction) / n
for (let i = 0, value = one; i < 128; i++, value = (value * root) >> fraction) {
  rootHigh[i] = toNumber(value)
  rootLow[i] = toNumber(value - toFraction(rootHigh[i]!))
}

/** 2^e = powerOfTwo[e - leastPower]. */
export const leastPower: number = -540
export const powerOfTwo: Float64Array = new Float64Array(1060)
powerOfTwo[-leastPower] = 1
for (let i = -leastPower; i + 1 < powerOfTwo.length; i++) powerOfTwo[i + 1] = 2 * powerOfTwo[i]!
for (let i = -leastPower; i > 0; i--) powerOfTwo[i - 1] = powerOfTwo[i]! / 2

function toNumber(value: bigint): number {
  return Number(value) / 2 ** 120
}

function toFraction(value: number): bigint {
  return BigInt(value * 2 ** 120)
}
