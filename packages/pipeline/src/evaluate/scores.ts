import { dayOf } from '@riftline/base'
import {
  accuracy,
  brierScore,
  clusteredDifference,
  clusteredMean,
  expectedCalibrationError,
  foldToFavourite,
  logLoss,
} from '@riftline/core'
import type { ChanceOf, GradedForecast } from './graded-forecast.ts'

/** Scores of a list of forecasts; `ece` uses 10 bins of equal mass, folded to the favourite. */
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

export function score(graded: readonly GradedForecast[], chance: (forecast: GradedForecast) => number): Scores {
  return scoreForecasts(
    graded.map(chance),
    graded.map(({ outcome }) => outcome),
  )
}

/** Log-loss that one forecaster saves over another on the same series; positive is better. */
export interface Gain {
  readonly n: number
  readonly mean: number
  /** 95 % interval; null if there are too few days to resample. */
  readonly interval: { readonly low: number; readonly high: number } | null
}

/** Fewest days to resample. Fewer would make the interval too narrow; a single day would give it no width. */
export const fewestDays = 10
export const resamples = 2000
export const seed = 7

/** Gain paired by series and resampled by UTC day, since series of one day share patch, form and results. */
export function gainOver(graded: readonly GradedForecast[], better: ChanceOf, worse: ChanceOf): Gain {
  const days = graded.map(({ startMs }) => dayOf(startMs))
  const outcomes = graded.map(({ outcome }) => outcome)
  const { mean, low, high } = clusteredDifference(graded.map(worse), graded.map(better), outcomes, days, {
    resamples,
    seed,
  })
  return { n: graded.length, mean, interval: new Set(days).size < fewestDays ? null : { low, high } }
}

/** Mean of at least one value, resampled by UTC day like the gains. */
export function meanByDay(values: readonly { readonly startMs: number; readonly value: number }[]) {
  const days = values.map(({ startMs }) => dayOf(startMs))
  const own = values.map(({ value }) => value)
  const { mean, low, high } = clusteredMean(own, days, { resamples, seed })
  return { mean, interval: new Set(days).size < fewestDays ? null : { low, high } }
}
