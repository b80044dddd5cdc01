import { expected, toId } from '../csv/cells.ts'
import { findColumns } from '../csv/columns.ts'
import type { Intern } from '../csv/intern.ts'
import { type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import { commonColumns, type GameBook, optionalColumns, readCommon } from './game-book.ts'
import { bareSide } from './game-sides.ts'

const required = [...commonColumns, 'team1_id', 'team2_id', 'winner_team_id'] as const

/**
 * Reads `games_noside.csv`: games with a known winner whose blue side is unknown. Their `sides` follow the series row, not this
 * file, so that their order tells nothing about the outcome.
 */
export async function readNosideRows(
  file: HistoryFile,
  context: ReadContext,
  intern: Intern,
  book: GameBook,
): Promise<void> {
  await readRows(file, context, (header) => {
    const at = findColumns(file.name, header, required, optionalColumns)
    return (cells) => {
      const teamA = toId(cells[at.team1_id], 'team1_id')
      const teamB = toId(cells[at.team2_id], 'team2_id')
      const common = readCommon(cells, at, intern, book, teamA, teamB)
      const winnerTeamId = toId(cells[at.winner_team_id], 'winner_team_id')
      if (winnerTeamId !== teamA && winnerTeamId !== teamB) {
        throw expected('winner_team_id', `${teamA} or ${teamB}`, cells[at.winner_team_id])
      }
      const { team1Id, team2Id } = book.series.get(common.seriesId)!
      book.add({
        ...common,
        lengthSeconds: null,
        sides: [bareSide(team1Id), bareSide(team2Id)],
        sidesKnown: false,
        winner: winnerTeamId === team1Id ? 0 : 1,
        firsts: {},
      })
    }
  })
}
