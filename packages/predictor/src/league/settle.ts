import type { ForecastState } from './forecast-state.ts'
import { learnPlayedSeries } from './learn-series.ts'
import { byStartAndTeams, type PlayedSeries, settledMs } from './played-series.ts'

/** Adds a played series to `pending`; `settle` learns it when time reaches its end. */
export function addPlayed(state: ForecastState, series: PlayedSeries): void {
  let index = state.pending.length
  while (index > 0 && learnedBefore(series, state.pending[index - 1]!)) index--
  state.pending.splice(index, 0, series)
  for (const game of series.games) state.asOfMs = Math.max(state.asOfMs, game.startMs)
  state.completeMs = Math.max(state.completeMs, state.asOfMs)
}

/** Learns every pending series that has ended by `timeMs`, in order of their ends. Returns those learned. */
export function settle(state: ForecastState, timeMs: number): PlayedSeries[] {
  let count = 0
  while (count < state.pending.length && settledMs(state.pending[count]!) <= timeMs) count++
  const settled = state.pending.splice(0, count)
  for (const series of settled) learnPlayedSeries(state, series)
  return settled
}

/** By end; what ends together has the same order in every history. */
function learnedBefore(a: PlayedSeries, b: PlayedSeries): boolean {
  return (settledMs(a) - settledMs(b) || byStartAndTeams(a, b)) < 0
}
