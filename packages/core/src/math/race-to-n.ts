import { invalidArgument, requireProbability } from '@riftline/base'

/**
 * Probability of winning a best-of series from the probability g of winning one game of it, a race to n games:
 * P = sum over j = 0 .. n-1 of C(n-1+j, j) g^n (1-g)^j. Games are taken as independent, so a model that already forecasts the series must
 * not be compounded with it. Swapping the sides gives the complement.
 *
 * Source: negative binomial distribution, https://en.wikipedia.org/wiki/Negative_binomial_distribution. O(n).
 *
 * @param gameProbability in [0, 1]
 * @param bestOf odd number of games, 1 to 99
 * @throws RiftlineError `invalid_argument`
 * @example
 * seriesProbability(0.6, 3) // => 0.6479999999999999
 * seriesProbability(0.55, 5) // => 0.593126875
 */
export function seriesProbability(gameProbability: number, bestOf: number): number {
  requireProbability('gameProbability', gameProbability)
  if (!Number.isInteger(bestOf) || bestOf < 1 || bestOf > 99 || bestOf % 2 === 0) {
    throw invalidArgument('bestOf', 'an odd whole number from 1 to 99', bestOf)
  }
  const gamesToWin = (bestOf + 1) / 2
  if (gameProbability > 0.5) return 1 - race(1 - gameProbability, gamesToWin)
  return race(gameProbability, gamesToWin)
}

/** Chance that the side with the smaller chance of a game wins `gamesToWin` before the other does. Trusts its arguments. */
export function race(g: number, gamesToWin: number): number {
  // Closed forms with the bits of the sum, for the series lengths in use.
  if (gamesToWin === 2) return (1 + 2 * (1 - g)) * (g * g)
  if (gamesToWin === 3) return (1 + 3 * (1 - g) + 3 * (1 - g) * (2 * (1 - g))) * (g * g * g)
  return raceSum(g, gamesToWin)
}

function raceSum(g: number, gamesToWin: number): number {
  let term = 1
  let sum = 0
  let straight = 1 // g to the power of gamesToWin, without the last bits of a pow, which differ between runtimes
  for (let lost = 0; lost < gamesToWin; lost++) {
    sum += term
    term *= ((gamesToWin + lost) / (lost + 1)) * (1 - g)
    straight *= g
  }
  return sum * straight
}
