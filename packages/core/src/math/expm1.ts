import { exp } from './exp.ts'
import { leastPower, perUnit, powerOfTwo, rootHigh, rootLow, unitHigh, unitLow } from './exp-table.ts'

/**
 * e^x - 1 with an error below 0.6 units in the last place, also near 0, the same on every runtime; `Math.expm1` is not.
 *
 * Up to 1/16 the series Σ x^n / n!; beyond it the parts of `exp`, from the largest of which 1 is taken.
 *
 * @example
 * expm1(1e-20) // => 1e-20
 * expm1(-1) // => -0.6321205588285577
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
