import type { FoldedHistory } from './folded-history.ts'
import { levelTolerance } from './isotonic-knots.ts'
import { type HistoryPart, wholeHistory } from './logit-slope.ts'
import { poolAdjacentViolators } from './pool-adjacent-violators.ts'
import { type FavouriteCurve, gridForecasts, gridShares } from './pseudo-observations.ts'

/** Corners of a favourite's curve on [1/2, 1], from (1/2, 1/2) to (1, 1), x ascending and distinct. */
export interface Knots {
  readonly x: number[]
  readonly y: number[]
}

/** Forecasts closer than this to the smallest of their group are one point: 1 - 0.7 is not the double 0.3. */
const groupTolerance = 1e-9

/**
 * Symmetric centred isotonic fit with pseudo-observations: matches and `kappa` imaginary ones drawn from the parent curve
 * go through one weighted isotonic regression, so shrinkage, tails and monotonicity come out of one convex problem.
 *
 * @param kappa how many matches the parent is worth, at least 0
 * @param part which records to use, and the factor that brings their weights to that moment
 */
export function fitKnots(
  history: FoldedHistory,
  kappa: number,
  parent: FavouriteCurve,
  part: HistoryPart = wholeHistory,
): Knots {
  const groups = groupPoints(history, kappa, parent, part)
  const sums = groups.value.map((sum, i) => sum / (groups.weight[i] ?? 1))
  const weights = groups.weight.slice()
  const starts = new Int32Array(groups.count)
  const blocks = poolAdjacentViolators(sums, weights, starts, groups.count)
  return toKnots(groups, sums, starts, blocks)
}

interface Groups {
  readonly x: Float64Array
  /** Weighted sum of the targets. */
  readonly value: Float64Array
  readonly weight: Float64Array
  readonly count: number
}

/** Merges the sorted records with the sorted grid and joins what lies together. */
function groupPoints(history: FoldedHistory, kappa: number, parent: FavouriteCurve, part: HistoryPart): Groups {
  const { x: forecasts, target, weight: weights, age } = history
  const room = forecasts.length + gridForecasts.length
  const x = new Float64Array(room)
  const value = new Float64Array(room)
  const weight = new Float64Array(room)
  let last = -1
  const add = (at: number, w: number, t: number): void => {
    if (last < 0 || at > (x[last] ?? 0) + groupTolerance) x[++last] = at
    value[last] = (value[last] ?? 0) + w * t
    weight[last] = (weight[last] ?? 0) + w
  }
  let next = kappa > 0 ? 0 : gridForecasts.length
  const addGridUpTo = (limit: number): void => {
    for (; next < gridForecasts.length && (gridForecasts[next] ?? 0) <= limit; next++) {
      const at = gridForecasts[next] ?? 0
      add(at, kappa * (gridShares[next] ?? 0), parent(at))
    }
  }
  for (let i = 0; i < forecasts.length; i++) {
    if ((age[i] ?? 0) <= part.olderThan) continue
    const at = forecasts[i] ?? 0
    addGridUpTo(at)
    add(at, part.scale * (weights[i] ?? 0), target[i] ?? 0)
  }
  addGridUpTo(1)
  return { x, value, weight, count: last + 1 }
}

/** Each level stretch becomes one corner at its weighted mean x; (1/2, 1/2) and (1, 1) are the ends. */
function toKnots(groups: Groups, values: Float64Array, starts: Int32Array, blocks: number): Knots {
  const knots: Knots = { x: [0.5], y: [0.5] }
  const push = (at: number, y: number): void => {
    if (at <= (knots.x[knots.x.length - 1] ?? 0)) return
    knots.x.push(at)
    knots.y.push(y)
  }
  const level = (block: number): number => Math.max(0.5, values[block] ?? 0)
  for (let block = 0; block < blocks; ) {
    let after = block + 1
    while (after < blocks && level(after) - level(after - 1) <= levelTolerance) after++
    const end = after < blocks ? (starts[after] ?? 0) : groups.count
    if (block > 0 || level(block) > 0.5 + levelTolerance)
      push(meanForecast(groups, starts[block] ?? 0, end), level(block))
    block = after
  }
  const last = knots.y[knots.y.length - 1] ?? 0.5
  if (groups.count > 0) push(groups.x[groups.count - 1] ?? 0, last)
  push(1, 1)
  return knots
}

function meanForecast(groups: Groups, start: number, end: number): number {
  let sum = 0
  let total = 0
  for (let i = start; i < end; i++) {
    sum += (groups.x[i] ?? 0) * (groups.weight[i] ?? 0)
    total += groups.weight[i] ?? 0
  }
  return Math.min(groups.x[end - 1] ?? 0, Math.max(groups.x[start] ?? 0, sum / total))
}
