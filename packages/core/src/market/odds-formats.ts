import { invalidArgument } from '@riftline/base'

/**
 * Decimal odds from American odds: +150 pays 1.5 per unit, -200 needs 2 to win 1.
 *
 * A >= 100 gives 1 + A/100; A <= -100 gives 1 + 100/|A|. Nothing lies between -100 and 100; both of them are even money.
 *
 * Source: https://en.wikipedia.org/wiki/Odds#Moneyline_odds.
 *
 * @param american a finite number outside (-100, 100)
 * @returns a price above 1
 * @throws RiftlineError `invalid_argument`
 * @example
 * americanToDecimal(170) // => 2.7
 * americanToDecimal(-200) // => 1.5
 */
export function americanToDecimal(american: number): number {
  const legal = typeof american === 'number' && Number.isFinite(american) && Math.abs(american) >= 100
  if (!legal) throw invalidArgument('american', 'a finite number of at least 100 or at most -100', american)
  const decimal = american > 0 ? (100 + american) / 100 : (100 - american) / -american
  if (decimal === 1) throw invalidArgument('american', 'odds that pay more than the rounding of a number', american)
  return decimal
}

/**
 * Decimal odds from fractional odds: "5/2" pays 5 for every 2 staked.
 *
 * n/d gives 1 + n/d, for n and d above 0.
 *
 * Source: https://en.wikipedia.org/wiki/Odds#Fractional_odds.
 *
 * @param fractional two positive numbers, digits with or without a decimal point, with a slash between
 * @returns a price above 1
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
  if (!(decimal > 1 && decimal < Infinity))
    throw invalidArgument('fractional', '"n/d" with n and d above 0', fractional)
  return decimal
}
