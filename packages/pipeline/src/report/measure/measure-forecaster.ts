import { fitLogitSlope, foldToFavourite } from '@riftline/core'
import { type GradedForecast, score } from '../../evaluate/evaluation.ts'
import type { Scores } from '../../evaluate/scores.ts'
import type { Forecaster } from '../forecasters.ts'
import { type PerfectForecaster, simulatePerfect } from './perfect-forecaster.ts'

export interface Slope {
  readonly slope: number
  readonly low: number
  readonly high: number
}

export interface Measured {
  readonly forecaster: Forecaster
  readonly scores: Scores
  /** Null where every forecast is one half: without favourites there is nothing to be calibrated. */
  readonly calibration: { readonly perfect: PerfectForecaster['ece']; readonly slope: Slope } | null
}

/** Needs at least one graded series. */
export function measureForecaster(graded: readonly GradedForecast[], forecaster: Forecaster): Measured {
  const predictions = graded.map(forecaster.chance)
  const folded = foldToFavourite(
    predictions,
    graded.map(({ outcome }) => outcome),
  )
  const blind = predictions.every((p) => p === 0.5)
  return {
    forecaster,
    scores: score(graded, forecaster.chance),
    calibration: blind
      ? null
      : { perfect: simulatePerfect(folded.x).ece, slope: measureSlope(graded, forecaster.chance) },
  }
}

// A prior this wide leaves the maximum-likelihood slope; records of age 0 all weigh the same.
const flatPriorSd = 10
const normal95 = 1.959963984540054

/** The factor on the log-odds that fits the results best, with its 95 % normal interval. */
export function measureSlope(graded: readonly GradedForecast[], chance: Forecaster['chance']): Slope {
  const records = graded.map((forecast) => ({ p: chance(forecast), y: forecast.outcome }))
  const { slope, sd } = fitLogitSlope(records, { priorSd: flatPriorSd })
  return { slope, low: slope - normal95 * sd, high: slope + normal95 * sd }
}
