import { exp, expOfSum, leastPower, powerOfTwo } from './exp.ts'

/**
 * ln x with an error below 0.51 units in the last place, the same on every runtime; `Math.log` is not.
 *
 * x = 2^k z with z in [11/16, 11/8), and ln x = k ln 2 - ln c + ln(1 + r) with r = c z - 1, where c, of ten bits, is near 1 / z:
 * r is exact as a sum of two doubles, |r| < 1/128 leaves a short series, and k ln 2 - ln c comes from pairs of doubles, whose
 * first halves sum exactly. Method: Tang, Table-Driven Implementation of the Logarithm Function in IEEE Floating-Point
 * Arithmetic (1990), https://doi.org/10.1145/98267.98294.
 *
 * @param x at least 0; NaN below
 * @example log(10) // => 2.302585092994046
 */
export function log(x: number): number {
  if (!(x > 0 && x < Infinity)) return x === 0 ? -Infinity : x > 0 ? x : Number.NaN
  return logOfSum(x, 0)
}

/**
 * ln(1 + x), x at least -1, NaN below, with an error below 0.51 units in the last place, also near 0, the same on every runtime.
 * @example log1p(1e-20) // => 1e-20
 */
export function log1p(x: number): number {
  if (!(x > -1 && x < 2 ** 60)) return log(1 + x)
  if (Math.abs(x) < 2 ** -54) return x
  const sum = 1 + x
  return logOfSum(sum, x < 1 ? x - (sum - 1) : 1 - (sum - x))
}

/**
 * ln(x + tail), |tail| at most half a unit in the last place of x. `remainder` keeps what rounding took from the result, to about ten
 * more bits. Trusts 0 < x < Infinity.
 */
function logOfSum(x: number, tail: number): number {
  let middle = x
  let far = 0
  if (x < 2 ** -500) {
    middle = x * 2 ** 600
    far = -600
  } else if (x > 2 ** 500) {
    middle = x * 2 ** -600
    far = 600
  }
  bits.setFloat64(0, middle, true)
  const place = bits.getInt32(4, true) - firstPlace // exponent, then 7 bits that select the part, then other digits
  const k = place >> 20
  const i = (place >> 13) & 127

  const scale = powerOfTwo[-k - leastPower]!
  const z = middle * scale
  const c = inverse[i]!
  const coarse = z + toCoarse - toCoarse
  const rough = c * coarse - 1
  const fine = c * (z - coarse + tail * scale)
  const r = rough + fine
  const square = r * r
  const series =
    square * (-1 / 2 + r * (1 / 3) + square * (-1 / 4 + r * (1 / 5))) +
    square * square * square * (-1 / 6 + r * (1 / 7) + square * (-1 / 8 + r * (1 / 9)))

  const whole = (k + far) * ln2High + logHigh[i]!
  const head = whole + r
  const low = whole - head + r + (rough - r + fine + ((k + far) * ln2Low + logLow[i]!) + series)
  const result = head + low
  remainder[0] = head - result + low
  return result
}

/** Rounding error of the last `logOfSum`. */
const remainder: Float64Array = new Float64Array(1)

const bits = new DataView(new ArrayBuffer(8))
/** Upper half of the bits of 11/16. */
const firstPlace = 0x3fe60000
/** Constant that rounds a number to a multiple of 2^-31 when added. */
const toCoarse = 1.5 * 2 ** 21

// Tables of log: for each part of [11/16, 11/8) a number near its inverse and minus the logarithm of that number, summed
// here from series in integers over 2^120, so that no runtime's own functions take part.

const fraction = 120n
const gridBits = fraction - 42n

/** ln(larger / smaller) = 2 artanh(t) = 2 Σ t^n / n over odd n, with t = (larger - smaller) / (larger + smaller). */
function logOfRatio(larger: number, smaller: number): bigint {
  const t = (BigInt(larger - smaller) << fraction) / BigInt(larger + smaller)
  const square = (t * t) >> fraction
  let sum = 0n
  for (let n = 1n, term = t; term > 0n; n += 2n, term = (term * square) >> fraction) sum += term / n
  return 2n * sum
}

/** Splits a value into a multiple of 2^-42, of so few bits that products with exponents are exact, and the rest. */
function split(value: bigint): [number, number] {
  const high = value >> gridBits
  return [Number(high) / 2 ** 42, Number(value - (high << gridBits)) / 2 ** 120]
}

const ln2 = split(logOfRatio(2, 1))
const ln2High: number = ln2[0]
const ln2Low: number = ln2[1]

/**
 * Part i begins at 11/16 + i/256 up to 1, from where the step is 1/128. inverse[i], a multiple of 2^-10, is near 1 / x in the
 * whole part, and 1 in both parts beside 1. logHigh[i] + logLow[i] = -ln(inverse[i]), split as ln 2.
 */
const inverse: Float64Array = new Float64Array(128)
const logHigh: Float64Array = new Float64Array(128)
const logLow: Float64Array = new Float64Array(128)

const numerators = Array.from(inverse, (_, i) => {
  if (i === 79 || i === 80) return 1024
  return Math.round(1024 / (i < 80 ? 11 / 16 + (i + 0.5) / 256 : 1 + (i - 79.5) / 128))
})

let value = 0n // sums from 1 outwards, where the logarithm is exactly 0
for (let i = 80; i < 128; i++) {
  value += logOfRatio(numerators[i - 1]!, numerators[i]!)
  fill(i)
}
value = 0n
for (let i = 79; i >= 0; i--) {
  value -= logOfRatio(numerators[i]!, numerators[i + 1]!)
  fill(i)
}

function fill(i: number): void {
  inverse[i] = numerators[i]! / 1024
  const [high, low] = split(value)
  logHigh[i] = high
  logLow[i] = low
}

/**
 * x^y for x at least 0, NaN below, the same on every runtime; `**` is not. e^(y ln x), with ln x and its product with y as sums of two
 * doubles: the error is below 0.51 units in the last place between 1/e and e, 0.7 up to e^20 and 8 at the end of the range.
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
