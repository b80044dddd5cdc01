import { dayOf, invalidArgument, lastMs, requireOptions, toUtc } from '@riftline/base'
import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import type { ForecastIdentity } from '../types.ts'
import type { PredictOptions } from './predictor-interface.ts'

/** The moment of a forecast, with the fields that all forecasts for that moment share. */
export interface ForecastMoment extends Pick<ForecastIdentity, 'asOfUtc' | 'dataThroughUtc' | 'artifacts'> {
  readonly ageDays: number
  /** Whether it is the day up to which the history is complete, because no later moment was given. */
  readonly isDataDate: boolean
}

/** Creates a reader of moments; the earliest is the one up to which the history is complete. The reader throws `invalid_argument`. */
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
  // Consecutive forecasts are usually for the same day, and formatting a date takes as long as a forecast.
  let last = { day: undefined as number | undefined, moment: momentAt(undefined) }
  return (options = {}) => {
    requireOptions(options, ['at'])
    const { at } = options
    const day = typeof at === 'number' ? dayOf(at) : at
    if (day !== last.day) last = { day, moment: momentAt(at) }
    return last.moment
  }
}

/** Age of the data, in days, at which log odds shrink to 1/sqrt(2) of their size. */
const fadingDays = 70

/**
 * Share of the log odds that a forecast keeps on old data: 1 / sqrt(1 + d / 70), d days after the moment up to which the
 * history is complete. Teams change in the meantime: without fading, a forecast on data nine months old is worse than a coin.
 *
 * Source: fitted on forecasts of 2023-07 to 2024-12 with results withheld for 7 to 270 days; faded forecasts are neither over-
 * nor underconfident.
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
 * Whole days from the UTC day up to which a history is complete to the day of a forecast; 0 for an earlier one. Calendar days are
 * counted so that a forecast does not change before midnight UTC.
 *
 * @param at UTC milliseconds; undefined: the end of the history
 * @throws RiftlineError `invalid_argument`
 * @example
 * dataAgeDays(Date.UTC(2026, 1, 28, 20), Date.UTC(2026, 2, 3, 7)) // => 3
 */
export function dataAgeDays(completeMs: number, at: number | undefined): number {
  if (at === undefined) return 0
  if (!Number.isFinite(at)) throw invalidArgument('at', 'milliseconds since 1970', at)
  return Math.max(0, dayOf(at) - dayOf(completeMs))
}
