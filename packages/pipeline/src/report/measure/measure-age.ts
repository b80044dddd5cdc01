import { dayOf } from '@riftline/base'
import { clusteredDifference, logLoss } from '@riftline/core'
import { resamples, seed } from '../../evaluate/gain.ts'
import type { AgedForecasts } from '../report-input.ts'

/** What fading by age saves on data of one age. */
export interface MeasuredAge {
  readonly days: number
  readonly n: number
  readonly frozen: number
  readonly faded: number
  /** Log-loss that fading saves, with its 95 % interval. */
  readonly gain: { readonly mean: number; readonly low: number; readonly high: number }
}

/** Log-loss of one half. */
export const coinLoss: number = Math.LN2

export function measureAge({ days, forecasts }: AgedForecasts): MeasuredAge {
  const outcomes = forecasts.map(({ series }) => series.outcome)
  const frozen = forecasts.map((forecast) => forecast.frozen)
  const faded = forecasts.map((forecast) => forecast.faded)
  const clusters = forecasts.map(({ series }) => dayOf(series.startMs))
  const { mean, low, high } = clusteredDifference(frozen, faded, outcomes, clusters, { resamples, seed })
  return {
    days,
    n: forecasts.length,
    frozen: logLoss(frozen, outcomes),
    faded: logLoss(faded, outcomes),
    gain: { mean, low, high },
  }
}
