import { bisect } from '../math/bisect.ts'
import { sigmoid } from '../math/sigmoid.ts'
import type { DevigMethod, DevigParams } from './devig.ts'
import { solvePower } from './power-exponent.ts'

/**
 * De-vigs a market of three or more outcomes. Trusts prices above 1 and a method that has an n-way form.
 *
 * With r = 1/o and m the margin: multiplicative r / sum; additive r - m/n; power r^k; Shin below; odds ratio
 * r / (c + r - c r); goto r - m se / sum of se with se = sqrt(1 - r); balanced books (r - z)/(1 - z), z = m/(n - 1).
 */
export function devigMany(
  odds: readonly number[],
  margin: number,
  method: DevigMethod,
): { probabilities: number[]; params: DevigParams } {
  const implied = odds.map((price) => 1 / price)
  const sum = 1 + margin
  switch (method) {
    case 'multiplicative':
      return { probabilities: implied.map((r) => r / sum), params: {} }
    case 'power': {
      const powerK = solvePower(odds)
      return { probabilities: odds.map((price) => Math.exp(-powerK * Math.log(price))), params: { powerK } }
    }
    case 'shin':
      return shin(implied, sum)
    case 'oddsRatio':
    case 'logarithmic':
      return oddsRatio(odds)
    case 'goto': {
      const errors = odds.map((price) => Math.sqrt((price - 1) / price))
      const total = errors.reduce((all, se) => all + se, 0)
      return { probabilities: implied.map((r, i) => r - (margin * (errors[i] ?? 0)) / total), params: {} }
    }
    case 'bb': {
      const bbZ = margin / (odds.length - 1)
      return { probabilities: implied.map((r) => (r - bbZ) / (1 - bbZ)), params: { bbZ } }
    }
    default:
      return { probabilities: implied.map((r) => r - margin / odds.length), params: {} }
  }
}

/**
 * Shin: p = (sqrt(z^2 + 4 (1 - z) r^2 / S) - z) / (2 (1 - z)), with the share z of insiders that makes them sum to 1.
 * The sum falls in z; the root is in (0, 1) with a margin and below 0 without. A fixed-point iteration can oscillate
 * here, bisection cannot.
 */
function shin(implied: readonly number[], sum: number): { probabilities: number[]; params: DevigParams } {
  const at = (z: number): number[] =>
    implied.map((r) => {
      const square = (r * r) / sum
      const root = Math.sqrt(z * z + 4 * (1 - z) * square)
      return z >= 0 ? (2 * square) / (root + z) : (root - z) / (2 * (1 - z))
    })
  const excess = (z: number): number => at(z).reduce((total, p) => total + p, -1)
  let low = 0
  let high = 0
  if (excess(0) >= 0) high = 1
  else for (low = -1; excess(low) < 0; low *= 2) high = low
  const shinZ = bisect(excess, low, high)
  return { probabilities: at(shinZ), params: { shinZ } }
}

/** Odds ratio: every log odds is shifted by the same ln c, so that the probabilities sum to 1. */
function oddsRatio(odds: readonly number[]): { probabilities: number[]; params: DevigParams } {
  const logits = odds.map((price) => -Math.log(price - 1))
  const at = (shift: number): number[] => logits.map((z) => sigmoid(z - shift))
  const excess = (shift: number): number => at(shift).reduce((total, p) => total + p, -1)
  const logC = bisect(excess, Math.min(...logits) - 1, Math.max(...logits) + Math.log(odds.length) + 1)
  return { probabilities: at(logC), params: { oddsRatioC: Math.exp(logC), logC } }
}
