import { type CalibrationSlope, calibrationSlope, foldToFavourite } from '@riftline/core'
import type { Forecaster } from '../../evaluate/forecasters.ts'
import type { GradedForecast } from '../../evaluate/graded-forecast.ts'
import { type Scores, score } from '../../evaluate/scores.ts'
import { type PerfectForecaster, simulatePerfect } from './perfect-forecaster.ts'

export interface Measured {
  readonly forecaster: Forecaster
  readonly scores: Scores
  /** Null where every forecast is one half: without favourites there is nothing to calibrate. */
  readonly calibration: { readonly perfect: PerfectForecaster['ece']; readonly slope: CalibrationSlope } | null
}

/** Needs at least one graded series. */
export function measureForecaster(graded: readonly GradedForecast[], forecaster: Forecaster): Measured {
  const predictions = graded.map(forecaster.chance)
  const outcomes = graded.map(({ outcome }) => outcome)
  const folded = foldToFavourite(predictions, outcomes)
  const blind = predictions.every((p) => p === 0.5)
  return {
    forecaster,
    scores: score(graded, forecaster.chance),
    calibration: blind
      ? null
      : { perfect: simulatePerfect(folded.x).ece, slope: calibrationSlope(predictions, outcomes) },
  }
}
