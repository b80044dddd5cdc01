import { dayOf } from '@riftline/base'
import { type ClusteredDifference, clusteredDifference, logLoss } from '@riftline/core'
import type { Blend } from '@riftline/predictor'
import type { BlendedSeries } from './walk-forward.ts'

/** The consensus weighted by graded series beside the plain mean of its members. */
export interface ConsensusComparison {
  /** Log-loss of the calibrated consensus by kind. */
  readonly losses: Readonly<Record<Blend['consensus'], number>>
  /** Log-loss of the weighted consensus less that of the mean; below 0 the weights are better. */
  readonly difference: ClusteredDifference
}

/** Compares both kinds on the graded series before the test windows, resampled by day. */
export function compareConsensus(
  blended: Readonly<Record<Blend['consensus'], readonly BlendedSeries[]>>,
  untilMs: number,
): ConsensusComparison {
  const known = (kind: Blend['consensus']): readonly BlendedSeries[] =>
    blended[kind].filter(({ graded }) => graded.startMs < untilMs)
  const chances = (kind: Blend['consensus']): number[] => known(kind).map(({ match }) => match.consensus.calibrated)
  const outcomes = known('mean').map(({ graded }) => graded.outcome)
  const days = known('mean').map(({ graded }) => dayOf(graded.startMs))
  const [mean, weighted] = [chances('mean'), chances('weighted')]
  return {
    losses: { mean: logLoss(mean, outcomes), weighted: logLoss(weighted, outcomes) },
    difference: clusteredDifference(weighted, mean, outcomes, days),
  }
}
