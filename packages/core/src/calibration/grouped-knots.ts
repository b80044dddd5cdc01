import { isotonicKnots, type Knots } from './fit-knots.ts'
import type { FoldedHistory } from './folded-history.ts'

/**
 * Symmetric centred isotonic fit through a few groups of similar forecasts, each of about the same weight: how often their
 * favourites won, at their mean forecast. With few groups a short history has little to overfit with.
 *
 * @param history of some weight
 * @param count of groups, at least 1; those that no match falls into are left out
 */
export function fitGroupedKnots({ x, target, weight }: FoldedHistory, count: number): Knots {
  const total = weight.reduce((sum, w) => sum + w, 0)
  const means = { x: new Float64Array(count), value: new Float64Array(count), weight: new Float64Array(count), count }
  let before = 0
  for (let i = 0; i < x.length; i++) {
    const w = weight[i]!
    const group = Math.min(count - 1, Math.floor((count * (before + w / 2)) / total))
    means.x[group]! += w * x[i]!
    means.value[group]! += w * target[i]!
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
