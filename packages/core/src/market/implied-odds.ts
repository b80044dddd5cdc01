import {
  invalidArgument,
  requireArrayLike,
  requireNumber,
  requireOneOf,
  requireProbability,
  requireRecord,
} from '@riftline/base'
import { normalCdf, normalQuantile } from '../math/distributions.ts'
import { power } from '../math/power.ts'
import { bisect } from '../math/search.ts'
import { type DevigMethod, devigMethods } from './devig.ts'

/** Methods whose margin can be put back. */
type ReversibleMethod = Exclude<DevigMethod, 'jsd' | 'share'>

const methods = devigMethods.filter((method): method is ReversibleMethod => method !== 'jsd' && method !== 'share')

/**
 * Decimal odds of a two-way market from fair probabilities and a margin: the inverse of `devig`, whose result it accepts.
 *
 * @param market.probabilities two fair probabilities inside (0, 1) that sum to 1
 * @param market.margin sum of 1/odds minus 1; below 0 for an underround
 * @param market.method default `shin`
 * @returns two prices
 * @throws RiftlineError `invalid_argument`, also where the margin would push a price to 1 or below
 * @example
 * impliedOdds({ probabilities: [0.5, 0.5], margin: 0.25, method: 'power' }) // => [1.6, 1.6]
 */
export function impliedOdds(market: {
  readonly probabilities: ArrayLike<number>
  readonly margin: number
  readonly method?: DevigMethod
}): number[] {
  requireRecord('market', market)
  const { probabilities, margin, method = 'shin' } = market
  const [p, q] = readPair(probabilities)
  requireNumber('margin', margin)
  requireOneOf('method', method, methods)
  const odds = putMarginBack(p, q, margin, method as ReversibleMethod).map((r) => (r > 0 ? 1 / r : 1))
  if (!odds.every((price) => price > 1 && price < Infinity)) {
    throw invalidArgument('margin', `a margin that method ${method} can put on these probabilities`, margin)
  }
  return odds
}

function readPair(probabilities: unknown): [number, number] {
  requireArrayLike('probabilities', probabilities)
  const { length, 0: p, 1: q } = probabilities
  if (length !== 2) throw invalidArgument('probabilities', 'two probabilities', probabilities)
  requireProbability('probabilities[0]', p)
  requireProbability('probabilities[1]', q)
  const legal = p > 0 && p < 1 && q > 0 && q < 1 && Math.abs(p + q - 1) <= 1e-9
  if (!legal) throw invalidArgument('probabilities', 'two probabilities inside (0, 1) that sum to 1', [p, q])
  return [p, q]
}

/** Implied probabilities of both sides; outside (0, 1), or NaN, if the margin is out of reach. */
function putMarginBack(p: number, q: number, margin: number, method: ReversibleMethod): number[] {
  switch (method) {
    case 'multiplicative':
      return [p * (1 + margin), q * (1 + margin)]
    case 'additive':
    case 'wpo':
    case 'shin':
      return [p + margin / 2, q + margin / 2]
    case 'bb':
      return [margin + p * (1 - margin), margin + q * (1 - margin)]
    case 'oddsRatio':
    case 'logarithmic':
      return oddsRatio(p, q, margin)
    case 'power':
      return powers(p, q, margin)
    case 'probit':
      return probit(p, q, margin)
    case 'goto':
      return goTo(p, q, margin)
  }
}

/** Shifts both log odds by ln t; t is the root of a quadratic that does not cancel. */
function oddsRatio(p: number, q: number, margin: number): number[] {
  const u = p * q
  const r = 1 - 2 * u
  const root = Math.sqrt(r * r * margin * margin + 4 * u * u * (1 - margin * margin))
  const t = margin >= 0 ? (r * margin + root) / (2 * u * (1 - margin)) : (2 * u * (1 + margin)) / (root - r * margin)
  return [(p * t) / (q + p * t), (q * t) / (p + q * t)]
}

/** Solves p^e + q^e = 1 + margin; the sum falls in e, from 2 at 0. */
function powers(p: number, q: number, margin: number): number[] {
  if (margin >= 1) return [1, 1]
  if (margin <= -1) return [0, 0]
  const excess = (e: number): number => power(p, e) + power(q, e) - 1 - margin
  let high = 1
  while (excess(high) > 0) high *= 2
  const exponent = bisect(excess, 0, high)
  return [power(p, exponent), power(q, exponent)]
}

/** Shifts both normal quantiles by c. */
function probit(p: number, q: number, margin: number): number[] {
  if (Math.abs(margin) >= 1) return [1, 1]
  const x = p < q ? normalQuantile(p) : -normalQuantile(q)
  const c = -bisect((shift) => normalCdf(x - shift) + normalCdf(-x - shift) - 1 - margin, -40, 40)
  return [normalCdf(x + c), normalCdf(-x + c)]
}

/**
 * Solves for the implied probabilities a = 1 - v^2 of the favourite and b = 1 - u^2 of the outsider: u^2 + v^2 = 1 - margin,
 * and the outsider's p = v^2 + margin v / (u + v) rises up to one half at v = u.
 */
function goTo(p: number, q: number, margin: number): number[] {
  if (margin >= 1) return [1, 1]
  const smaller = Math.min(p, q)
  const excess = (v: number): number => {
    const u = Math.sqrt(1 - margin - v * v)
    return smaller - v * (v + margin / (u + v))
  }
  const v = bisect(excess, 0, Math.sqrt((1 - margin) / 2))
  const own = margin + v * v
  const other = (1 - v) * (1 + v)
  return p <= q ? [own, other] : [other, own]
}
