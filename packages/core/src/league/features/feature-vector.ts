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
import { form, mostRestDays, recentSeries, recentWins, restDays, tournamentForm } from '../records/team-record.ts'
import { features } from './feature-schema.ts'

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
 *
 * @param known what was computed before of teams, for the same state and moment
 */
export function seriesFeatures(
  state: ForecastState,
  request: FeatureRequest,
  known: OwnFeatures = new Map(),
): SeriesFeatures {
  const { team1Id, team2Id, bestOf, timeMs } = request
  const league = leagueOf(state, request)
  const day = timeMs / dayMs
  const forecast = forecastSeries(state.ratings, ratingParameters, { team1Id, team2Id, day, league, bestOf })
  const calibratedLogit = forecast.logit * leagueSlope(state.slopes, ratingParameters.slope, league)
  const year = yearOf(timeMs)
  const vector = new Float64Array(features.length)
  vector[0] = calibratedLogit
  vector[1] = forecast.logit
  vector[2] =
    previousSeasonKills(state.seasonKills, team1Id, year) - previousSeasonKills(state.seasonKills, team2Id, year)
  vector[3] = statisticDifference(state.creepScores, team1Id, team2Id)
  const moment = { league, day, year }
  const first = ownFeatures(state, team1Id, forecast.team1, moment, known)
  const second = ownFeatures(state, team2Id, forecast.team2, moment, known)
  for (let i = 0; i < ownDifferences; i++) vector[4 + i] = first[i]! - second[i]!
  vector[4 + ownDifferences] = headToHead(state.headToHead, team1Id, team2Id)
  let at = 5 + ownDifferences
  for (let i = ownDifferences; i < first.length; i++) {
    vector[at++] = first[i]! - second[i]!
    vector[at++] = first[i]!
    vector[at++] = second[i]!
  }
  vector[at++] = forecast.totalVariance
  vector[at++] = bestOf
  vector[at] = league === null ? tierNumbers.other : tierNumbers[leagueTier(league)]
  return { vector, gameLogit: gameLogit(forecast, ratingParameters.forecast) }
}

interface Moment {
  readonly league: string | null
  readonly day: number
  readonly year: number
}

/** Features of teams by id, at one moment of one state. */
export type OwnFeatures = Map<number, Float64Array>

/** Of one team: features of which the difference is read, then those that stand side by side too. */
const ownDifferences = 8
const ownCount = ownDifferences + 3
/** The one that depends on the league of the series. */
const tournamentPlace = 4

function ownFeatures(
  state: ForecastState,
  teamId: number,
  team: TeamRating,
  { league, day, year }: Moment,
  known: OwnFeatures,
): Float64Array {
  const record = state.records.get(teamId)
  let own = known.get(teamId)
  if (own === undefined) {
    own = new Float64Array(ownCount)
    known.set(teamId, own)
    if (record !== undefined) {
      own[0] = form(record, 5)
      own[1] = form(record, 10)
      own[2] = recentWins(record, 10)
      own[3] = recentWins(record, 20)
      own[5] = record.streak
      own[9] = recentSeries(record, day)
    }
    own[6] = previousWinShare(state.teamWins, teamId, year)
    own[7] = lineupWins(state, team.lineup, year)
    own[8] = log1p(record === undefined ? mostRestDays : restDays(record, day))
    own[10] = log1p(Math.min(mostSeries, team.series))
  }
  own[tournamentPlace] = record === undefined ? 0 : tournamentForm(record, league, day)
  return own
}

const mostSeries = 100

function lineupWins({ playerWins }: ForecastState, lineup: readonly number[] | null, year: number): number {
  if (lineup === null) return 0
  let sum = 0
  for (const playerId of lineup) sum += previousWinShare(playerWins, playerId, year)
  return sum / lineup.length
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
