import { dayMs } from '@riftline/base'
import { addPlayed, byStartAndTeams, type ForecastState, type PlayedSeries, settle } from '@riftline/predictor'
import type { Game, Series } from '../history/types.ts'
import type { ChampionIds } from './champion-ids.ts'
import { toPlayedSeries } from './played.ts'

export interface ReplayOptions {
  readonly champions: ChampionIds
  /** The state knows games up to this moment already and does not learn them again. Default: none. */
  readonly knownUntilMs?: number
  /** Days from the end of a series until the state learns it; default 0: a forecast then knows all that has ended. */
  readonly withheldDays?: number
  /** Called for every series that starts later than `knownUntilMs`, before anything of it is learned. */
  readonly beforeSeries?: (series: Series) => void
  /** Called for every series that the state has just learned. */
  readonly onSettled?: (series: PlayedSeries) => void
}

/**
 * Moves the state through a history. At the start of each series the state learns every series that has ended, then
 * `beforeSeries` is called; the series itself is learned once its own end is reached, the rest at the end of the history.
 *
 * @param series in any order
 */
export function replay(state: ForecastState, series: readonly Series[], options: ReplayOptions): void {
  const { champions, beforeSeries, onSettled, knownUntilMs = Number.NEGATIVE_INFINITY, withheldDays = 0 } = options
  const isNew = (game: Game): boolean => game.startMs > knownUntilMs
  const settleUntil = (timeMs: number): void => {
    for (const settled of settle(state, timeMs)) onSettled?.(settled)
  }
  for (const next of [...series].sort(byStartAndTeams)) {
    settleUntil(next.startMs - withheldDays * dayMs)
    if (next.startMs > knownUntilMs) beforeSeries?.(next)
    const played = toPlayedSeries(next, champions, isNew)
    if (played.games.length > 0) addPlayed(state, played)
  }
  settleUntil(Number.POSITIVE_INFINITY)
}

/** Whether a series counts in evaluations: complete, with a winner, best of 1, 3 or 5. */
export function isGraded(series: Series): boolean {
  const { complete, winnerTeamId, bestOf } = series
  return complete && winnerTeamId !== null && (bestOf === 1 || bestOf === 3 || bestOf === 5)
}
