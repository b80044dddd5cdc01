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
export function evidenceLevel([total = 0, ...excess]: readonly number[], decay: number): EvidenceLevel {
  const W = total * decay
  return W < noWeight ? { W: 0, delta: excess.map(() => 0) } : { W, delta: excess.map((sum) => sum / total) }
}

/** Loss differences of a level, shrunk to those of the level above. */
export function shrinkLevel({ W, delta }: EvidenceLevel, parent: readonly number[], kappa: number): number[] {
  return delta.map((value, i) => shrinkToParent(value, parent[i]!, W, kappa))
}
