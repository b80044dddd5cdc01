import { log1p } from '../../math/log.ts'
import { dayMs, yearOf } from '../../time.ts'
import type { BestOf } from '../../types.ts'
import type { ForecastState } from '../forecast-state.ts'
import { forecastSeries, gameLogit } from '../rating/forecast.ts'
import { leagueSlope } from '../rating/league-slope.ts'
import { leagueTier } from '../rating/leagues.ts'
import { type LeagueTier, ratingParameters } from '../rating/parameters.ts'
import { previousSeasonKills } from '../rating/season-kills.ts'
import type { TeamRating } from '../rating/state.ts'
import { statisticDifference } from '../rating/statistic-rating.ts'
import { headToHead } from '../records/head-to-head.ts'
import { previousWinShare } from '../records/season-wins.ts'
import { form, recentSeries, recentWins, restDays, type TeamRecord, tournamentForm } from '../records/team-record.ts'

/** Two teams about to play, at a moment. */
export interface FeatureRequest {
  readonly team1Id: number
  readonly team2Id: number
  readonly bestOf: BestOf
  /** League code; null where unknown: then the home league that both teams share, if they share one. */
  readonly league: string | null
  readonly timeMs: number
}

/** What is known of a series before it begins. */
export interface SeriesFeatures {
  /** Entries as `features` lists them. */
  readonly vector: Float64Array
  /** Log odds of team 1 to win one game, by the rating: what a draft is measured against. */
  readonly gameLogit: number
}

const tierNumbers: Readonly<Record<LeagueTier, number>> = { top: 1, major: 2, strong: 3, other: 4 }

/**
 * What training and serving both read. Swapping the teams negates the differences exactly only through `mirrored`; ask for one
 * order and mirror it.
 */
export function seriesFeatures(state: ForecastState, request: FeatureRequest): SeriesFeatures {
  const { team1Id, team2Id, bestOf, timeMs } = request
  const league = leagueOf(state, request)
  const day = timeMs / dayMs
  const forecast = forecastSeries(state.ratings, ratingParameters, { team1Id, team2Id, day, league, bestOf })
  const calibratedLogit = forecast.logit * leagueSlope(state.slopes, ratingParameters.slope, league)
  const year = yearOf(timeMs)
  const first = ownFeatures(state, team1Id, forecast.team1, { league, day, year })
  const second = ownFeatures(state, team2Id, forecast.team2, { league, day, year })
  const vector = new Float64Array([
    calibratedLogit,
    forecast.logit,
    previousSeasonKills(state.seasonKills, team1Id, year) - previousSeasonKills(state.seasonKills, team2Id, year),
    statisticDifference(state.creepScores, team1Id, team2Id),
    first.form5 - second.form5,
    first.form10 - second.form10,
    first.wins10 - second.wins10,
    first.wins20 - second.wins20,
    first.tournamentForm - second.tournamentForm,
    first.streak - second.streak,
    headToHead(state.headToHead, team1Id, team2Id),
    first.teamWins - second.teamWins,
    first.lineupWins - second.lineupWins,
    ...[first.rest - second.rest, first.rest, second.rest],
    ...[first.recentSeries - second.recentSeries, first.recentSeries, second.recentSeries],
    ...[first.seriesPlayed - second.seriesPlayed, first.seriesPlayed, second.seriesPlayed],
    forecast.totalVariance,
    bestOf,
    league === null ? tierNumbers.other : tierNumbers[leagueTier(league)],
  ])
  return { vector, gameLogit: gameLogit(forecast, ratingParameters.forecast) }
}

interface Moment {
  readonly league: string | null
  readonly day: number
  readonly year: number
}

function ownFeatures(state: ForecastState, teamId: number, team: TeamRating, { league, day, year }: Moment) {
  const record: TeamRecord | undefined = state.records.get(teamId)
  return {
    form5: form(record, 5),
    form10: form(record, 10),
    wins10: recentWins(record, 10),
    wins20: recentWins(record, 20),
    tournamentForm: tournamentForm(record, league, day),
    streak: record?.streak ?? 0,
    teamWins: previousWinShare(state.teamWins, teamId, year),
    lineupWins: lineupWins(state, team.lineup, year),
    rest: log1p(restDays(record, day)),
    recentSeries: recentSeries(record, day),
    seriesPlayed: log1p(Math.min(mostSeries, team.series)),
  }
}

const mostSeries = 100

function lineupWins({ playerWins }: ForecastState, lineup: readonly number[] | null, year: number): number {
  if (lineup === null) return 0
  return lineup.reduce((sum, playerId) => sum + previousWinShare(playerWins, playerId, year), 0) / lineup.length
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
