// Logarithms and exponentials to about eighty digits, as integers over 2^bits; the tests compare functions of doubles with these.

const bits = 280n
export const one: bigint = 1n << bits

/** Fixed-point value of a double, exact except for digits below 2^-280. */
export function fixed(x: number): bigint {
  let shift = 0n
  let whole = x
  for (; !Number.isInteger(whole); whole *= 2) shift++
  return (BigInt(whole) << bits) >> shift
}

/** Product of two fixed-point numbers. */
export function times(a: bigint, b: bigint): bigint {
  return (a * b) >> bits
}

/** ln(a / b) = 2 Σ t^n / n over odd n, with t = (a - b) / (a + b). */
function logOfRatio(a: bigint, b: bigint): bigint {
  const t = ((a - b) << bits) / (a + b)
  let sum = 0n
  for (let n = 1n, term = t; term !== 0n; n += 2n, term = (term * t * t) / (one * one)) sum += term / n
  return 2n * sum
}

const ln2 = logOfRatio(2n, 1n)

/** ln(value · 2^exponent). */
export function exactLog(value: bigint, exponent = 0): bigint {
  const digits = value.toString(2).length - 1
  return logOfRatio(value, 1n << BigInt(digits)) + (BigInt(exponent + digits) - bits) * ln2
}

/** e^x as value · 2^exponent, with value in [1, 2). */
export function exactExp(x: bigint): { readonly value: bigint; readonly exponent: number } {
  const k = x / ln2 - (x < 0n ? 1n : 0n)
  let sum = one // Σ r^n / n!
  for (let n = 70n; n > 0n; n--) sum = one + times(sum, x - k * ln2) / n
  return { value: sum, exponent: Number(k) }
}

/** Distance of a double above 2^-200 or below -2^-200 from the exact value, in units in its last place. */
export function ulpsFrom(exact: bigint, y: number): number {
  if (!Number.isFinite(y)) return Infinity
  const size = Math.abs(y)
  let unit = 2 ** -52
  while (unit * 2 ** 53 <= size) unit *= 2
  while (unit * 2 ** 52 > size) unit /= 2
  return Math.abs(Number(((fixed(y) - exact) * 1_000_000n) / fixed(unit))) / 1e6
}
