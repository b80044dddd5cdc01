import { invalidArgument } from '../errors.ts'

/**
 * Decimal odds from American odds: +150 pays 1.5 per unit, -200 needs 2 to win 1.
 *
 * A >= 100 gives 1 + A/100; A <= -100 gives 1 + 100/|A|. Nothing lies between -100 and 100.
 *
 * Source: https://en.wikipedia.org/wiki/Odds#Moneyline_odds.
 *
 * @throws RiftlineError `invalid_argument`
 * @example
 * americanToDecimal(170) // => 2.7
 * americanToDecimal(-200) // => 1.5
 */
export function americanToDecimal(american: number): number {
  const legal = typeof american === 'number' && Number.isFinite(american) && Math.abs(american) >= 100
  if (!legal) throw invalidArgument('american', 'a finite number of at least 100 or at most -100', american)
  return american > 0 ? (100 + american) / 100 : (100 - american) / -american
}

/**
 * Decimal odds from fractional odds: "5/2" pays 5 for every 2 staked.
 *
 * n/d gives 1 + n/d, for n and d above 0.
 *
 * Source: https://en.wikipedia.org/wiki/Odds#Fractional_odds.
 *
 * @param fractional two positive numbers with a slash between
 * @throws RiftlineError `invalid_argument`
 * @example
 * fractionalToDecimal('5/2') // => 3.5
 */
export function fractionalToDecimal(fractional: string): number {
  const match =
    typeof fractional === 'string' ? /^\s*(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)\s*$/.exec(fractional) : null
  const numerator = Number(match?.[1])
  const denominator = Number(match?.[2])
  const decimal = (denominator + numerator) / denominator
  if (!(numerator > 0 && denominator > 0 && Number.isFinite(decimal) && decimal > 1)) {
    throw invalidArgument('fractional', '"n/d" with n and d above 0', fractional)
  }
  return decimal
}
