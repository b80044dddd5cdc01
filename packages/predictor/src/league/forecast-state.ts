import type { ChampionEffects } from './picks/draft-offset.ts'
import type { PlayedSeries } from './played-series.ts'
import { createLeagueSlopes, type LeagueSlopes } from './rating/league-slope.ts'
import { createRatingState, type RatingState } from './rating/state.ts'
import type { StatisticRating } from './rating/statistic-rating.ts'
import type { SeasonKillsTable, SeasonWinsTable } from './records/season-wins.ts'
import type { HeadToHead, TeamRecords } from './records/team-record.ts'

/**
 * All learned data that forecasts use, in training and in serving, made by one replay of a history and stored in the artifacts.
 * Only `addPlayed`, `settle` and `setPublishedKills` change it.
 */
export interface ForecastState {
  /** Start of the last known game; forecasts are made as of this moment. */
  asOfMs: number
  /** Moment up to which every game is known, at least `asOfMs`; the age of the data counts from here. */
  completeMs: number
  readonly ratings: RatingState
  readonly slopes: LeagueSlopes
  readonly creepScores: Map<number, StatisticRating>
  readonly seasonKills: SeasonKillsTable
  readonly championEffects: ChampionEffects
  readonly records: TeamRecords
  readonly headToHead: HeadToHead
  readonly teamWins: SeasonWinsTable
  readonly playerWins: SeasonWinsTable
  /** Series played but not settled at `asOfMs`, in order of settling; `settle` learns them when time reaches their end. */
  readonly pending: PlayedSeries[]
}

/**
 * A state without games, with which the replay of a history begins.
 *
 * @example createForecastState().ratings.teams.size // => 0
 */
export function createForecastState(): ForecastState {
  return {
    asOfMs: Number.NEGATIVE_INFINITY,
    completeMs: Number.NEGATIVE_INFINITY,
    ratings: createRatingState(),
    slopes: createLeagueSlopes(),
    creepScores: new Map(),
    seasonKills: new Map(),
    championEffects: new Map(),
    records: new Map(),
    headToHead: new Map(),
    teamWins: new Map(),
    playerWins: new Map(),
    pending: [],
  }
}
