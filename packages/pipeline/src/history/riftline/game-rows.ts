import { expected, toFlag, toGameSeconds, toId, toOptionalText } from '../csv/cells.ts'
import { findColumns } from '../csv/columns.ts'
import type { Intern } from '../csv/intern.ts'
import { type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import type { FirstObjective, Game } from '../types.ts'
import { commonColumns, type GameBook, optionalColumns, readCommon } from './game-book.ts'
import { createSideReader, pickColumns } from './game-sides.ts'

const required = [...commonColumns, 'blue_team_id', 'red_team_id', 'blue_win'] as const
const objectives: readonly FirstObjective[] = ['blood', 'tower', 'dragon', 'herald', 'baron']
const firstColumns = ['first_blood', 'first_tower', 'first_dragon', 'first_herald', 'first_baron'] as const

/** Reads `games.csv`, games with known sides, and adds each to its series. */
export async function readGameRows(
  file: HistoryFile,
  context: ReadContext,
  intern: Intern,
  book: GameBook,
): Promise<void> {
  await readRows(file, context, (header) => {
    // One call for all required columns, so that the message names every missing one.
    findColumns(file.name, header, [...required, ...pickColumns], [])
    const at = findColumns(file.name, header, required, [...optionalColumns, 'length_s', ...firstColumns])
    const readBlue = createSideReader(file.name, header, 'blue', intern)
    const readRed = createSideReader(file.name, header, 'red', intern)
    return (cells) => {
      const blueTeamId = toId(cells[at.blue_team_id], 'blue_team_id')
      const redTeamId = toId(cells[at.red_team_id], 'red_team_id')
      const common = readCommon(cells, at, intern, book, blueTeamId, redTeamId)
      book.add({
        ...common,
        lengthSeconds: toGameSeconds(cells[at.length_s], 'length_s'),
        sides: [readBlue(cells, blueTeamId), readRed(cells, redTeamId)],
        sidesKnown: true,
        winner: toFlag(cells[at.blue_win], 'blue_win') ? 0 : 1,
        firsts: readFirsts(firstColumns.map((name) => cells[at[name]])),
      })
    }
  })
}

function readFirsts(cells: readonly (string | undefined)[]): Game['firsts'] {
  const firsts: Partial<Record<FirstObjective, 0 | 1>> = {}
  for (const [index, cell] of cells.entries()) {
    const side = toOptionalText(cell)
    if (side === null) continue
    if (side !== 'blue' && side !== 'red') throw expected(firstColumns[index]!, 'blue or red', cell)
    firsts[objectives[index]!] = side === 'blue' ? 0 : 1
  }
  return firsts
}
