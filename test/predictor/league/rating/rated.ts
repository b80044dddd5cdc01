import { learnSeries } from '#predictor/league/rating/learn.ts'
import {
  createRatingState,
  type LeagueRating,
  type PlayerRating,
  type RatingState,
  type TeamRating,
} from '#predictor/league/rating/state.ts'
import { firstDay, playedSeries, type SeriesSketch } from '../../../support/played-league.ts'

/** A state made by hand; unset fields are those of a team, league or player that played on the first day. */
export function rated(sketch: {
  readonly leagues?: Readonly<Record<string, Partial<LeagueRating>>>
  readonly teams?: Readonly<Record<number, Partial<TeamRating>>>
  readonly players?: Readonly<Record<number, Partial<PlayerRating>>>
}): RatingState {
  const state = createRatingState()
  for (const [code, league] of Object.entries(sketch.leagues ?? {})) {
    state.leagues.set(code, { mean: 0, variance: 0.5, day: firstDay, ...league })
  }
  for (const [id, team] of Object.entries(sketch.teams ?? {})) {
    const start: TeamRating = {
      mean: -0.65,
      variance: 0.8,
      home: 'LCK',
      day: firstDay,
      lineup: null,
      lineupDay: -1,
      series: 0,
    }
    state.teams.set(Number(id), { ...start, ...team })
  }
  for (const [id, player] of Object.entries(sketch.players ?? {})) {
    const start: PlayerRating = { mean: 0.19, variance: 0.07, home: 'LCK', day: firstDay, games: 0 }
    state.players.set(Number(id), { ...start, ...player })
  }
  return state
}

/** Learns the series in this order; returns the state, which is modified. */
export function learn(state: RatingState, ...sketches: readonly SeriesSketch[]): RatingState {
  for (const sketch of sketches) learnSeries(state, playedSeries(sketch))
  return state
}
