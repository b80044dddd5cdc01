import { toOptionalId } from '../csv/cells.ts'
import { findColumns } from '../csv/columns.ts'
import { type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import type { TeamSeason } from '../types.ts'
import { toOptionalGames, toOptionalMean, toSeason, toWins } from './season-cells.ts'

const required = ['season', 'team_id', 'games', 'kills_avg', 'deaths_avg'] as const

/** Reads `team_seasons.csv`. A row without a team id, games, kills or deaths has no use and is left out. */
export async function readTeamSeasonRows(file: HistoryFile, context: ReadContext): Promise<readonly TeamSeason[]> {
  const rows: TeamSeason[] = []
  await readRows(file, context, (header) => {
    const at = findColumns(file.name, header, required, ['dragons_avg', 'barons_avg', 'win_pct'])
    return (cells) => {
      const season = toSeason(cells[at.season])
      const teamId = toOptionalId(cells[at.team_id], 'team_id')
      const games = toOptionalGames(cells[at.games])
      const kills = toOptionalMean(cells[at.kills_avg], 'kills_avg')
      const deaths = toOptionalMean(cells[at.deaths_avg], 'deaths_avg')
      const dragons = toOptionalMean(cells[at.dragons_avg], 'dragons_avg')
      const barons = toOptionalMean(cells[at.barons_avg], 'barons_avg')
      if (teamId === null || games === null || kills === null || deaths === null || games === 0) return
      rows.push({ season, teamId, games, ...toWins(cells[at.win_pct], games), kills, deaths, dragons, barons })
    }
  })
  return rows
}
