// What log looks up: for each part of [11/16, 11/8) a number near its inverse and minus the logarithm of that number, summed
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

/** The value as a multiple of 2^-42, of so few bits that products with exponents are exact, and the rest. */
function split(value: bigint): [number, number] {
  const high = value >> gridBits
  return [Number(high) / 2 ** 42, Number(value - (high << gridBits)) / 2 ** 120]
}

const ln2 = split(logOfRatio(2, 1))
export const ln2High: number = ln2[0]
export const ln2Low: number = ln2[1]

/**
 * Part i begins at 11/16 + i/256 up to 1, from where the step is 1/128. inverse[i], a multiple of 2^-10, is near 1 / x in the
 * whole part, and 1 in both parts beside 1. logHigh[i] + logLow[i] = -ln(inverse[i]), split as ln 2.
 */
export const inverse: Float64Array = new Float64Array(128)
export const logHigh: Float64Array = new Float64Array(128)
export const logLow: Float64Array = new Float64Array(128)

const numerators = Array.from(inverse, (_, i) => {
  if (i === 79 || i === 80) return 1024
  return Math.round(1024 / (i < 80 ? 11 / 16 + (i + 0.5) / 256 : 1 + (i - 79.5) / 128))
})

let value = 0n // from 1 outwards, where it is exactly 0
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
