import { log, log1p } from './log.ts'

/**
 * Log loss of one forecast, clipped to [epsilon, 1 - epsilon]. Trusts its arguments.
 *
 * @example
 * surprise(0.5, 1) // => 0.6931471805599453
 */
export function surprise(probability: number, outcome: number, epsilon: number = 1e-15): number {
  let loss = 0
  if (outcome > 0) loss -= outcome * logOf(probability, epsilon)
  if (outcome < 1) loss -= (1 - outcome) * logOfComplement(probability, epsilon)
  return loss
}

function logOf(probability: number, epsilon: number): number {
  return 1 - probability < epsilon ? log1p(-epsilon) : log(Math.max(probability, epsilon))
}

// Below one half 1 - p would round; above it is exact.
function logOfComplement(probability: number, epsilon: number): number {
  if (probability < 0.5) return log1p(-Math.max(probability, epsilon))
  return log(Math.max(1 - probability, epsilon))
}
