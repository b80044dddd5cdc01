import { shrinkToParent } from './shrink-to-parent.ts'

/** Sums over weighted matches: of the weights, then of weight times excess loss for each member. */
export type EvidenceSums = ArrayLike<number>

/** Weights that sum to less are no evidence. */
const noWeight = 1e-12

/**
 * Weight of a level.
 *
 * @param decay share of the match weights that is left
 */
export function evidenceWeight(sums: EvidenceSums, decay: number): number {
  const W = (sums[0] ?? 0) * decay
  return W < noWeight ? 0 : W
}

/**
 * Comparison of the members at a level, shrunk to that of the level above: mean log loss of each, minus the mean of these over the
 * members.
 */
export function shrunkLosses(sums: EvidenceSums, decay: number, parent: Float64Array, kappa: number): Float64Array {
  const W = evidenceWeight(sums, decay)
  const shrunk = new Float64Array(parent.length)
  for (let i = 0; i < shrunk.length; i++) {
    const above = parent[i]!
    const value = sums[i + 1]! / sums[0]!
    const mean = (W * value + kappa * above) / (W + kappa)
    shrunk[i] = W === 0 ? above : Number.isFinite(mean) && kappa > 0 ? mean : shrinkToParent(value, above, W, kappa)
  }
  return shrunk
}
