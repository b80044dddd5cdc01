import { kishSize } from '../calibration/recency-weights.ts'
import type { GradedMatches } from './graded-matches.ts'
import { shrinkToParent } from './shrink-to-parent.ts'

/** What one set of weighted matches says about the members. */
export interface EvidenceLevel {
  /** Sum of the match weights. */
  readonly W: number
  /** Mean log loss of each member. */
  readonly loss: readonly number[]
  /** Each loss minus the mean over the members. */
  readonly delta: readonly number[]
  /** Kish size of the match weights. */
  readonly nEff: number
}

const noWeight = 1e-12

/** Weighs the graded matches and compares the members on them; a level without weight has no evidence. */
export function evidenceLevel({ losses }: GradedMatches, weights: Float64Array): EvidenceLevel {
  const W = weights.reduce((sum, weight) => sum + weight, 0)
  const zeros = losses.map(() => 0)
  if (W < noWeight) return { W: 0, loss: zeros, delta: zeros, nEff: 0 }
  const loss = losses.map((values) => values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0) / W)
  const mean = loss.reduce((sum, value) => sum + value, 0) / loss.length
  return { W, loss, delta: loss.map((value) => value - mean), nEff: kishSize(weights) }
}

/** Loss differences of a level, shrunk to those of the level above. */
export function shrinkLevel(level: EvidenceLevel, parent: readonly number[], kappa: number): number[] {
  return level.delta.map((delta, i) => shrinkToParent(delta, parent[i] ?? 0, level.W, kappa))
}
