import { lastMs, requireOptions, toUtc } from '@riftline/base'
import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import type { ForecastIdentity } from '../types.ts'
import { dataAgeDays } from './data-age.ts'
import type { PredictOptions } from './predictor-interface.ts'

/** The moment of a forecast, with the fields that all forecasts for it share. */
export interface ForecastMoment extends Pick<ForecastIdentity, 'asOfUtc' | 'dataThroughUtc' | 'artifacts'> {
  readonly ageDays: number
  /** Whether it is the day up to which the history is complete: no later moment was named. */
  readonly isDataDate: boolean
}

/**
 * Reads moments from options. A date is that of the moment, at the earliest the one up to which the history is complete.
 *
 * @throws RiftlineError from the function that it returns: `invalid_argument`
 */
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
  // One forecast after another is for the same moment, and to write a date takes as long as to forecast.
  let last = { at: undefined as number | undefined, moment: momentAt(undefined) }
  return (options = {}) => {
    requireOptions(options, ['at'])
    const { at } = options
    if (at !== last.at) last = { at, moment: momentAt(at) }
    return last.moment
  }
}
