import { RiftlineError } from '@riftline/base'
import type { StatedGame } from '@riftline/predictor'
import { createIntern } from '../csv/intern.ts'
import { findLayout } from '../find-layout.ts'
import type { SkippedRow } from '../types.ts'
import { collectGames } from './collect-games.ts'

/**
 * The games of Oracle's Elixir's yearly files in a folder, in the source's own names.
 *
 * @throws RiftlineError `history_invalid` for a folder without such files, or a file without a required column
 */
export async function readYearFiles(
  directory: string,
): Promise<{ readonly games: readonly StatedGame[]; readonly skipped: readonly SkippedRow[] }> {
  const layout = await findLayout(directory)
  if (layout.kind !== 'oracles-elixir') {
    throw new RiftlineError('history_invalid', `${directory}: expected Oracle's Elixir's yearly files`)
  }
  const skipped: SkippedRow[] = []
  const places = await collectGames(layout.files, { skipped, onProgress: undefined }, createIntern())
  return { games: [...places.keys()], skipped }
}
