import { BadRow, expected, toId, toList, toOptionalId, toOptionalText, toOptionalUtcMs, toText } from '../csv/cells.ts'
import { findColumns, type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import { type ChampionRow, type PlayerRow, type Role, roles, type TeamRow, type TournamentRow } from '../types.ts'

// The files that give names to ids. Each row's id must be new; the other columns serve display and look-up.

/** Reads `teams.csv`. */
export async function readTeamRows(file: HistoryFile, context: ReadContext): Promise<readonly TeamRow[]> {
  const rows = new Map<number, TeamRow>()
  await readRows(file, context, (header) => {
    const at = findColumns(
      file.name,
      header,
      ['team_id', 'name'],
      ['code', 'region', 'league', 'aliases', 'oe_team_ids', 'leaguepedia_page', 'lolesports_ids'],
    )
    return (cells) =>
      addOnce(rows, 'team_id', {
        id: toId(cells[at.team_id], 'team_id'),
        name: toText(cells[at.name], 'name'),
        code: toOptionalText(cells[at.code]),
        region: toOptionalText(cells[at.region]),
        league: toOptionalText(cells[at.league]),
        aliases: toList(cells[at.aliases]),
        sources: [
          ...toList(cells[at.oe_team_ids]),
          ...toPages(cells[at.leaguepedia_page]),
          ...toList(cells[at.lolesports_ids]).map((id) => `lolesports:${id}`),
        ],
      })
  })
  return [...rows.values()]
}

/** Reads `players.csv`. */
export async function readPlayerRows(file: HistoryFile, context: ReadContext): Promise<readonly PlayerRow[]> {
  const rows = new Map<number, PlayerRow>()
  await readRows(file, context, (header) => {
    const at = findColumns(file.name, header, ['player_id', 'name'], ['role', 'team_id', 'aliases', 'leaguepedia_page'])
    return (cells) =>
      addOnce(rows, 'player_id', {
        id: toId(cells[at.player_id], 'player_id'),
        name: toText(cells[at.name], 'name'),
        role: toOptionalRole(cells[at.role]),
        teamId: toOptionalId(cells[at.team_id], 'team_id'),
        aliases: toList(cells[at.aliases]),
        sources: toPages(cells[at.leaguepedia_page]),
      })
  })
  return [...rows.values()]
}

/** Reads `champions.csv`. */
export async function readChampionRows(file: HistoryFile, context: ReadContext): Promise<readonly ChampionRow[]> {
  const rows = new Map<number, ChampionRow>()
  await readRows(file, context, (header) => {
    const at = findColumns(file.name, header, ['champion_id', 'name'], ['image_url'])
    return (cells) =>
      addOnce(rows, 'champion_id', {
        id: toId(cells[at.champion_id], 'champion_id'),
        name: toText(cells[at.name], 'name'),
        imageUrl: toOptionalText(cells[at.image_url]),
      })
  })
  return [...rows.values()]
}

/** Reads `tournaments.csv`. */
export async function readTournamentRows(file: HistoryFile, context: ReadContext): Promise<readonly TournamentRow[]> {
  const rows = new Map<number, TournamentRow>()
  await readRows(file, context, (header) => {
    const optional = ['region', 'season', 'start_utc', 'end_utc'] as const
    const at = findColumns(file.name, header, ['tournament_id', 'name', 'league'], optional)
    return (cells) =>
      addOnce(rows, 'tournament_id', {
        id: toId(cells[at.tournament_id], 'tournament_id'),
        name: toText(cells[at.name], 'name'),
        league: toText(cells[at.league], 'league'),
        region: toOptionalText(cells[at.region]),
        season: toOptionalText(cells[at.season]),
        startMs: toOptionalUtcMs(cells[at.start_utc], 'start_utc'),
        endMs: toOptionalUtcMs(cells[at.end_utc], 'end_utc'),
      })
  })
  return [...rows.values()]
}

/** A page of Leaguepedia as a source id. */
function toPages(cell: string | undefined): readonly string[] {
  const page = toOptionalText(cell)
  return page === null ? [] : [`leaguepedia:${page}`]
}

function addOnce<Row extends { readonly id: number }>(rows: Map<number, Row>, column: string, row: Row): void {
  if (rows.has(row.id)) throw new BadRow(`${column}: ${row.id} is there twice`)
  rows.set(row.id, row)
}

function toOptionalRole(cell: string | undefined): Role | null {
  const text = toOptionalText(cell)
  if (text === null) return null
  const role = roles.find((name) => name === text)
  if (role === undefined) throw expected('role', roles.join(', '), cell)
  return role
}
