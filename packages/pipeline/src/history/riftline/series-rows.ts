import {
  BadRow,
  expected,
  toBestOf,
  toFlag,
  toId,
  toOptionalFlag,
  toOptionalId,
  toText,
  toUtcMs,
} from '../csv/cells.ts'
import { findColumns, type HistoryFile, type Intern, type ReadContext, readRows } from '../csv/read-rows.ts'
import type { Game, Series } from '../types.ts'

/** A series whose games are still being collected. */
export interface OpenSeries extends Series {
  readonly games: Game[]
}

const required = [
  'series_id',
  'start_utc',
  'league',
  'best_of',
  'team1_id',
  'team2_id',
  'winner_team_id',
  'complete',
] as const

/** Reads `series.csv`: every sound row by its id, without games. */
export async function readSeriesRows(
  file: HistoryFile,
  context: ReadContext,
  intern: Intern,
): Promise<Map<number, OpenSeries>> {
  const series = new Map<number, OpenSeries>()
  await readRows(file, context, (header) => {
    const at = findColumns(file.name, header, required, ['tournament_id', 'playoffs'])
    return (cells) => {
      const row: OpenSeries = {
        id: toId(cells[at.series_id], 'series_id'),
        startMs: toUtcMs(cells[at.start_utc], 'start_utc'),
        tournamentId: toOptionalId(cells[at.tournament_id], 'tournament_id'),
        league: intern(toText(cells[at.league], 'league')),
        playoffs: toOptionalFlag(cells[at.playoffs], 'playoffs'),
        bestOf: toBestOf(cells[at.best_of], 'best_of'),
        team1Id: toId(cells[at.team1_id], 'team1_id'),
        team2Id: toId(cells[at.team2_id], 'team2_id'),
        winnerTeamId: toOptionalId(cells[at.winner_team_id], 'winner_team_id'),
        complete: toFlag(cells[at.complete], 'complete'),
        games: [],
      }
      checkPair(row, cells[at.winner_team_id])
      if (series.has(row.id)) throw new BadRow(`series_id: ${row.id} is there twice`)
      series.set(row.id, row)
    }
  })
  return series
}

function checkPair(row: OpenSeries, winner: string | undefined): void {
  const { team1Id, team2Id, winnerTeamId } = row
  if (team1Id === team2Id) throw new BadRow(`team2_id: expected two different teams, got ${team1Id} twice`)
  if (winnerTeamId !== null && winnerTeamId !== team1Id && winnerTeamId !== team2Id) {
    throw expected('winner_team_id', `${team1Id}, ${team2Id} or nothing`, winner)
  }
  if (row.complete && winnerTeamId === null && row.bestOf !== 2) {
    throw expected('winner_team_id', `a winner, since complete is 1 and best_of is ${row.bestOf}`, winner)
  }
}
