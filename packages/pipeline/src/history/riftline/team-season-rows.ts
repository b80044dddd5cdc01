import { expected, toOptionalId, toOptionalNumber } from '../csv/cells.ts'
import { findColumns } from '../csv/columns.ts'
import { type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import type { TeamSeason } from '../types.ts'

/** Reads `team_seasons.csv`. A row without a team id, games or averages has no use and is left out. */
export async function readTeamSeasonRows(file: HistoryFile, context: ReadContext): Promise<readonly TeamSeason[]> {
  const rows: TeamSeason[] = []
  await readRows(file, context, (header) => {
    const at = findColumns(file.name, header, ['season', 'team_id', 'games', 'kills_avg', 'deaths_avg'], [])
    return (cells) => {
      const season = toOptionalNumber(cells[at.season], 'season', 2000, 2999)
      if (season === null || !Number.isInteger(season)) throw expected('season', 'a year', cells[at.season])
      const teamId = toOptionalId(cells[at.team_id], 'team_id')
      const games = toOptionalNumber(cells[at.games], 'games', 0, 10_000)
      const kills = toOptionalNumber(cells[at.kills_avg], 'kills_avg', 0, 1000)
      const deaths = toOptionalNumber(cells[at.deaths_avg], 'deaths_avg', 0, 1000)
      if (teamId === null || games === null || kills === null || deaths === null || games === 0) return
      rows.push({ season, teamId, games, kills, deaths })
    }
  })
  return rows
}
