// What exp and expm1 look up: 2^(i/128), 2^e and ln 2 / 128, each as a pair of doubles or exactly, summed here from their
// series in integers over 2^120, so that no runtime's own functions take part.

/** x · perUnit is x in steps of ln 2 / 128. */
export const perUnit: number = 128 / Math.LN2

const fraction = 120n
const one = 1n << fraction
let logarithm = 0n // Σ 1 / (n 2^n)
for (let n = 1n; n < fraction; n++) logarithm += (one >> n) / n
const unit = logarithm / 128n

/** The leading bits of ln 2 / 128, so few that products with whole numbers up to 2^18 are exact, and the rest. */
export const unitHigh: number = Number(unit >> (fraction - 42n)) / 2 ** 42
export const unitLow: number = toNumber(unit - toFraction(unitHigh))

/** 2^(i/128) = rootHigh[i] + rootLow[i]. */
export const rootHigh: Float64Array = new Float64Array(128)
export const rootLow: Float64Array = new Float64Array(128)
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
