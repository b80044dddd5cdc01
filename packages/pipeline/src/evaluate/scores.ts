import { accuracy, brierScore, expectedCalibrationError, foldToFavourite, logLoss } from '@riftline/core'
import type { GradedForecast } from './graded-forecast.ts'

/** Scores of a list of forecasts; `ece` over 10 bins of equal mass, folded to the favourite. */
export interface Scores {
  readonly n: number
  readonly logLoss: number
  readonly brier: number
  readonly accuracy: number
  readonly ece: number
}

/** @throws RiftlineError `invalid_argument` for an empty list */
export function scoreForecasts(predictions: readonly number[], outcomes: readonly number[]): Scores {
  const folded = foldToFavourite(predictions, outcomes)
  return {
    n: predictions.length,
    logLoss: logLoss(predictions, outcomes),
    brier: brierScore(predictions, outcomes),
    accuracy: accuracy(predictions, outcomes),
    ece: expectedCalibrationError(folded.x, folded.t, { bins: 10, strategy: 'quantile' }),
  }
}

/** Scores of one forecaster on graded series. */
export function score(graded: readonly GradedForecast[], chance: (forecast: GradedForecast) => number): Scores {
  return scoreForecasts(
    graded.map(chance),
    graded.map(({ outcome }) => outcome),
  )
}
