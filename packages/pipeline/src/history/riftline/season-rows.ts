import { expected, toId, toOptionalId, toOptionalNumber } from '../csv/cells.ts'
import { findColumns, type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import type { PlayerSeason, TeamSeason } from '../types.ts'

const teamColumns = ['season', 'team_id', 'games', 'kills_avg', 'deaths_avg'] as const

/** Reads `team_seasons.csv`. A row without a team id, games, kills or deaths has no use and is left out. */
export async function readTeamSeasonRows(file: HistoryFile, context: ReadContext): Promise<readonly TeamSeason[]> {
  const rows: TeamSeason[] = []
  await readRows(file, context, (header) => {
    const at = findColumns(file.name, header, teamColumns, ['dragons_avg', 'barons_avg', 'win_pct'])
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

const playerColumns = ['season', 'player_id', 'games', 'kills_avg', 'deaths_avg', 'assists_avg'] as const

/** Reads `player_seasons.csv`. A row without a player id, games or averages has no use and is left out. */
export async function readPlayerSeasonRows(file: HistoryFile, context: ReadContext): Promise<readonly PlayerSeason[]> {
  const rows: PlayerSeason[] = []
  await readRows(file, context, (header) => {
    const at = findColumns(file.name, header, playerColumns, ['team_ids', 'win_pct'])
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

/** @throws BadRow for anything but a year */
function toSeason(cell: string | undefined): number {
  const season = toOptionalNumber(cell, 'season', 2000, 2999)
  if (season === null || !Number.isInteger(season)) throw expected('season', 'a year', cell)
  return season
}

function toOptionalGames(cell: string | undefined): number | null {
  return toOptionalNumber(cell, 'games', 0, 10_000)
}

/** Games won, of a rate in per cent that is written with one digit after the dot; nothing where it is not known. */
function toWins(cell: string | undefined, games: number): { readonly wins?: number } {
  const percent = toOptionalNumber(cell, 'win_pct', 0, 100)
  return percent === null ? {} : { wins: Math.round((percent * games) / 100) }
}

/** A mean a game. */
function toOptionalMean(cell: string | undefined, name: string): number | null {
  return toOptionalNumber(cell, name, 0, 1000)
}
