import type { StatedSeries } from '@riftline/predictor'
import type { PricedSeries } from '../features/market-prices.ts'
import { statementsOf } from '../history/stated/sourced-game.ts'
import type { Replay } from './replay.ts'

/** A series that was played, and what odds of it go by. */
export interface PlayedPair extends PricedSeries {
  /** When it really began, at the latest: no price from then on is from before the start. */
  readonly trueMs: number
  /** What the schedule may call it. */
  readonly matchIds: readonly string[]
}

/** The series of a replay, with what sources state of their starts and ids. */
export function playedPairs(
  { history, games }: Pick<Replay, 'history' | 'games'>,
  stated: readonly StatedSeries[],
): readonly PlayedPair[] {
  const gameOf = new Map(games.map((game) => [game.id, game]))
  const startOf = new Map(stated.map(({ source, id, startedMs }) => [`${source}:${id}`, startedMs]))
  return history.series.map(({ id, startMs, team1Id, team2Id, games: own }) => {
    const named = own.flatMap((one) => {
      const game = gameOf.get(one.id)
      return game === undefined ? [] : statementsOf(game)
    })
    const ids = named.flatMap(({ source, seriesId }) => (seriesId === null ? [] : scheduledIds(source, seriesId)))
    const starts = named.flatMap(({ source, seriesId }) => startOf.get(`${source}:${seriesId}`) ?? [])
    const trueMs = Math.min(startMs, ...starts)
    return { id, startMs, team1Id, team2Id, trueMs, matchIds: [...new Set(ids)].sort() }
  })
}

/** The schedule calls a series by the id of lolesports, else by that of Leaguepedia, marked. */
function scheduledIds(source: string, id: string): readonly string[] {
  if (source === 'lolesports') return [id]
  return source === 'leaguepedia' ? [`lp:${id}`, `leaguepedia:${id}`] : [`${source}:${id}`]
}
