import {
  BadRow,
  expected,
  idCell,
  listCell,
  numberCell,
  optionalIdCell,
  optionalTextCell,
  optionalTimeCell,
  type RowCells,
  textCell,
} from '../csv/cells.ts'
import { type Columns, type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import { type ChampionRow, type PlayerRow, type PlayerSeason, roles, type TeamRow, type TeamSeason } from '../types.ts'

// The files that give names to ids. Each row's id must be new; the other columns serve display and look-up.

async function readNamed<Row extends { readonly id: number }, Column extends string>(
  file: HistoryFile | undefined,
  context: ReadContext,
  columns: Columns<Column>,
  read: (cells: RowCells<Column>) => Row,
): Promise<readonly Row[]> {
  const rows = new Map<number, Row>()
  await readRows(file, context, columns, (cells) => {
    const row = read(cells)
    if (rows.has(row.id)) throw new BadRow(`${columns.required[0]}: ${row.id} is there twice`)
    rows.set(row.id, row)
  })
  return [...rows.values()]
}

const teamColumns = {
  required: ['team_id', 'name'] as const,
  optional: ['code', 'region', 'league', 'aliases', 'oe_team_ids', 'leaguepedia_page', 'lolesports_ids'] as const,
}

export function readTeamRows(file: HistoryFile | undefined, context: ReadContext): Promise<readonly TeamRow[]> {
  return readNamed(file, context, teamColumns, (cells) => ({
    id: idCell(cells, 'team_id'),
    name: textCell(cells, 'name'),
    code: optionalTextCell(cells, 'code'),
    region: optionalTextCell(cells, 'region'),
    league: optionalTextCell(cells, 'league'),
    aliases: listCell(cells, 'aliases'),
    sources: [
      ...listCell(cells, 'oe_team_ids'),
      ...pageSources(cells),
      ...listCell(cells, 'lolesports_ids').map((id) => `lolesports:${id}`),
    ],
  }))
}

const playerColumns = {
  required: ['player_id', 'name'] as const,
  optional: ['role', 'team_id', 'aliases', 'leaguepedia_page'] as const,
}

export function readPlayerRows(file: HistoryFile | undefined, context: ReadContext): Promise<readonly PlayerRow[]> {
  return readNamed(file, context, playerColumns, (cells) => ({
    id: idCell(cells, 'player_id'),
    name: textCell(cells, 'name'),
    role: roleCell(cells),
    teamId: optionalIdCell(cells, 'team_id'),
    aliases: listCell(cells, 'aliases'),
    sources: pageSources(cells),
  }))
}

const championColumns = { required: ['champion_id', 'name'] as const, optional: ['image_url'] as const }

export function readChampionRows(file: HistoryFile | undefined, context: ReadContext): Promise<readonly ChampionRow[]> {
  return readNamed(file, context, championColumns, (cells) => ({
    id: idCell(cells, 'champion_id'),
    name: textCell(cells, 'name'),
    imageUrl: optionalTextCell(cells, 'image_url'),
  }))
}

const tournamentColumns = {
  required: ['tournament_id', 'name', 'league'] as const,
  optional: ['region', 'season', 'start_utc', 'end_utc'] as const,
}

export function readTournamentRows(file: HistoryFile | undefined, context: ReadContext) {
  return readNamed(file, context, tournamentColumns, (cells) => ({
    id: idCell(cells, 'tournament_id'),
    name: textCell(cells, 'name'),
    league: textCell(cells, 'league'),
    region: optionalTextCell(cells, 'region'),
    season: optionalTextCell(cells, 'season'),
    startMs: optionalTimeCell(cells, 'start_utc'),
    endMs: optionalTimeCell(cells, 'end_utc'),
  }))
}

function pageSources(cells: RowCells<'leaguepedia_page'>): readonly string[] {
  const page = optionalTextCell(cells, 'leaguepedia_page')
  return page === null ? [] : [`leaguepedia:${page}`]
}

function roleCell(cells: RowCells<'role'>): PlayerRow['role'] {
  const text = optionalTextCell(cells, 'role')
  const role = roles.find((name) => name === text)
  if (text !== null && role === undefined) throw expected(cells, 'role', roles.join(', '))
  return role ?? null
}

const teamSeasonColumns = {
  required: ['season', 'team_id', 'games', 'kills_avg', 'deaths_avg'] as const,
  optional: ['dragons_avg', 'barons_avg', 'win_pct'] as const,
}

/** Reads `team_seasons.csv`. A row without a team id, games, kills or deaths has no use and is left out. */
export async function readTeamSeasonRows(file: HistoryFile | undefined, context: ReadContext) {
  const rows: TeamSeason[] = []
  await readRows(file, context, teamSeasonColumns, (cells) => {
    const season = seasonCell(cells)
    const teamId = optionalIdCell(cells, 'team_id')
    const games = gamesCell(cells)
    const [kills, deaths] = [meanCell(cells, 'kills_avg'), meanCell(cells, 'deaths_avg')]
    const [dragons, barons] = [meanCell(cells, 'dragons_avg'), meanCell(cells, 'barons_avg')]
    if (teamId === null || !games || kills === null || deaths === null) return
    rows.push({ season, teamId, games, ...winsOf(cells, games), kills, deaths, dragons, barons })
  })
  return rows
}

const playerSeasonColumns = {
  required: ['season', 'player_id', 'games', 'kills_avg', 'deaths_avg', 'assists_avg'] as const,
  optional: ['team_ids', 'win_pct'] as const,
}

/** Reads `player_seasons.csv`. A row without a player id, games or averages has no use and is left out. */
export async function readPlayerSeasonRows(file: HistoryFile | undefined, context: ReadContext) {
  const rows: PlayerSeason[] = []
  await readRows(file, context, playerSeasonColumns, (cells) => {
    const season = seasonCell(cells)
    const playerId = optionalIdCell(cells, 'player_id')
    const games = gamesCell(cells)
    const [kills, deaths] = [meanCell(cells, 'kills_avg'), meanCell(cells, 'deaths_avg')]
    const assists = meanCell(cells, 'assists_avg')
    if (playerId === null || !games || kills === null || deaths === null || assists === null) return
    // Several teams stand beside each other.
    const teamId = cells('team_ids')?.includes('|') ? null : optionalIdCell(cells, 'team_ids')
    rows.push({ season, playerId, teamId, games, ...winsOf(cells, games), kills, deaths, assists })
  })
  return rows
}

function seasonCell(cells: RowCells<'season'>): number {
  const season = numberCell(cells, 'season', 2000, 2999)
  if (season === null || !Number.isInteger(season)) throw expected(cells, 'season', 'a year')
  return season
}

function gamesCell(cells: RowCells<'games'>): number | null {
  return numberCell(cells, 'games', 0, 10_000)
}

/** Games won, of a rate in per cent that is written with one digit after the dot; nothing where it is not known. */
function winsOf(cells: RowCells<'win_pct'>, games: number): { readonly wins?: number } {
  const percent = numberCell(cells, 'win_pct', 0, 100)
  return percent === null ? {} : { wins: Math.round((percent * games) / 100) }
}

function meanCell<Column extends string>(cells: RowCells<Column>, column: Column): number | null {
  return numberCell(cells, column, 0, 1000)
}
