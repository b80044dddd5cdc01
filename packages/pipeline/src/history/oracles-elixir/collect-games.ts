import type { StatedGame } from '@riftline/predictor'
import { BadRow } from '../csv/bad-row.ts'
import { toText } from '../csv/cells.ts'
import type { Intern } from '../csv/intern.ts'
import { type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import { findOeColumns } from './oe-row.ts'
import { type OpenGame, openGame, seatRow, toStatedGame } from './open-game.ts'

/** Where the first row of a game stands. */
export interface Place {
  readonly file: string
  readonly line: number
}

/**
 * Reads yearly files into whole games. Rows of a game may come in any order within one file; they are held until the twelfth has
 * come, so memory follows the games, not the rows, as long as a game's rows are near each other.
 */
export async function collectGames(
  files: readonly HistoryFile[],
  context: ReadContext,
  intern: Intern,
): Promise<ReadonlyMap<StatedGame, Place>> {
  const games = new Set<string>()
  const places = new Map<StatedGame, Place>()
  const reported = new Set<string>()
  for (const file of files) {
    const open = new Map<string, OpenGame>()
    await readRows(file, context, (header) => {
      const at = findOeColumns(file.name, header)
      return (cells, line) => {
        const id = toText(cells[at.gameid], 'gameid').replaceAll(/[/:]/g, '_')
        if (games.has(id) || reported.has(id)) {
          if (reported.has(id)) return
          reported.add(id)
          throw new BadRow(`gameid: ${id} has more rows after its twelfth`)
        }
        const game = open.get(id) ?? openGame(line)
        open.set(id, game)
        seatRow(game, cells, at, { intern, nowMs: context.nowMs })
        if (game.rows < 12) return
        open.delete(id)
        try {
          places.set(toStatedGame(intern(id), game), { file: file.name, line: game.line })
          games.add(id)
        } catch (error) {
          if (!(error instanceof BadRow)) throw error
          reported.add(id)
          context.skipped.push({ file: file.name, line: game.line, reason: error.message })
        }
      }
    })
    for (const [id, game] of open) {
      reported.add(id)
      if (game.spoilt) continue
      context.skipped.push({ file: file.name, line: game.line, reason: `gameid: ${id} has ${game.rows} rows of 12` })
    }
  }
  return places
}
