import { exp } from '../../math/exp.ts'
import { seriesProbability } from '../../math/race-to-n.ts'
import { dayMs, yearOf } from '../../time.ts'
import type { BestOf } from '../../types.ts'
import type { ForecastState } from '../forecast-state.ts'
import { lineupEffect } from '../picks/champion-effects.ts'
import { forecastSeries, gameLogit, type RatingForecast } from '../rating/forecast.ts'
import { leagueSlope } from '../rating/league-slope.ts'
import { leagueTier } from '../rating/leagues.ts'
import { type LeagueTier, ratingParameters } from '../rating/parameters.ts'
import { previousSeasonKills } from '../rating/season-kills.ts'
import { statisticDifference } from '../rating/statistic-rating.ts'

/** Two teams about to play, at a moment; champions are ids in role order. */
export interface FeatureRequest {
  readonly team1Id: number
  readonly team2Id: number
  readonly bestOf: BestOf
  /** League code; null where unknown: then the home league that both teams share, if they share one. */
  readonly league: string | null
  readonly timeMs: number
  readonly draft: { readonly team1: readonly number[]; readonly team2: readonly number[] } | null
}

const tierNumbers: Readonly<Record<LeagueTier, number>> = { top: 1, major: 2, strong: 3, other: 4 }

/** Logits of game 1 per logit of champion effects, fitted on 2021-2022: teams see the same effects while they pick. */
const draftWeight = 0.64

/**
 * The vector of the schema `draft` when the request has picks, else of `match`: what training and serving both read.
 * Swapping the teams negates the differences exactly only through `mirrored`; ask for one order and mirror it.
 */
export function featureVector(state: ForecastState, request: FeatureRequest): Float64Array {
  const { team1Id, team2Id, bestOf, timeMs } = request
  const league = leagueOf(state, request)
  const day = timeMs / dayMs
  const forecast = forecastSeries(state.ratings, ratingParameters, { team1Id, team2Id, day, league, bestOf })
  const calibratedLogit = forecast.logit * leagueSlope(state.slopes, ratingParameters.slope, league)
  const year = yearOf(timeMs)
  const values = [
    calibratedLogit,
    forecast.logit,
    previousSeasonKills(state.seasonKills, team1Id, year) - previousSeasonKills(state.seasonKills, team2Id, year),
    statisticDifference(state.creepScores, team1Id, team2Id),
    forecast.totalVariance,
    bestOf,
    league === null ? tierNumbers.other : tierNumbers[leagueTier(league)],
  ]
  if (request.draft !== null) values.push(...draftValues(state, request, forecast, calibratedLogit))
  return new Float64Array(values)
}

function draftValues(
  state: ForecastState,
  request: FeatureRequest,
  forecast: RatingForecast,
  calibratedLogit: number,
): number[] {
  const { team1, team2 } = request.draft!
  const perGameLogit = seriesLogitPerGameLogit(gameLogit(forecast, ratingParameters.forecast), request.bestOf)
  const champions = lineupEffect(state.championEffects, team1) - lineupEffect(state.championEffects, team2)
  return [calibratedLogit + draftWeight * perGameLogit * champions, perGameLogit * champions]
}

/**
 * How far the logit of the series moves per logit of game 1, later games staying as they are: with game chance g and the
 * chances a = P(series | game 1 won), b = P(series | game 1 lost), s = g a + (1 - g) b, it is g (1 - g) (a - b) / (s (1 - s)).
 */
function seriesLogitPerGameLogit(game: number, bestOf: BestOf): number {
  if (bestOf === 1) return 1
  const g = 1 / (1 + exp(-game))
  const s = seriesProbability(g, bestOf)
  const h = 1 - g
  const won = bestOf === 3 ? 1 - h * h : 1 - h * h * h * (1 + 3 * g)
  const lost = bestOf === 3 ? g * g : g * g * g * (1 + 3 * h)
  return (g * h * (won - lost)) / (s * (1 - s))
}

/** The league a series is taken to be of: the one named, else the home league that both teams share, else none. */
export function leagueOf(
  state: ForecastState,
  { league, team1Id, team2Id }: Pick<FeatureRequest, 'league' | 'team1Id' | 'team2Id'>,
): string | null {
  if (league !== null) return league
  const home = state.ratings.teams.get(team1Id)?.home
  return home !== undefined && home !== '' && home === state.ratings.teams.get(team2Id)?.home ? home : null
}
