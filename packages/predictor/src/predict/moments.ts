import { dayOf, invalidArgument, lastMs, requireOptions, toUtc } from '@riftline/base'
import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import type { ForecastIdentity } from '../types.ts'
import type { PredictOptions } from './predictor-interface.ts'

/** The moment of a forecast, with the fields that all forecasts for it share. */
export interface ForecastMoment extends Pick<ForecastIdentity, 'asOfUtc' | 'dataThroughUtc' | 'artifacts'> {
  readonly ageDays: number
  /** Whether it is the day up to which the history is complete: no later moment was named. */
  readonly isDataDate: boolean
}

/** Reads moments from options; a date is at the earliest the one up to which the history is complete. The result throws `invalid_argument`. */
export function createMoments({
  id,
  state: { asOfMs, completeMs },
}: Pick<PredictorArtifacts, 'id' | 'state'>): (options?: PredictOptions) => ForecastMoment {
  const dataThroughUtc = toUtc(asOfMs)
  const momentAt = (at: number | undefined): ForecastMoment => ({
    ageDays: dataAgeDays(completeMs, at),
    asOfUtc: toUtc(Math.min(lastMs, Math.max(completeMs, at ?? completeMs))).slice(0, 10),
    dataThroughUtc,
    artifacts: id,
    isDataDate: dataAgeDays(completeMs, at) === 0,
  })
  // One forecast after another is for the same day, and to write a date takes as long as to forecast.
  let last = { day: undefined as number | undefined, moment: momentAt(undefined) }
  return (options = {}) => {
    requireOptions(options, ['at'])
    const { at } = options
    const day = typeof at === 'number' ? dayOf(at) : at
    if (day !== last.day) last = { day, moment: momentAt(at) }
    return last.moment
  }
}

/** Age of the data, in days, at which log odds keep 1/sqrt(2) of their size. */
const fadingDays = 70

/**
 * Share of the log odds that a forecast keeps on old data: 1 / sqrt(1 + d / 70), d days after the moment up to which the
 * history is complete. Teams change while nobody looks: without it a forecast on data nine months old is worse than a coin.
 *
 * Source: fitted on forecasts of 2023-07 to 2024-12 with results withheld for 7 to 270 days; afterwards they are neither too bold
 * nor too timid.
 *
 * @param ageDays at least 0
 * @returns above 0, at most 1; exactly 1 for age 0
 * @example
 * fading(0) // => 1
 * fading(210) // => 0.5
 */
export function fading(ageDays: number): number {
  return 1 / Math.sqrt(1 + ageDays / fadingDays)
}

/**
 * Whole days from the UTC day up to which a history is complete to that of a forecast; 0 for an earlier one. Days of the calendar, so
 * that a forecast does not change before midnight UTC.
 *
 * @param at UTC milliseconds; undefined: no later than the history
 * @throws RiftlineError `invalid_argument`
 * @example
 * dataAgeDays(Date.UTC(2026, 1, 28, 20), Date.UTC(2026, 2, 3, 7)) // => 3
 */
export function dataAgeDays(completeMs: number, at: number | undefined): number {
  if (at === undefined) return 0
  if (!Number.isFinite(at)) throw invalidArgument('at', 'milliseconds since 1970', at)
  return Math.max(0, dayOf(at) - dayOf(completeMs))
}
