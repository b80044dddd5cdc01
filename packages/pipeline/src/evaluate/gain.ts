import { dayOf } from '@riftline/base'
import { clusteredDifference, clusteredMean } from '@riftline/core'
import type { ChanceOf } from './forecasters.ts'
import type { GradedForecast } from './graded-forecast.ts'

/** How much log-loss one forecaster saves against another on the same series; above 0 it is better. */
export interface Gain {
  readonly n: number
  readonly mean: number
  /** 95 %; null where there are too few days to resample. */
  readonly interval: { readonly low: number; readonly high: number } | null
}

/** With few days to resample the interval is too narrow: one day alone would give it no width at all. */
export const fewestDays = 10
export const resamples = 2000
export const seed = 7

/** Paired by series and resampled by UTC day: series of one day share patch, form and results. */
export function gainOver(graded: readonly GradedForecast[], better: ChanceOf, worse: ChanceOf): Gain {
  const days = graded.map(({ startMs }) => dayOf(startMs))
  const outcomes = graded.map(({ outcome }) => outcome)
  const { mean, low, high } = clusteredDifference(graded.map(worse), graded.map(better), outcomes, days, {
    resamples,
    seed,
  })
  return { n: graded.length, mean, interval: new Set(days).size < fewestDays ? null : { low, high } }
}

/** Mean of at least one value, resampled by UTC day as gains are. */
export function meanByDay(
  values: readonly { readonly startMs: number; readonly value: number }[],
): Pick<Gain, 'mean' | 'interval'> {
  const days = values.map(({ startMs }) => dayOf(startMs))
  const own = values.map(({ value }) => value)
  const { mean, low, high } = clusteredMean(own, days, { resamples, seed })
  return { mean, interval: new Set(days).size < fewestDays ? null : { low, high } }
}
