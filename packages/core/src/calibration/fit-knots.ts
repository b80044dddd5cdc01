import { exp } from '../math/exp.ts'
import { log } from '../math/log.ts'
import { sigmoid } from '../math/log-odds.ts'
import type { FoldedHistory } from './graded-history.ts'
import { meanOfRun, poolAdjacentViolators } from './pool-adjacent-violators.ts'

/** Corners of a favourite's curve on [1/2, 1], from (1/2, 1/2) to (1, 1), x ascending and distinct. */
export interface Knots {
  readonly x: number[]
  readonly y: number[]
}

/** Part of a history to fit on: records older than `olderThan` days, weights multiplied by `scale`. */
interface HistoryPart {
  readonly olderThan: number
  readonly scale: number
}

const wholeHistory: HistoryPart = { olderThan: -1, scale: 1 }

/** Forecasts closer than this to the smallest of their group are one point: 1 - 0.7 is not the double 0.3. */
const groupTolerance = 1e-9

/**
 * Symmetric centred isotonic fit with pseudo-observations: matches and `kappa` imaginary ones drawn from the parent curve go through
 * one weighted isotonic regression, so shrinkage, tails and monotonicity come out of one convex problem.
 */
export function fitKnots(
  history: FoldedHistory,
  kappa: number,
  parent: FavouriteCurve,
  part: HistoryPart = wholeHistory,
): Knots {
  return isotonicKnots(groupPoints(history, kappa, parent, part))
}

/** Centred isotonic regression through groups of positive weight, as corners from (1/2, 1/2) to (1, 1). */
export function isotonicKnots(groups: ForecastGroups): Knots {
  const means = new Float64Array(groups.count)
  for (let i = 0; i < groups.count; i++) means[i] = groups.value[i]! / groups.weight[i]!
  const starts = new Int32Array(groups.count)
  const blocks = poolAdjacentViolators(means, groups.weight.slice(), starts, groups.count)
  return toKnots(groups, means, starts, blocks)
}

/** Forecasts in groups, x ascending; `value` is the weighted sum of the targets. */
type ForecastGroups = Readonly<ReturnType<typeof groupPoints>>

/** Forecasts of a history, with equal ones as one point. */
export function tiedForecasts(history: FoldedHistory): ForecastGroups {
  return groupPoints(history, 0, identityFavourite, wholeHistory)
}

/** Merges the sorted records with the sorted grid and joins neighbours within the tolerance. */
function groupPoints(history: FoldedHistory, kappa: number, parent: FavouriteCurve, part: HistoryPart) {
  const { x: forecasts, target, weight: weights, age } = history
  const room = forecasts.length + gridForecasts.length
  const x = new Float64Array(room)
  const value = new Float64Array(room)
  const weight = new Float64Array(room)
  let last = -1
  const add = (at: number, w: number, t: number): void => {
    if (w === 0) return
    if (last < 0 || at > x[last]! + groupTolerance) x[++last] = at
    value[last]! += w * t
    weight[last]! += w
  }
  let next = 0
  const addGridUpTo = (limit: number): void => {
    for (; next < gridForecasts.length && gridForecasts[next]! <= limit; next++) {
      const at = gridForecasts[next]!
      add(at, kappa * gridShares[next]!, parent(at))
    }
  }
  for (let i = 0; i < forecasts.length; i++) {
    if (age[i]! <= part.olderThan) continue
    const at = forecasts[i]!
    addGridUpTo(at)
    add(at, part.scale * weights[i]!, target[i]!)
  }
  addGridUpTo(1)
  return { x, value, weight, count: last + 1 }
}

/** Turns each level stretch into one corner at its weighted mean x, and adds the ends (1/2, 1/2) and (1, 1). */
function toKnots(groups: ForecastGroups, values: Float64Array, starts: Int32Array, blocks: number): Knots {
  const knots: Knots = { x: [0.5], y: [0.5] }
  const push = (at: number, y: number): void => {
    if (at <= knots.x[knots.x.length - 1]!) return
    knots.x.push(at)
    knots.y.push(y)
  }
  const level = (block: number): number => Math.max(0.5, values[block]!)
  for (let block = 0; block < blocks; ) {
    let after = block + 1
    while (after < blocks && level(after) - level(after - 1) <= levelTolerance) after++
    const end = after < blocks ? starts[after]! : groups.count
    if (block > 0 || level(block) > 0.5 + levelTolerance)
      push(meanOfRun(groups.x, groups.weight, starts[block]!, end), level(block))
    block = after
  }
  const last = knots.y[knots.y.length - 1]!
  if (groups.count > 0) push(groups.x[groups.count - 1]!, last)
  push(1, 1)
  return knots
}

/** Treatment of level stretches of an isotonic fit. */
export type CentreMode = false | 'all' | 'keepBounds'

/** Probabilities closer than this belong to one level stretch: equal means differ in their last bits. */
const levelTolerance: number = 1e-12

/** Corners of a fit as it stands: points equal to both neighbours are left out. Trusts ascending x. */
export function dropInterior(x: ArrayLike<number>, y: ArrayLike<number>): { x: number[]; y: number[] } {
  const knots: { x: number[]; y: number[] } = { x: [], y: [] }
  for (let i = 0; i < y.length; i++) {
    if (i > 0 && i < y.length - 1 && y[i]! === y[i - 1]! && y[i]! === y[i + 1]!) continue
    knots.x.push(x[i]!)
    knots.y.push(y[i]!)
  }
  return knots
}

/**
 * Corners of the centred fit: each level stretch becomes one point at its weighted mean x, and the curve is carried out to the first
 * and the last x at their own values. `'keepBounds'` leaves stretches of exactly 0 or 1 as they are. Trusts ascending x.
 */
export function centreRuns(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weight: ArrayLike<number>,
  mode: 'all' | 'keepBounds',
): { x: number[]; y: number[] } {
  const knots: { x: number[]; y: number[] } = { x: [], y: [] }
  const push = (at: number, value: number): void => {
    if (knots.x.length > 0 && at <= knots.x[knots.x.length - 1]!) return
    knots.x.push(at)
    knots.y.push(value)
  }
  push(x[0]!, y[0]!)
  const tolerance = levelTolerance * Math.max(Math.abs(y[0]!), Math.abs(y[y.length - 1]!))
  for (let start = 0; start < x.length; ) {
    let end = start + 1
    while (end < x.length && y[end]! - y[end - 1]! <= tolerance) end++
    const value = y[start]!
    if (mode === 'keepBounds' && (value === 0 || value === 1)) {
      for (let i = start; i < end; i++) push(x[i]!, value)
    } else {
      push(meanOfRun(x, weight, start, end), value)
    }
    start = end
  }
  push(x[x.length - 1]!, y[y.length - 1]!)
  return knots
}

/** Calibrated probability of a favourite as a function of its raw one; both in [1/2, 1]. */
export type FavouriteCurve = (x: number) => number

/** Log odds from 0 to 4 in steps of 0.2: the folded half of 41 points. */
const gridLogits: readonly number[] = Array.from({ length: 21 }, (_, j) => j / 5)

/** Forecasts at which a parent curve is sampled, ascending from 1/2. */
export const gridForecasts: readonly number[] = gridLogits.map(sigmoid)

const bellSd = 1.25 // close to the spread of log odds in match forecasts
const bell = gridLogits.map((z) => (z === 0 ? 1 : 2) * exp((-z * z) / (2 * bellSd * bellSd)))
const bellSum = bell.reduce((sum, value) => sum + value, 0)

/** Share of the pseudo-count that each grid point carries, bell-shaped around even matches; they sum to 1. */
const gridShares: readonly number[] = bell.map((value) => value / bellSum)

/** Curve that changes nothing. */
export const identityFavourite: FavouriteCurve = (x) => x

/** sigmoid(slope logit x) on [1/2, 1]. */
export function slopeFavourite(slope: number): FavouriteCurve {
  return (x) => (x >= 1 ? 1 : sigmoid(slope * log(x / (1 - x))))
}
