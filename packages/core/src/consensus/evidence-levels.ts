import { shrinkToParent } from './shrink-to-parent.ts'

/**
 * What one set of weighted matches says about the members: the sum of the match weights, then of weight times excess loss for each
 * member.
 */
export type EvidenceSums = ArrayLike<number>

/** Weights that sum to less are no evidence. */
const noWeight = 1e-12

/**
 * Weight of a level.
 *
 * @param decay what is left of the match weights
 */
export function evidenceWeight(sums: EvidenceSums, decay: number): number {
  const W = (sums[0] ?? 0) * decay
  return W < noWeight ? 0 : W
}

/**
 * The comparison of the members at a level, shrunk to that of the level above: mean log loss of each, minus the mean of these over the
 * members.
 *
 * @param shrunk what they are written to, and is returned
 */
export function shrunkLosses(
  sums: EvidenceSums,
  decay: number,
  parent: Float64Array,
  kappa: number,
  shrunk: Float64Array = new Float64Array(parent.length),
): Float64Array {
  const W = evidenceWeight(sums, decay)
  // A copy by the runtime takes longer than what is computed.
  for (let i = 0; i < shrunk.length; i++) shrunk[i] = parent[i]!
  if (W === 0) return shrunk
  for (let i = 0; i < shrunk.length; i++) {
    const value = sums[i + 1]! / sums[0]!
    const mean = (W * value + kappa * shrunk[i]!) / (W + kappa)
    shrunk[i] = Number.isFinite(mean) && kappa > 0 ? mean : shrinkToParent(value, shrunk[i]!, W, kappa)
  }
  return shrunk
}
