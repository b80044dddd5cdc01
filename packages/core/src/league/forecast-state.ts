import type { ChampionEffects } from './picks/champion-effects.ts'
import type { PlayedSeries } from './played-series.ts'
import { createLeagueSlopes, type LeagueSlopes } from './rating/league-slope.ts'
import { ratingParameters } from './rating/parameters.ts'
import type { SeasonKillsTable } from './rating/season-kills.ts'
import { createRatingState, type RatingState } from './rating/state.ts'
import type { StatisticRating } from './rating/statistic-rating.ts'

/**
 * Everything a forecast reads: made by replaying a history once through time, kept in the artifacts, and read by the same
 * feature code in training and in serving. `addPlayed`, `settle` and
 * `setPublishedKills` change it, nothing else.
 */
export interface ForecastState {
  /** Start of the last game known; forecasts that name no time are made for this moment. */
  asOfMs: number
  readonly ratings: RatingState
  readonly slopes: LeagueSlopes
  readonly creepScores: Map<number, StatisticRating>
  readonly seasonKills: SeasonKillsTable
  readonly championEffects: ChampionEffects
  /** Played, but not settled at `asOfMs`: `settle` learns them when time reaches their end. In order of settling. */
  readonly pending: PlayedSeries[]
}

export function createForecastState(): ForecastState {
  return {
    asOfMs: Number.NEGATIVE_INFINITY,
    ratings: createRatingState(),
    slopes: createLeagueSlopes(ratingParameters.slope),
    creepScores: new Map(),
    seasonKills: new Map(),
    championEffects: new Map(),
    pending: [],
  }
}
