import { addPlayed, type ForecastState, type PlayedSeries, settle } from '@riftline/core'
import { type Baselines, learnBaselines } from '../baselines/baselines.ts'
import type { Game, Series } from '../history/types.ts'
import { type ChampionIds, toPlayedSeries } from './played.ts'

/** What a replay moves through time: the state that the server reads, and the ratings it is compared with. */
export interface ReplayState {
  readonly forecast: ForecastState
  readonly baselines: Baselines
}

export interface ReplayOptions {
  readonly champions: ChampionIds
  /** Games up to this moment are known to the state already: they are not learned again. Default: none are. */
  readonly knownUntilMs?: number
  /** Called for every series that starts later than `knownUntilMs`, before anything of it is learned. */
  readonly beforeSeries?: (series: Series) => void
}

/**
 * Moves the state through a history: at the start of each series everything that has ended is learned, then the series is
 * shown to `beforeSeries`, and it is learned itself when its own end is reached. At the end of the history the rest is learned.
 *
 * @param series by start, then id
 */
export function replay(state: ReplayState, series: readonly Series[], options: ReplayOptions): void {
  const { champions, beforeSeries, knownUntilMs = Number.NEGATIVE_INFINITY } = options
  const isNew = (game: Game): boolean => game.startMs > knownUntilMs
  for (const next of series) {
    learnUntil(state, next.startMs)
    if (next.startMs > knownUntilMs) beforeSeries?.(next)
    const played = toPlayedSeries(next, champions, isNew)
    if (played.games.length > 0) addPlayed(state.forecast, played)
  }
  learnUntil(state, Number.POSITIVE_INFINITY)
}

function learnUntil(state: ReplayState, timeMs: number): void {
  const settled: readonly PlayedSeries[] = settle(state.forecast, timeMs)
  for (const series of settled) learnBaselines(state.baselines, series)
}

/** Whether a series counts in evaluations: complete, with a winner, best of 1, 3 or 5. */
export function isGraded(series: Series): boolean {
  return (
    series.complete &&
    series.winnerTeamId !== null &&
    (series.bestOf === 1 || series.bestOf === 3 || series.bestOf === 5)
  )
}
