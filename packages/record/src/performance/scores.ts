import { dayOf } from '@riftline/base'
import {
  accuracy,
  brierScore,
  type ClusteredMean,
  calibrationErrorBand,
  clusteredMeans,
  expectedCalibrationError,
  foldToFavourite,
  logLoss,
} from '@riftline/core'

/** Scores of a list of forecasts; `ece` uses 10 bins of equal mass, folded to the favourite. */
export interface Scores {
  readonly n: number
  readonly logLoss: number
  readonly brier: number
  readonly accuracy: number
  readonly ece: number
}

/** Number of bins of every calibration error and reliability diagram. */
export const binCount = 10

/** @throws RiftlineError `invalid_argument` for an empty list */
export function scoreForecasts(predictions: readonly number[], outcomes: readonly number[]): Scores {
  const folded = foldToFavourite(predictions, outcomes)
  return {
    n: predictions.length,
    logLoss: logLoss(predictions, outcomes),
    brier: brierScore(predictions, outcomes),
    accuracy: accuracy(predictions, outcomes),
    ece: expectedCalibrationError(folded.x, folded.t, { bins: binCount, strategy: 'quantile' }),
  }
}

/** Simulated results of a perfect forecaster. */
export const simulation = { resamples: 1000, seed: 7 } as const

/** The null band of the equal-mass ECE of favourites: at least one forecast, all in [1/2, 1]. Cost: 1,000 × n. */
export function simulatePerfect(folded: readonly number[]) {
  const { mean, high, bins } = calibrationErrorBand(folded, {
    bins: binCount,
    strategy: 'quantile',
    ...simulation,
    folded: true,
  })
  return { ece: { mean, high }, bins }
}

/** Fewest days to resample. Fewer would make the interval too narrow; a single day would give it no width. */
export const fewestDays = 10

/** Resampling behind every 95 % interval of a report and of the performance. */
export const resampling = { resamples: 2000, seed: 7 } as const

/** A mean with its interval; null if there are too few days to resample. */
export interface DailyMean {
  readonly mean: number
  readonly interval: { readonly low: number; readonly high: number } | null
}

/**
 * Means of columns of values of the same series, resampled by UTC day, since series of one day share patch, form and results.
 *
 * @param startsMs start of each series, at least one
 * @param columns one value per series in each
 */
export function meansByDay(startsMs: readonly number[], columns: readonly ArrayLike<number>[]): DailyMean[] {
  const days = startsMs.map(dayOf)
  const isResampled = new Set(days).size >= fewestDays
  const toInterval = ({ low, high }: ClusteredMean) => (isResampled ? { low, high } : null)
  const means = clusteredMeans(columns, days, isResampled ? resampling : { ...resampling, resamples: 1 })
  return means.map((mean) => ({ mean: mean.mean, interval: toInterval(mean) }))
}
