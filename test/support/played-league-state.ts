import { addPlayed, createForecastState, type ForecastState, settle } from '@riftline/predictor'
import { playedSeries, type SeriesSketch } from './played-league.ts'

/** Forecast state after all these series have ended. */
export function stateAfter(sketches: readonly SeriesSketch[]): ForecastState {
  const state = createForecastState()
  for (const sketch of sketches) addPlayed(state, playedSeries(sketch))
  settle(state, Number.POSITIVE_INFINITY)
  return state
}
