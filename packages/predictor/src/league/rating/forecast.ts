import { log } from '@riftline/core/math'
import type { BestOf } from '../../types.ts'
import { advanceAlone, advanceTeams } from './advance.ts'
import { createOverlay } from './overlay.ts'
import { ratingParameters } from './parameters.ts'
import { expectedSeriesChances } from './series-expectation.ts'
import type { RatingState, TeamRating } from './state.ts'
import { type StrengthDifference, strengthDifference, type TeamStrength, teamStrength } from './strength.ts'

const parameters = ratingParameters.forecast

/** A series that has not begun, as the filter sees it. */
export interface UpcomingSeries {
  readonly team1Id: number
  readonly team2Id: number
  readonly day: number
  /** League code, or null where it is not known. */
  readonly league: string | null
  readonly bestOf: BestOf
}

export interface RatingForecast extends StrengthDifference {
  /** Variance of the difference with all it is made of: also that of the leagues where these differ. */
  readonly totalVariance: number
  /** Standard deviation of the logit of one game: what `totalVariance` comes to there. */
  readonly sd: number
  /** Logit of the probability that team 1 wins the series, before the league slope. */
  readonly logit: number
  readonly team1: TeamRating
  readonly team2: TeamRating
}

/** Forecasts a series at its start from what has been learned so far. Changes nothing. */
export function forecastSeries(state: RatingState, series: UpcomingSeries): RatingForecast {
  const [first, second] = strengthsTogether(state, series)
  return forecastStrengths(first, second, series.bestOf)
}

/** Strengths of both teams of a series at its day. */
export function strengthsTogether(
  state: RatingState,
  series: Omit<UpcomingSeries, 'bestOf'>,
): readonly [TeamStrength, TeamStrength] {
  const overlay = createOverlay(state)
  const [team1, team2] = advanceTeams(overlay, series, series.day)
  return [teamStrength(overlay, team1), teamStrength(overlay, team2)]
}

/**
 * Strength of one team on a day, whoever it meets: the same bits as `strengthsTogether` gives, unless both teams field the same player.
 *
 * @returns undefined for a team or a league without games: there the opponent matters
 */
export function strengthAlone(
  state: RatingState,
  teamId: number,
  { day, league }: Pick<UpcomingSeries, 'day' | 'league'>,
): TeamStrength | undefined {
  if (!state.teams.has(teamId) || (league !== null && !state.leagues.has(league))) return undefined
  const overlay = createOverlay(state)
  return teamStrength(overlay, advanceAlone(overlay, teamId, day, league))
}

export function forecastStrengths(first: TeamStrength, second: TeamStrength, bestOf: BestOf): RatingForecast {
  const { mean, variance, leagueVariance, crossLeague } = strengthDifference(first, second)
  const totalVariance = crossLeague ? (variance + leagueVariance) * parameters.crossLeagueVariance : variance
  const sd = parameters.varianceScale * Math.sqrt(totalVariance)
  const chances = expectedSeriesChances(parameters.scale[bestOf] * mean, sd, bestOf)
  const logit = log(chances[0]! / chances[1]!)
  const [team1, team2] = [first.team, second.team]
  return { mean, variance, leagueVariance, crossLeague, totalVariance, sd, logit, team1, team2 }
}

/** Expected logit of one game, pulled toward 0 by the doubt about it (MacKay's approximation of the normal-logistic integral). */
export function gameLogit({ mean, totalVariance }: Pick<RatingForecast, 'mean' | 'totalVariance'>): number {
  const variance = parameters.varianceScale * parameters.varianceScale * totalVariance
  return (parameters.scale[3] * mean) / Math.sqrt(1 + (Math.PI / 8) * variance)
}
