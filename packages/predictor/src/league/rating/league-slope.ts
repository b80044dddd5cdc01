import { exp } from '@riftline/core/math'
import { ratingParameters } from './parameters.ts'

const parameters = ratingParameters.slope

/** Online calibration, logit' = clip(1 + common + own[league]) x logit: in some leagues teams differ more than the filter assumes. */
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
  const from = Number.isNaN(estimate.day) ? day : estimate.day
  const variance = Math.min(estimate.variance + parameters.variancePerDay * Math.max(0, day - from), cap)
  return { value: estimate.value, variance, day: Math.max(from, day) }
}

/** Factor on the logit in a league; unknown leagues use the common one. */
export function leagueSlope(slopes: LeagueSlopes, league: string | null): number {
  const own = league === null ? 0 : (slopes.leagues.get(league)?.value ?? 0)
  return Math.min(Math.max(1 + slopes.common.value + own, parameters.minimum), parameters.maximum)
}

/** One extended Kalman step on a settled series. `logit` is team 1's forecast before the slope; `won` is team 1's result. */
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
  for (const estimate of [common, own]) learnValue(estimate, residual, information / spread)
  slopes.common = common
  slopes.leagues.set(league, own)
}

/** One Kalman step of an estimate. */
export function learnValue(estimate: Omit<SlopeEstimate, 'day'>, residual: number, certainty: number): void {
  estimate.value += estimate.variance * residual
  estimate.variance -= estimate.variance * estimate.variance * certainty
}
