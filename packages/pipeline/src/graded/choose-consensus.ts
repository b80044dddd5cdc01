import { type Blend, type ClusteredDifference, clusteredDifference, dayOf, logLoss } from '@riftline/core'
import type { BlendedSeries } from './walk-forward.ts'

export interface ConsensusChoice {
  readonly consensus: Blend['consensus']
  /** Log-loss of the calibrated consensus by kind, over the series that decided. */
  readonly trials: Readonly<Record<Blend['consensus'], number>>
  /** Log-loss of the weighted consensus less that of the mean; below 0 the weights are better. */
  readonly difference: ClusteredDifference
}

/**
 * Chooses the kind of consensus on graded series before the test windows: the weighted one only where it is better than the plain
 * mean with 95 % confidence, resampled by day; else the mean, which cannot lose against the mean of its members.
 */
export function chooseConsensus(
  blended: Readonly<Record<Blend['consensus'], readonly BlendedSeries[]>>,
  untilMs: number,
): ConsensusChoice {
  const known = (kind: Blend['consensus']): readonly BlendedSeries[] =>
    blended[kind].filter(({ graded }) => graded.startMs < untilMs)
  const chances = (kind: Blend['consensus']): number[] => known(kind).map(({ match }) => match.consensus!.calibrated)
  const outcomes = known('mean').map(({ graded }) => graded.outcome)
  const days = known('mean').map(({ graded }) => dayOf(graded.startMs))
  const mean = chances('mean')
  const weighted = chances('weighted')
  const difference = clusteredDifference(weighted, mean, outcomes, days)
  return {
    consensus: difference.high < 0 ? 'weighted' : 'mean',
    trials: { mean: logLoss(mean, outcomes), weighted: logLoss(weighted, outcomes) },
    difference,
  }
}
