import type { StatedSeries } from '@riftline/predictor'
import { type SourcedGame, statementsOf } from './merge-games.ts'

/** The series of a game as sources state it. */
export interface SeriesStatement {
  /** Key that all games of one series share. */
  readonly key: string
  /** 1, 2, 3 or 5; null where nobody states it. */
  readonly bestOf: number | null
  /** Decided by more than its games: a forfeit, or games that were given before the first. */
  readonly isAwarded: boolean
}

/** Order of trust. */
const order: readonly string[] = ['lolesports', 'leaguepedia']

/**
 * Finds the series of a game. Ids of several sources are one series where they meet at a game.
 *
 * @returns null for a game whose series nobody names
 */
export function findSeries(
  games: readonly SourcedGame[],
  stated: readonly StatedSeries[],
): (game: SourcedGame) => SeriesStatement | null {
  const groups = new Map<string, Set<string>>()
  for (const ids of games.map(idsOf)) {
    const joined = new Set(ids.flatMap((id) => [...(groups.get(id) ?? []), id]))
    for (const id of joined) groups.set(id, joined)
  }
  const byId = new Map(stated.map((series) => [`${series.source}:${series.id}`, series]))
  const known = new Map<Set<string>, SeriesStatement>()
  return (game) => {
    const [id] = idsOf(game)
    const group = id === undefined ? undefined : groups.get(id)
    if (group === undefined) return null
    const ready = known.get(group) ?? describe(group, byId)
    known.set(group, ready)
    return ready
  }
}

function idsOf(game: SourcedGame): readonly string[] {
  return statementsOf(game).flatMap(({ source, seriesId }) => (seriesId === null ? [] : [`${source}:${seriesId}`]))
}

function describe(ids: ReadonlySet<string>, byId: ReadonlyMap<string, StatedSeries>): SeriesStatement {
  const stated = [...ids].sort().flatMap((id) => byId.get(id) ?? [])
  const asked = order.flatMap((source) => stated.filter((series) => series.source === source))
  return {
    key: [...ids].sort()[0] ?? '',
    bestOf: asked.find(({ bestOf }) => bestOf !== null)?.bestOf ?? null,
    isAwarded: stated.some(({ forfeit, advantage }) => forfeit || advantage.some((given) => given > 0)),
  }
}
