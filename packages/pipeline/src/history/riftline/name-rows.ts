import { BadRow, type RowCells } from '../csv/cells.ts'
import { type Columns, type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import { type ChampionRow, type PlayerRow, type PlayerSeason, roles, type TeamRow, type TeamSeason } from '../types.ts'

// Readers of the files that name ids. Each row's id must be new; the other columns are for display and look-up.

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
    id: cells.id('team_id'),
    name: cells.text('name'),
    code: cells.optionalText('code'),
    region: cells.optionalText('region'),
    league: cells.optionalText('league'),
    aliases: cells.list('aliases'),
    sources: [
      ...cells.list('oe_team_ids'),
      ...pageSources(cells),
      ...cells.list('lolesports_ids').map((id) => `lolesports:${id}`),
    ],
  }))
}

const playerColumns = {
  required: ['player_id', 'name'] as const,
  optional: ['role', 'team_id', 'aliases', 'leaguepedia_page'] as const,
}

export function readPlayerRows(file: HistoryFile | undefined, context: ReadContext): Promise<readonly PlayerRow[]> {
  return readNamed(file, context, playerColumns, (cells) => ({
    id: cells.id('player_id'),
    name: cells.text('name'),
    role: roleCell(cells),
    teamId: cells.optionalId('team_id'),
    aliases: cells.list('aliases'),
    sources: pageSources(cells),
  }))
}

const championColumns = { required: ['champion_id', 'name'] as const, optional: ['image_url'] as const }

export function readChampionRows(file: HistoryFile | undefined, context: ReadContext): Promise<readonly ChampionRow[]> {
  return readNamed(file, context, championColumns, (cells) => ({
    id: cells.id('champion_id'),
    name: cells.text('name'),
    imageUrl: cells.optionalText('image_url'),
  }))
}

const tournamentColumns = {
  required: ['tournament_id', 'name', 'league'] as const,
  optional: ['region', 'season', 'start_utc', 'end_utc'] as const,
}

export function readTournamentRows(file: HistoryFile | undefined, context: ReadContext) {
  return readNamed(file, context, tournamentColumns, (cells) => ({
    id: cells.id('tournament_id'),
    name: cells.text('name'),
    league: cells.text('league'),
    region: cells.optionalText('region'),
    season: cells.optionalText('season'),
    startMs: cells.optionalTime('start_utc'),
    endMs: cells.optionalTime('end_utc'),
  }))
}

function pageSources(cells: RowCells<'leaguepedia_page'>): readonly string[] {
  const page = cells.optionalText('leaguepedia_page')
  return page === null ? [] : [`leaguepedia:${page}`]
}

function roleCell(cells: RowCells<'role'>): PlayerRow['role'] {
  const text = cells.optionalText('role')
  const role = roles.find((name) => name === text)
  if (text !== null && role === undefined) throw cells.expected('role', roles.join(', '))
  return role ?? null
}

const mostGames = 10_000
const mostMean = 1000

const teamSeasonColumns = {
  required: ['season', 'team_id', 'games', 'kills_avg', 'deaths_avg'] as const,
  optional: ['dragons_avg', 'barons_avg', 'win_pct'] as const,
}

/** Reads `team_seasons.csv`. Rows without a team id, games, kills or deaths are useless and left out. */
export async function readTeamSeasonRows(file: HistoryFile | undefined, context: ReadContext) {
  const rows: TeamSeason[] = []
  await readRows(file, context, teamSeasonColumns, (cells) => {
    const season = seasonCell(cells)
    const teamId = cells.optionalId('team_id')
    const games = cells.number('games', 0, mostGames)
    const [kills, deaths] = [cells.number('kills_avg', 0, mostMean), cells.number('deaths_avg', 0, mostMean)]
    const [dragons, barons] = [cells.number('dragons_avg', 0, mostMean), cells.number('barons_avg', 0, mostMean)]
    if (teamId === null || !games || kills === null || deaths === null) return
    rows.push({ season, teamId, games, ...winsOf(cells, games), kills, deaths, dragons, barons })
  })
  return rows
}

const playerSeasonColumns = {
  required: ['season', 'player_id', 'games', 'kills_avg', 'deaths_avg', 'assists_avg'] as const,
  optional: ['team_ids', 'win_pct'] as const,
}

/** Reads `player_seasons.csv`. Rows without a player id, games or averages are useless and left out. */
export async function readPlayerSeasonRows(file: HistoryFile | undefined, context: ReadContext) {
  const rows: PlayerSeason[] = []
  await readRows(file, context, playerSeasonColumns, (cells) => {
    const season = seasonCell(cells)
    const playerId = cells.optionalId('player_id')
    const games = cells.number('games', 0, mostGames)
    const [kills, deaths] = [cells.number('kills_avg', 0, mostMean), cells.number('deaths_avg', 0, mostMean)]
    const assists = cells.number('assists_avg', 0, mostMean)
    if (playerId === null || !games || kills === null || deaths === null || assists === null) return
    // A cell may list several teams.
    const teamId = cells.raw('team_ids')?.includes('|') ? null : cells.optionalId('team_ids')
    rows.push({ season, playerId, teamId, games, ...winsOf(cells, games), kills, deaths, assists })
  })
  return rows
}

function seasonCell(cells: RowCells<'season'>): number {
  const season = cells.number('season', 2000, 2999)
  if (season === null || !Number.isInteger(season)) throw cells.expected('season', 'a year')
  return season
}

/** Number of games won, from a rate in per cent with one decimal; empty if the rate is unknown. */
function winsOf(cells: RowCells<'win_pct'>, games: number): { readonly wins?: number } {
  const percent = cells.number('win_pct', 0, 100)
  return percent === null ? {} : { wins: Math.round((percent * games) / 100) }
}
