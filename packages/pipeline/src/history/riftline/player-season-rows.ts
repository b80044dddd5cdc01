import { toId, toOptionalId } from '../csv/cells.ts'
import { findColumns } from '../csv/columns.ts'
import { type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import type { PlayerSeason } from '../types.ts'
import { toOptionalGames, toOptionalMean, toSeason, toWins } from './season-cells.ts'

const required = ['season', 'player_id', 'games', 'kills_avg', 'deaths_avg', 'assists_avg'] as const

/** Reads `player_seasons.csv`. A row without a player id, games or averages has no use and is left out. */
export async function readPlayerSeasonRows(file: HistoryFile, context: ReadContext): Promise<readonly PlayerSeason[]> {
  const rows: PlayerSeason[] = []
  await readRows(file, context, (header) => {
    const at = findColumns(file.name, header, required, ['team_ids', 'win_pct'])
    return (cells) => {
      const season = toSeason(cells[at.season])
      const playerId = toOptionalId(cells[at.player_id], 'player_id')
      const games = toOptionalGames(cells[at.games])
      const kills = toOptionalMean(cells[at.kills_avg], 'kills_avg')
      const deaths = toOptionalMean(cells[at.deaths_avg], 'deaths_avg')
      const assists = toOptionalMean(cells[at.assists_avg], 'assists_avg')
      if (playerId === null || games === null || games === 0) return
      if (kills === null || deaths === null || assists === null) return
      const teamId = toOnlyTeam(cells[at.team_ids])
      rows.push({ season, playerId, teamId, games, ...toWins(cells[at.win_pct], games), kills, deaths, assists })
    }
  })
  return rows
}

function toOnlyTeam(cell: string | undefined): number | null {
  return cell === undefined || cell === '' || cell.includes('|') ? null : toId(cell, 'team_ids')
}
