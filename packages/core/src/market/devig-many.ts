import { normalCdf, normalQuantile } from '../math/distributions.ts'
import { exp, expm1 } from '../math/exp.ts'
import { log, log1p, power } from '../math/log.ts'
import { clamp } from '../math/log-odds.ts'
import { bisect } from '../math/search.ts'
import type { DevigMethod, DevigParams, MarginShare, Unmargined } from './devig.ts'

/**
 * De-vigs a market of three or more outcomes; a fair market keeps its implied probabilities under every method. Trusts prices
 * above 1 and a method that has an n-way form.
 *
 * With r = 1/o, S their sum and m = S - 1: multiplicative r / S; additive r - m/n; power r^k; Shin and odds ratio below;
 * goto r - m se / sum of se with se = sqrt(1 - r); balanced books (r - z)/(1 - z) with z = m/(n - 1).
 */
export function devigMany(odds: readonly number[], method: DevigMethod): Unmargined {
  const implied = odds.map((price) => 1 / price)
  const sum = total(implied)
  const margin = marginOf(odds, implied)
  const { probabilities, params } =
    margin === 0 ? { probabilities: implied, params: {} } : solve(odds, implied, sum, margin, method)
  return { probabilities, params, margin, sum }
}

function solve(
  odds: readonly number[],
  implied: readonly number[],
  sum: number,
  margin: number,
  method: DevigMethod,
): { probabilities: number[]; params: DevigParams } {
  switch (method) {
    case 'multiplicative':
      return { probabilities: implied.map((r) => insideUnit(r / sum)), params: {} }
    case 'power': {
      const powerK = solvePower(odds)
      return { probabilities: odds.map((price) => insideUnit(exp(-powerK * log(price)))), params: { powerK } }
    }
    case 'shin': {
      const shinZ = solveShin(implied, sum, margin)
      return { probabilities: implied.map((r) => insideUnit(shin(r, sum, shinZ))), params: { shinZ } }
    }
    case 'oddsRatio':
    case 'logarithmic': {
      const c = solveOddsRatio(odds)
      const probabilities = odds.map((price) => insideUnit(shrunkOdds(price, c)))
      return { probabilities, params: { oddsRatioC: c, logC: log(c) } }
    }
    case 'goto': {
      const errors = odds.map((price) => Math.sqrt((price - 1) / price))
      const all = total(errors)
      return { probabilities: implied.map((r, i) => r - margin * (errors[i]! / all)), params: {} }
    }
    case 'bb': {
      const bbZ = margin / (odds.length - 1)
      const rests = odds.map((price) => (price - 1) / price)
      const rest = total(rests) / (odds.length - 1) // 1 - z, never 0
      return {
        probabilities: implied.map((r, i) => (r > 0.5 ? 1 - rests[i]! / rest : (r - bbZ) / rest)),
        params: { bbZ },
      }
    }
    default:
      return { probabilities: implied.map((r) => r - margin / odds.length), params: {} }
  }
}

/** Neumaier's sum, which adds up the rounding errors of all steps and applies them at the end. */
function total(values: readonly number[], start = 0): number {
  let sum = start
  let lost = 0
  for (const value of values) {
    const next = sum + value
    lost += Math.abs(sum) >= value ? sum - next + value : value - next + sum
    sum = next
  }
  return sum + lost
}

/**
 * Sum minus 1, computed from the complement of the favourite, which keeps its digits if the favourite is nearly certain. A margin
 * small enough to be rounding is 0, so six prices of 6 are fair.
 */
function marginOf(odds: readonly number[], implied: readonly number[]): number {
  const favourite = favouriteOf(odds)
  const left = (odds[favourite]! - 1) / odds[favourite]!
  const margin = total(
    implied.map((r, i) => (i === favourite ? 0 : r)),
    -left,
  )
  return Math.abs(margin) <= Number.EPSILON * left ? 0 : margin
}

/** Shin's probability, p = (sqrt(z^2 + 4 (1 - z) r^2 / S) - z) / (2 (1 - z)); with a margin, in a form that does not cancel. */
function shin(r: number, sum: number, z: number): number {
  const square = r * (r / sum)
  const root = Math.sqrt(z * z + 4 * (1 - z) * square)
  return z >= 0 ? (2 * square) / (root + z) : (root - z) / (2 * (1 - z))
}

/**
 * Share z of insiders that makes Shin's probabilities sum to 1: in (0, 1) with a margin, else in (-1, 0). Bisection is used, as a
 * fixed-point iteration can oscillate.
 */
function solveShin(implied: readonly number[], sum: number, margin: number): number {
  const excess = (z: number): number =>
    total(
      implied.map((r) => shin(r, sum, z)),
      -1,
    )
  return margin > 0 ? bisect(excess, 0, 1) : bisect(excess, -1, 0)
}

/** Odds-ratio probability: the odds o - 1 against every outcome grow by the same factor c. */
function shrunkOdds(price: number, c: number): number {
  return 1 / (1 + c * (price - 1))
}

/** Factor c that makes the probabilities sum to 1. The favourite enters by its complement, so near certainty costs no digits. */
function solveOddsRatio(odds: readonly number[]): number {
  const favourite = favouriteOf(odds)
  let longest = 1
  for (const price of odds) longest = Math.max(longest, price)
  const against = odds[favourite]! - 1
  const excess = (c: number): number => {
    let sum = -(c * against) / (1 + c * against)
    for (let i = 0; i < odds.length; i++) if (i !== favourite) sum += shrunkOdds(odds[i]!, c)
    return sum
  }
  const others = odds.length - 1
  return bisect(excess, others / (longest - 1), others / against)
}

/**
 * Exponent k with sum of (1/o)^k = 1, for two or more prices above 1. The sum falls and is convex in k, so Newton steps from the left of
 * the root never overshoot. The largest term enters as expm1, so a heavy favourite costs no digits. Source: S. Clarke et al. (2017).
 */
function solvePower(odds: readonly number[]): number {
  const first = favouriteOf(odds)
  let sum = -1
  for (const price of odds) sum += 1 / price
  const logs = odds.map((price) => -log(price))
  const favourite = -log1p(odds[first]! - 1)
  let k = sum >= 0 ? 1 : 0
  for (let step = 0; step < 64; step++) {
    let excess = expm1(k * favourite)
    let slope = favourite * (1 + excess)
    for (let i = 0; i < logs.length; i++) {
      if (i === first) continue
      const term = exp(k * logs[i]!)
      excess += term
      slope += logs[i]! * term
    }
    const change = excess / slope
    k -= change
    if (Math.abs(change) <= 1e-12 * Math.max(1, k)) break
  }
  return k
}

/** Index of the shortest price. */
function favouriteOf(odds: readonly number[]): number {
  let favourite = 0
  for (let i = 1; i < odds.length; i++) if (odds[i]! < odds[favourite]!) favourite = i
  return favourite
}

/** Nearest double strictly between 0 and 1, as rounding or underflow must not make an outcome certain or impossible. */
function insideUnit(p: number): number {
  return clamp(p, Number.MIN_VALUE, 1 - Number.EPSILON / 2)
}

/** x - ln(1 + x), at least 0, by the Mercator series where the difference would cancel. Trusts x above -1. */
export function logExcess(x: number): number {
  if (Math.abs(x) > 0.1) return x - log1p(x)
  let power = x * x
  let sum = 0
  for (let n = 2; n < 24; n++) {
    sum += power / n
    power *= -x
  }
  return sum
}

/**
 * De-vigs a two-way market. Everything is computed for the outsider, the side with the smaller probability, from
 *
 *   own   = 1/o of the outsider                 ownRest   = 1 - own,   exactly (o - 1)/o
 *   other = 1/o of the favourite                otherRest = 1 - other, the outsider's chance by the favourite's price
 *
 * so nearly equal numbers are never subtracted. The favourite gets the complement, so swapping the prices swaps the probabilities
 * bit for bit. Rounding cannot take a result out of [own, otherRest]. Trusts prices above 1.
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
      // d = own - other and z = margin (sum - d^2) / (sum (1 - d^2)); each factor is formed without a subtraction.
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
      // own - margin s is the mean of own and otherRest with weights 1 - s and s; both weights come from one ratio.
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
 * Probability at equal Jensen-Shannon distance from two others in (0, 1), and that distance: the root of the mean divergence from the
 * midpoint.
 */
function jensenShannonMidpoint(a: number, b: number): { p: number; distance: number } {
  const low = Math.min(a, b)
  const high = Math.max(a, b)
  const p = bisect((x) => divergence(x, high) - divergence(x, low), low, high)
  return { p, distance: Math.sqrt(divergence(p, low)) }
}

/** Jensen-Shannon divergence of two Bernoulli distributions, accurate even if they nearly agree. */
function divergence(p: number, q: number): number {
  const half = (p - q) / 2 // p = middle + half, q = middle - half
  const fromP = p * logExcess(-half / p) + (1 - p) * logExcess(half / (1 - p))
  const fromQ = q * logExcess(half / q) + (1 - q) * logExcess(-half / (1 - q))
  return (fromP + fromQ) / 2
}
