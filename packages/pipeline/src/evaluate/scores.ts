import { dayOf } from '@riftline/base'
import { clusteredDifference } from '@riftline/core'
import { type DailyMean, fewestDays, meansByDay, resampling, type Scores, scoreForecasts } from '@riftline/record'
import type { ChanceOf, GradedForecast } from './graded-forecast.ts'

export function score(graded: readonly GradedForecast[], chance: (forecast: GradedForecast) => number): Scores {
  return scoreForecasts(
    graded.map(chance),
    graded.map(({ outcome }) => outcome),
  )
}

/** Log-loss that one forecaster saves over another on the same series; positive is better. */
export interface Gain extends DailyMean {
  readonly n: number
}

/** Gain paired by series and resampled by UTC day, since series of one day share patch, form and results. */
export function gainOver(graded: readonly GradedForecast[], better: ChanceOf, worse: ChanceOf): Gain {
  const days = graded.map(({ startMs }) => dayOf(startMs))
  const outcomes = graded.map(({ outcome }) => outcome)
  const { mean, low, high } = clusteredDifference(graded.map(worse), graded.map(better), outcomes, days, resampling)
  return { n: graded.length, mean, interval: new Set(days).size < fewestDays ? null : { low, high } }
}

/** Mean of at least one value, resampled by UTC day like the gains. */
export function meanByDay(values: readonly { readonly startMs: number; readonly value: number }[]): DailyMean {
  const startsMs = values.map(({ startMs }) => startMs)
  return meansByDay(startsMs, [values.map(({ value }) => value)])[0]!
}
