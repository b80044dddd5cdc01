import { isotonicKnots, type Knots, tiedForecasts } from './fit-knots.ts'
import type { FoldedHistory } from './folded-history.ts'

/**
 * Symmetric centred isotonic fit through a few groups of similar forecasts, each of about the same weight: how often their
 * favourites won, at their mean forecast. With few groups a short history has little to overfit with. Equal forecasts are
 * in one group: a cut between them would part winners from losers.
 *
 * @param history of some weight
 * @param count of groups, at least 1; those that no match falls into are left out
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
  let kept = 0
  for (let group = 0; group < count; group++) {
    const w = means.weight[group]!
    if (w === 0) continue
    means.x[kept] = means.x[group]! / w
    means.value[kept] = means.value[group]!
    means.weight[kept++] = w
  }
  return isotonicKnots({ ...means, count: kept })
}
