import { clamp } from '../math/clamp.ts'
import { exp } from '../math/exp.ts'
import { log } from '../math/log.ts'
import { normalCdf, normalQuantile } from '../math/normal-distribution.ts'
import { power } from '../math/power.ts'
import type { DevigMethod, DevigParams, MarginShare, Unmargined } from './devig.ts'
import { insideUnit } from './inside-unit.ts'
import { jensenShannonMidpoint } from './jensen-shannon.ts'
import { solvePower } from './power-exponent.ts'

/**
 * De-vigs a two-way market. Everything is computed for the outsider, the side with the smaller probability, from
 *
 *   own   = 1/o of the outsider                 ownRest   = 1 - own,   exactly (o - 1)/o
 *   other = 1/o of the favourite                otherRest = 1 - other, the outsider's chance by the favourite's price
 *
 * so no difference of nearly equal numbers is taken, and the favourite is the complement. Swapping the prices swaps the
 * probabilities bit for bit. Every method lies between `own` and `otherRest`, and is held there against rounding. Trusts
 * prices above 1.
 */
export function devigTwoWay(odds1: number, odds2: number, method: DevigMethod, share: MarginShare): Unmargined {
  const outsiderFirst = odds1 > odds2
  const market = impliedBy(outsiderFirst ? odds1 : odds2, outsiderFirst ? odds2 : odds1)
  const { own, otherRest, margin, sum } = market
  const { p, params } = solve(market, method, share, outsiderFirst)
  const outsider = odds1 === odds2 ? 0.5 : clamp(p, Math.min(own, otherRest), Math.max(own, otherRest))
  const favourite = insideUnit(1 - outsider)
  return { probabilities: outsiderFirst ? [outsider, favourite] : [favourite, outsider], params, margin, sum }
}

interface TwoWay {
  readonly outsiderOdds: number
  readonly favouriteOdds: number
  readonly own: number
  readonly ownRest: number
  readonly other: number
  readonly otherRest: number
  readonly margin: number
  readonly sum: number
}

function impliedBy(outsiderOdds: number, favouriteOdds: number): TwoWay {
  const own = 1 / outsiderOdds
  const ownRest = (outsiderOdds - 1) / outsiderOdds
  const other = 1 / favouriteOdds
  const otherRest = (favouriteOdds - 1) / favouriteOdds
  const margin = own - otherRest
  return { outsiderOdds, favouriteOdds, own, ownRest, other, otherRest, margin, sum: own + other }
}

/** The probability of the outsider. */
function solve(
  { outsiderOdds, favouriteOdds, own, ownRest, other, otherRest, margin, sum }: TwoWay,
  method: DevigMethod,
  { family, exponent }: MarginShare,
  outsiderFirst: boolean,
): { p: number; params: DevigParams } {
  switch (method) {
    case 'multiplicative':
      return { p: 1 / (1 + outsiderOdds / favouriteOdds), params: {} }
    case 'additive':
    case 'wpo':
      return { p: (own + otherRest) / 2, params: {} }
    case 'shin': {
      // With d = own - other: z = margin (sum - d^2) / (sum (1 - d^2)), each factor without a difference.
      const sumLessSquare = own * ownRest + other * otherRest + 2 * own * other
      const oneLessSquare = (own + otherRest) * (other + ownRest)
      const shinZ = (margin * sumLessSquare) / (sum * oneLessSquare)
      return { p: (own + otherRest) / 2, params: { shinZ } }
    }
    case 'oddsRatio':
    case 'logarithmic': {
      const outsiderRoot = Math.sqrt(outsiderOdds - 1)
      const favouriteRoot = Math.sqrt(favouriteOdds - 1)
      const oddsRatioC = 1 / (outsiderRoot * favouriteRoot)
      return { p: favouriteRoot / (favouriteRoot + outsiderRoot), params: { oddsRatioC, logC: log(oddsRatioC) } }
    }
    case 'probit':
      return { p: normalCdf((quantile(own, ownRest) + quantile(otherRest, other)) / 2), params: {} }
    case 'power': {
      const powerK = solvePower([outsiderOdds, favouriteOdds])
      return { p: exp(-powerK * log(outsiderOdds)), params: { powerK } }
    }
    case 'goto': {
      const u = Math.sqrt(ownRest)
      const v = Math.sqrt(otherRest)
      return { p: (v * (own + u * v)) / (u + v), params: {} }
    }
    case 'bb':
      return { p: otherRest / (ownRest + otherRest), params: { bbZ: margin } }
    case 'jsd': {
      const { p, distance } = jensenShannonMidpoint(own, otherRest)
      return { p, params: { jsDistance: distance } }
    }
    case 'share': {
      // own - margin s is the mean of own and otherRest by 1 - s and s, and both shares come from one ratio.
      const against = power(family === 'h' ? other / own : otherRest / ownRest, exponent)
      const outsiderShare = 1 / (1 + against)
      const favouriteShare = 1 / (1 + 1 / against)
      const share1 = outsiderFirst ? outsiderShare : favouriteShare
      return { p: own * favouriteShare + otherRest * outsiderShare, params: { share1 } }
    }
  }
}

/** The normal quantile of p, taken on the side of the smaller of p and its complement. */
function quantile(p: number, rest: number): number {
  return p <= rest ? normalQuantile(p) : -normalQuantile(rest)
}
