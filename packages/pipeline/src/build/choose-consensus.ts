import { type Blend, logLoss } from '@riftline/core'
import type { BlendedSeries } from '../graded/walk-forward.ts'

export interface ConsensusChoice {
  readonly consensus: Blend['consensus']
  /** Log-loss of the calibrated consensus over the series it was chosen on, by kind. */
  readonly trials: Readonly<Record<Blend['consensus'], number>>
}

/** The kind of consensus that graded series before the test windows favour; the plain mean where they are equal. */
export function chooseConsensus(
  blended: Readonly<Record<Blend['consensus'], readonly BlendedSeries[]>>,
  untilMs: number,
): ConsensusChoice {
  const lossOf = (all: readonly BlendedSeries[]): number => {
    const series = all.filter(({ graded }) => graded.startMs < untilMs)
    return logLoss(
      series.map(({ match }) => match.consensus!.calibrated),
      series.map(({ graded }) => graded.outcome),
    )
  }
  const trials = { mean: lossOf(blended.mean), weighted: lossOf(blended.weighted) }
  return { consensus: trials.weighted < trials.mean ? 'weighted' : 'mean', trials }
}
