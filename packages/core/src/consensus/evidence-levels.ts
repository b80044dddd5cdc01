import { shrinkToParent } from './shrink-to-parent.ts'

/**
 * Sums over one set of weighted matches: the match weights, then weight times excess loss for each member.
 */
export type EvidenceSums = ArrayLike<number>

/** Smallest sum of weights that counts as evidence. */
const noWeight = 1e-12

/**
 * Weight of a level.
 *
 * @param decay factor on the match weights since the ages were taken
 */
export function evidenceWeight(sums: EvidenceSums, decay: number): number {
  const W = (sums[0] ?? 0) * decay
  return W < noWeight ? 0 : W
}

/**
 * Compares the members at a level, shrunk to the level above: mean log loss of each, minus the mean over the members.
 *
 * @param shrunk receives the result, and is returned
 */
export function shrunkLosses(
  sums: EvidenceSums,
  decay: number,
  parent: Float64Array,
  kappa: number,
  shrunk: Float64Array = new Float64Array(parent.length),
): Float64Array {
  const W = evidenceWeight(sums, decay)
  // A loop: copying with `set` would take longer than the computation.
  for (let i = 0; i < shrunk.length; i++) shrunk[i] = parent[i]!
  if (W === 0) return shrunk
  for (let i = 0; i < shrunk.length; i++) {
    const value = sums[i + 1]! / sums[0]!
    const mean = (W * value + kappa * shrunk[i]!) / (W + kappa)
    shrunk[i] = Number.isFinite(mean) && kappa > 0 ? mean : shrinkToParent(value, shrunk[i]!, W, kappa)
  }
  return shrunk
}
