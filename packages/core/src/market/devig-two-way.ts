import { normalCdf, normalQuantile } from '../math/normal-distribution.ts'
import type { DevigMethod, DevigParams, ShareFamily } from './devig.ts'
import { jensenShannonMidpoint } from './jensen-shannon.ts'
import { solvePower } from './power-exponent.ts'

/**
 * De-vigs a two-way market. Everything is computed for the outsider, the side with the smaller probability, from
 *
 *   own   = 1/o of the outsider                 ownRest   = 1 - own,   exactly (o - 1)/o
 *   other = 1/o of the favourite                otherRest = 1 - other, the outsider's chance by the favourite's price
 *
 * so no difference of nearly equal numbers is taken, and the favourite is the complement. Swapping the prices swaps the
 * probabilities bit for bit. Trusts prices above 1.
 */
export function devigTwoWay(
  odds1: number,
  odds2: number,
  margin: number,
  method: DevigMethod,
  share: { readonly family: ShareFamily; readonly exponent: number },
): { probabilities: number[]; params: DevigParams } {
  const outsiderFirst = odds1 > odds2
  const outsiderOdds = outsiderFirst ? odds1 : odds2
  const favouriteOdds = outsiderFirst ? odds2 : odds1
  const market: TwoWay = {
    own: 1 / outsiderOdds,
    ownRest: (outsiderOdds - 1) / outsiderOdds,
    other: 1 / favouriteOdds,
    otherRest: (favouriteOdds - 1) / favouriteOdds,
    outsiderOdds,
    favouriteOdds,
    margin,
  }
  const { p, params, outsiderShare } = solve(market, method, share)
  const even = odds1 === odds2
  const outsider = even ? 0.5 : p
  const probabilities = outsiderFirst ? [outsider, 1 - outsider] : [1 - outsider, outsider]
  if (outsiderShare === undefined) return { probabilities, params }
  const share1 = even ? 0.5 : outsiderFirst ? outsiderShare : 1 - outsiderShare
  return { probabilities, params: { share1 } }
}

interface TwoWay {
  readonly own: number
  readonly ownRest: number
  readonly other: number
  readonly otherRest: number
  readonly outsiderOdds: number
  readonly favouriteOdds: number
  readonly margin: number
}

interface Solution {
  /** Probability of the outsider. */
  readonly p: number
  readonly params: DevigParams
  readonly outsiderShare?: number
}

function solve(
  market: TwoWay,
  method: DevigMethod,
  share: { readonly family: ShareFamily; readonly exponent: number },
): Solution {
  const { own, ownRest, other, otherRest, outsiderOdds, favouriteOdds, margin } = market
  switch (method) {
    case 'multiplicative':
      return { p: favouriteOdds / (outsiderOdds + favouriteOdds), params: {} }
    case 'additive':
    case 'wpo':
      return { p: (own + otherRest) / 2, params: {} }
    case 'shin':
      return { p: (own + otherRest) / 2, params: { shinZ: shinZ(market) } }
    case 'oddsRatio':
    case 'logarithmic': {
      const ratio = Math.sqrt((favouriteOdds - 1) / (outsiderOdds - 1))
      const logC = -(Math.log(favouriteOdds - 1) + Math.log(outsiderOdds - 1)) / 2
      const oddsRatioC = 1 / (Math.sqrt(favouriteOdds - 1) * Math.sqrt(outsiderOdds - 1))
      return { p: ratio / (1 + ratio), params: { oddsRatioC, logC: logC + 0 } }
    }
    case 'probit':
      return { p: normalCdf((normalQuantile(own) + normalQuantile(otherRest)) / 2), params: {} }
    case 'power': {
      const powerK = solvePower([outsiderOdds, favouriteOdds])
      return { p: Math.exp(-powerK * Math.log(outsiderOdds)), params: { powerK } }
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
      const [base, against] = share.family === 'h' ? [own, other] : [ownRest, otherRest]
      const outsiderShare = 1 / (1 + (against / base) ** share.exponent)
      return { p: own - margin * outsiderShare, params: {}, outsiderShare }
    }
  }
}

/** (S - 1)(d^2 - S) / (S (d^2 - 1)) with d = other - own, each factor without cancellation. */
function shinZ({ own, ownRest, other, otherRest, margin }: TwoWay): number {
  const sum = own + other
  const oneMinusSquare = (own + otherRest) * (other + ownRest)
  return (margin * (margin + oneMinusSquare)) / (sum * oneMinusSquare)
}
