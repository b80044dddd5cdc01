import { createIntern } from '../csv/intern.ts'
import type { HistoryFile, ReadContext } from '../csv/read-rows.ts'
import type { ReadBase } from '../read-history.ts'
import { toHistory } from '../stated/to-history.ts'
import type { History } from '../types.ts'
import { collectGames } from './collect-games.ts'

/**
 * Reads Oracle's Elixir's yearly files. They have no series, best-of or numeric ids: series are cut from the games, the best-of
 * is inferred, ids continue those of `known` in order of first appearance.
 */
export async function readOraclesElixir(
  files: readonly HistoryFile[],
  context: ReadContext,
  base: ReadBase,
): Promise<History> {
  const places = await collectGames(files, context, createIntern())
  const history = toHistory([...places.keys()], base, (game, _why, reason) => {
    const { file = '', line = 0 } = places.get(game) ?? {}
    context.skipped.push({ file, line, reason })
  })
  return { ...history, skipped: context.skipped }
}
