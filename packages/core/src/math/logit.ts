import { log, log1p } from './log.ts'

/**
 * Logit: the log odds of a probability.
 *
 * logit(p) = ln(p / (1 - p)), taken on the side of the favourite, where 1 - p is exact, and through log1p near one
 * half, where the quotient would lose digits. Hence logit(1 - p) = -logit(p) exactly whenever 1 - p is.
 *
 * Source: https://en.wikipedia.org/wiki/Logit. Inverse of `sigmoid`. Trusts its argument.
 *
 * @param p probability in [0, 1]; 0 gives -Infinity, 1 gives Infinity
 * @returns log odds
 * @example
 * logit(0.5) // => 0
 * logit(0.9) // => 2.1972245773362196
 */
export function logit(p: number): number {
  if (p < 0.5) return p > 0.25 ? -log1p((1 - 2 * p) / p) : -log((1 - p) / Math.abs(p))
  return p < 0.75 ? log1p((2 * p - 1) / (1 - p)) : log(p / (1 - p))
}

/** Distance from 0 and 1 that a probability keeps before its logit is taken, so that both ends stay legal and finite. */
export const logitClip: number = 1e-6

/**
 * Logit of a probability moved inside [1e-6, 1 - 1e-6]: finite for 0 and 1 too.
 *
 * @param p probability in [0, 1]
 * @returns log odds in [-13.82, 13.82]
 * @example
 * clippedLogit(1) // => 13.815509557963773
 * clippedLogit(0.25) // => -1.0986122886681096
 */
export function clippedLogit(p: number): number {
  if (p <= logitClip) return lowestLogit
  return p >= 1 - logitClip ? -lowestLogit : logit(p)
}

/** 1 - 1e-6 is no double, so the upper end is the lower one with its sign turned: swapped sides stay exact. */
const lowestLogit = logit(logitClip)
