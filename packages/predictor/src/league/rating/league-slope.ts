import { exp } from '@riftline/core/math'
import { ratingParameters } from './parameters.ts'

const parameters = ratingParameters.slope

/**
 * Online calibration of the rating forecast: logit' = clip(1 + common + own[league]) x logit. Some leagues have far larger
 * gaps between their teams than the filter assumes; the slope learns that from settled series.
 */
export interface LeagueSlopes {
  common: SlopeEstimate
  readonly leagues: Map<string, SlopeEstimate>
}

export interface SlopeEstimate {
  value: number
  variance: number
  day: number
}

export function createLeagueSlopes(): LeagueSlopes {
  return { common: { value: 0, variance: parameters.startVariance, day: Number.NaN }, leagues: new Map() }
}

function drifted(estimate: SlopeEstimate | undefined, day: number, cap: number): SlopeEstimate {
  if (estimate === undefined) return { value: 0, variance: parameters.startVariance, day }
  const days = Number.isNaN(estimate.day) ? 0 : Math.max(0, day - estimate.day)
  return {
    value: estimate.value,
    variance: Math.min(estimate.variance + parameters.variancePerDay * days, cap),
    day: Number.isNaN(estimate.day) ? day : Math.max(estimate.day, day),
  }
}

/** Factor on the logit in a league; an unknown league has the common one. */
export function leagueSlope(slopes: LeagueSlopes, league: string | null): number {
  const own = league === null ? 0 : (slopes.leagues.get(league)?.value ?? 0)
  return Math.min(Math.max(1 + slopes.common.value + own, parameters.minimum), parameters.maximum)
}

/** One extended Kalman step on a settled series. `logit` is the forecast before the slope, for team 1; `won` is team 1's result. */
export function learnLeagueSlope(
  slopes: LeagueSlopes,
  series: { readonly league: string; readonly day: number; readonly logit: number; readonly won: boolean },
): void {
  const { league, day, logit, won } = series
  const common = drifted(slopes.common, day, Number.POSITIVE_INFINITY)
  const own = drifted(slopes.leagues.get(league), day, parameters.maximumLeagueVariance)
  const probability = 1 / (1 + exp(-leagueSlope(slopes, league) * logit))
  const information = probability * (1 - probability) * (logit * logit)
  const spread = 1 + information * (common.variance + own.variance)
  const residual = (((won ? 1 : 0) - probability) * logit) / spread
  slopes.common = step(common, residual, information / spread)
  slopes.leagues.set(league, step(own, residual, information / spread))
}

function step(estimate: SlopeEstimate, residual: number, certainty: number): SlopeEstimate {
  return {
    value: estimate.value + estimate.variance * residual,
    variance: estimate.variance - estimate.variance * estimate.variance * certainty,
    day: estimate.day,
  }
}
