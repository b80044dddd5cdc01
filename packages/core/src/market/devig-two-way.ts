import { normalCdf, normalQuantile } from '../math/distributions.ts'
import { exp } from '../math/exp.ts'
import { log, power } from '../math/log.ts'
import { clamp } from '../math/log-odds.ts'
import { bisect } from '../math/search.ts'
import type { DevigMethod, DevigParams, MarginShare, Unmargined } from './devig.ts'
import { insideUnit, logExcess, solvePower } from './devig-many.ts'

/**
 * De-vigs a two-way market. Everything is computed for the outsider, the side with the smaller probability, from
 *
 *   own   = 1/o of the outsider                 ownRest   = 1 - own,   exactly (o - 1)/o
 *   other = 1/o of the favourite                otherRest = 1 - other, the outsider's chance by the favourite's price
 *
 * so no difference of nearly equal numbers is taken, and the favourite is the complement: swapping the prices swaps the probabilities
 * bit for bit. Every method is kept between `own` and `otherRest` against rounding. Trusts prices above 1.
 */
export function devigTwoWay(odds1: number, odds2: number, method: DevigMethod, share: MarginShare): Unmargined {
  const outsiderFirst = odds1 > odds2
  const outsiderOdds = outsiderFirst ? odds1 : odds2
  const favouriteOdds = outsiderFirst ? odds2 : odds1
  const own = 1 / outsiderOdds
  const ownRest = (outsiderOdds - 1) / outsiderOdds
  const other = 1 / favouriteOdds
  const otherRest = (favouriteOdds - 1) / favouriteOdds
  const margin = own - otherRest
  const sum = own + other
  let p: number
  let params: DevigParams = {}
  switch (method) {
    case 'multiplicative':
      p = 1 / (1 + outsiderOdds / favouriteOdds)
      break
    case 'additive':
    case 'wpo':
      p = (own + otherRest) / 2
      break
    case 'shin': {
      // d = own - other, z = margin (sum - d^2) / (sum (1 - d^2)), each factor without a difference.
      const sumLessSquare = own * ownRest + other * otherRest + 2 * own * other
      const oneLessSquare = (own + otherRest) * (other + ownRest)
      p = (own + otherRest) / 2
      params = { shinZ: (margin * sumLessSquare) / (sum * oneLessSquare) }
      break
    }
    case 'oddsRatio':
    case 'logarithmic': {
      const outsiderRoot = Math.sqrt(outsiderOdds - 1)
      const favouriteRoot = Math.sqrt(favouriteOdds - 1)
      const oddsRatioC = 1 / (outsiderRoot * favouriteRoot)
      p = favouriteRoot / (favouriteRoot + outsiderRoot)
      params = { oddsRatioC, logC: log(oddsRatioC) }
      break
    }
    case 'probit':
      p = normalCdf((quantile(own, ownRest) + quantile(otherRest, other)) / 2)
      break
    case 'power': {
      const powerK = solvePower([outsiderOdds, favouriteOdds])
      p = exp(-powerK * log(outsiderOdds))
      params = { powerK }
      break
    }
    case 'goto': {
      const u = Math.sqrt(ownRest)
      const v = Math.sqrt(otherRest)
      p = (v * (own + u * v)) / (u + v)
      break
    }
    case 'bb':
      p = otherRest / (ownRest + otherRest)
      params = { bbZ: margin }
      break
    case 'jsd': {
      const midpoint = jensenShannonMidpoint(own, otherRest)
      p = midpoint.p
      params = { jsDistance: midpoint.distance }
      break
    }
    case 'share': {
      // own - margin s is the mean of own and otherRest by 1 - s and s, and both shares come from one ratio.
      const against = power(share.family === 'h' ? other / own : otherRest / ownRest, share.exponent)
      const outsiderShare = 1 / (1 + against)
      const favouriteShare = 1 / (1 + 1 / against)
      p = own * favouriteShare + otherRest * outsiderShare
      params = { share1: outsiderFirst ? outsiderShare : favouriteShare }
    }
  }
  const outsider = odds1 === odds2 ? 0.5 : clamp(p, Math.min(own, otherRest), Math.max(own, otherRest))
  const favourite = insideUnit(1 - outsider)
  return { probabilities: outsiderFirst ? [outsider, favourite] : [favourite, outsider], params, margin, sum }
}

/** Normal quantile of p, taken from the smaller of p and its complement. */
function quantile(p: number, rest: number): number {
  return p <= rest ? normalQuantile(p) : -normalQuantile(rest)
}

/**
 * Probability at equal Jensen-Shannon distance from two others, and that distance: the root of the mean divergence from their middle.
 * Source: https://en.wikipedia.org/wiki/Jensen-Shannon_divergence. Trusts both in (0, 1).
 */
function jensenShannonMidpoint(a: number, b: number): { p: number; distance: number } {
  const low = Math.min(a, b)
  const high = Math.max(a, b)
  const p = bisect((x) => divergence(x, high) - divergence(x, low), low, high)
  return { p, distance: Math.sqrt(divergence(p, low)) }
}

/** Jensen-Shannon divergence of two Bernoulli distributions, accurate also if they nearly agree. */
function divergence(p: number, q: number): number {
  const half = (p - q) / 2 // p = middle + half, q = middle - half
  const fromP = p * logExcess(-half / p) + (1 - p) * logExcess(half / (1 - p))
  const fromQ = q * logExcess(half / q) + (1 - q) * logExcess(-half / (1 - q))
  return (fromP + fromQ) / 2
}
