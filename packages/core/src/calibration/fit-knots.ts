import type { FoldedHistory } from './graded-history.ts'
import { meanOfRun, poolAdjacentViolators } from './pool-adjacent-violators.ts'

/** Corners of a favourite's curve on [1/2, 1], from (1/2, 1/2) to (1, 1), x ascending and distinct. */
export interface Knots {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

/**
 * Symmetric centred isotonic fit through `count` groups of similar forecasts of about equal weight, so that a short history can overfit
 * little. Equal forecasts share a group, as a cut between them would separate winners from losers.
 */
export function fitGroupedKnots(history: FoldedHistory, count: number): Knots {
  const ties = tiedForecasts(history)
  let total = 0
  for (let i = 0; i < ties.count; i++) total += ties.weight[i]!
  const means = { x: new Float64Array(count), value: new Float64Array(count), weight: new Float64Array(count), count }
  let before = 0
  for (let i = 0; i < ties.count; i++) {
    const w = ties.weight[i]!
    const group = Math.min(count - 1, Math.floor((count * (before + w / 2)) / total))
    means.x[group]! += w * ties.x[i]!
    means.value[group]! += ties.value[i]!
    means.weight[group]! += w
    before += w
  }
  let filled = 0
  for (let group = 0; group < count; group++) {
    const w = means.weight[group]!
    if (w === 0) continue
    means.x[filled] = means.x[group]! / w
    means.value[filled] = means.value[group]!
    means.weight[filled++] = w
  }
  return isotonicKnots({ ...means, count: filled })
}

/** Forecasts closer than this to the smallest of their group are one point: 1 - 0.7 is not the double 0.3. */
const groupTolerance = 1e-9

/** Forecasts of a history, with equal ones as one point. */
function tiedForecasts(history: FoldedHistory): ForecastGroups {
  const x = new Float64Array(history.x.length)
  const value = new Float64Array(history.x.length)
  const weight = new Float64Array(history.x.length)
  let last = -1
  for (let i = 0; i < history.x.length; i++) {
    const at = history.x[i]!
    if (last < 0 || at > x[last]! + groupTolerance) x[++last] = at
    value[last]! += history.weight[i]! * history.target[i]!
    weight[last]! += history.weight[i]!
  }
  return { x, value, weight, count: last + 1 }
}

/** Centred isotonic regression through groups of positive weight, as corners from (1/2, 1/2) to (1, 1). */
function isotonicKnots(groups: ForecastGroups): Knots {
  const means = new Float64Array(groups.count)
  for (let i = 0; i < groups.count; i++) means[i] = groups.value[i]! / groups.weight[i]!
  const starts = new Int32Array(groups.count)
  const blocks = poolAdjacentViolators(means, groups.weight.slice(), starts, groups.count)
  return toKnots(groups, means, starts, blocks)
}

/** Forecasts in groups, x ascending. */
interface ForecastGroups {
  readonly x: Float64Array
  /** Weighted sum of the targets. */
  readonly value: Float64Array
  readonly weight: Float64Array
  readonly count: number
}

/** Probabilities closer than this belong to one level stretch: equal means differ in their last bits. */
const levelTolerance = 1e-12

/** Turns each level stretch into one corner at its weighted mean x, and adds the ends (1/2, 1/2) and (1, 1). */
function toKnots(groups: ForecastGroups, values: Float64Array, starts: Int32Array, blocks: number): Knots {
  const knots = { x: [0.5], y: [0.5] }
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
