import { exp } from './exp.ts'
import { log, log1p } from './log.ts'

/**
 * Log odds ln(p / (1 - p)) of a probability, computed on the side of the favourite, where 1 - p is exact, and through log1p near one half,
 * where the quotient would lose digits. Hence logOdds(1 - p) = -logOdds(p) exactly whenever 1 - p is. 0 gives -Infinity.
 */
export function logOdds(p: number): number {
  if (p < 0.5) return p > 0.25 ? -log1p((1 - 2 * p) / p) : -log((1 - p) / Math.abs(p))
  return p < 0.75 ? log1p((2 * p - 1) / (1 - p)) : log(p / (1 - p))
}

/** Distance from 0 and 1 to which a probability is moved before its log odds are taken, which keeps them finite. */
export const logitClip: number = 1e-6

/**
 * Log odds in [-13.82, 13.82] of a probability in [0, 1], moved inside [1e-6, 1 - 1e-6]: finite for 0 and 1 too.
 *
 * @example
 * clippedLogit(1) // => 13.815509557963773
 * clippedLogit(0.25) // => -1.0986122886681096
 */
export function clippedLogit(p: number): number {
  if (p <= logitClip) return lowestLogit
  return p >= 1 - logitClip ? -lowestLogit : logOdds(p)
}

/** Log odds at the clip. The upper end is its negative, as 1 - 1e-6 is not a double and swapped sides must stay exact. */
const lowestLogit = logOdds(logitClip)

/**
 * Logistic sigmoid, 1 / (1 + e^-x): the probability, in [0, 1], that belongs to log odds. The exponential is taken of -|x| only, so
 * nothing overflows, small probabilities keep their relative accuracy, and sigmoid(-x) is the complement of sigmoid(x) to the last bit
 * or the one before. Trusts its argument: this is the inner loop of fits.
 *
 * @param x log odds, -Infinity to Infinity
 * @example
 * sigmoid(0) // => 0.5
 * sigmoid(-40) // => 4.248354255291589e-18
 */
export function sigmoid(x: number): number {
  const small = exp(-Math.abs(x))
  return x >= 0 ? 1 / (1 + small) : small / (1 + small)
}

/** Log loss of one forecast, clipped to [epsilon, 1 - epsilon]. Trusts its arguments. */
export function surprise(probability: number, outcome: number, epsilon: number = 1e-15): number {
  let loss = 0
  if (outcome > 0) loss -= outcome * logOf(probability, epsilon)
  if (outcome < 1) loss -= (1 - outcome) * logOfComplement(probability, epsilon)
  return loss
}

function logOf(probability: number, epsilon: number): number {
  return 1 - probability < epsilon ? log1p(-epsilon) : log(Math.max(probability, epsilon))
}

// ln(1 - p), as 1 - p rounds below one half and is exact above it.
function logOfComplement(probability: number, epsilon: number): number {
  if (probability < 0.5) return log1p(-Math.max(probability, epsilon))
  return log(Math.max(1 - probability, epsilon))
}

/** Nearest number to `value` inside [low, high]. Trusts low <= high. @example clamp(1.2, 0, 1) // => 1 */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
