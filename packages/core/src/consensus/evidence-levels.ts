import { shrinkToParent } from './shrink-to-parent.ts'

/** What one set of weighted matches says about the members. */
export interface EvidenceLevel {
  /** Sum of the match weights. */
  readonly W: number
  /** Mean log loss of each member, minus the mean of these over the members. */
  readonly delta: readonly number[]
}

/** Weights that sum to less are no evidence. */
const noWeight = 1e-12

/**
 * The comparison of the members.
 *
 * @param sums of the match weights, then of weight times excess loss for each member
 * @param decay what is left of the weights
 */
export function evidenceLevel(sums: readonly number[], decay: number): EvidenceLevel {
  const total = sums[0] ?? 0
  const W = total * decay
  const none = W < noWeight
  const delta: number[] = []
  for (let i = 1; i < sums.length; i++) delta.push(none ? 0 : sums[i]! / total)
  return { W: none ? 0 : W, delta }
}

/** Loss differences of a level, shrunk to those of the level above. */
export function shrinkLevel({ W, delta }: EvidenceLevel, parent: readonly number[], kappa: number): number[] {
  return delta.map((value, i) => {
    const mean = (W * value + kappa * parent[i]!) / (W + kappa)
    return Number.isFinite(mean) && W > 0 && kappa > 0 ? mean : shrinkToParent(value, parent[i]!, W, kappa)
  })
}
