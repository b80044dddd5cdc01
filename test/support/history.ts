import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type InventedGame, type InventedSide, inventedChampions, inventLeague } from './invented-league.ts'

/** A CSV row by column; tests change cells to make defects. */
export type Row = Record<string, string>
/** Rows by file name without `.csv`. */
export type Tables = Record<string, Row[]>

const roles = ['top', 'jng', 'mid', 'bot', 'sup'] as const

/** The invented league in riftline's own layout. */
export function riftlineTables(): Tables {
  const league = inventLeague()
  const games = league.flatMap((series) => series.games.map((game) => ({ series, game })))
  const common = ({ series, game }: (typeof games)[number]): Row => ({
    game_id: game.id,
    date_utc: game.date,
    date_precision: 'second',
    tournament_id: String(series.tournamentId),
    league: series.league,
    patch: '31.01',
    playoffs: String(series.playoffs),
    series_id: String(series.id),
    game_no: String(game.number),
    best_of: String(series.bestOf),
  })
  const players = new Map(
    games.flatMap(({ game }) =>
      game.sides.flatMap((side) => side.players.map((player) => [player.id, { ...player, side }] as const)),
    ),
  )
  const teams = new Map(games.flatMap(({ game }) => game.sides.map((side) => [side.teamId, side.team] as const)))
  return {
    games: games.map(({ series, game }) => ({ ...common({ series, game }), ...gameCells(game) })),
    series: league.map((series) => ({
      series_id: String(series.id),
      start_utc: series.start,
      start_precision: 'second',
      tournament_id: String(series.tournamentId),
      league: series.league,
      playoffs: String(series.playoffs),
      best_of: String(series.bestOf),
      team1_id: String(series.teams[0]),
      team2_id: String(series.teams[1]),
      wins1: String(series.wins[0]),
      wins2: String(series.wins[1]),
      winner_team_id: winnerOf(series),
      complete: '1',
    })),
    player_games: games.flatMap(({ game }) => game.sides.flatMap((side, index) => playerLines(game, side, index))),
    teams: [...teams].map(([id, name]) => ({
      team_id: String(id),
      name,
      code: name.slice(0, 2).toUpperCase(),
      region: 'Nowhere',
      league: 'INV',
      aliases: `${name} Club|Old ${name}`,
      oe_team_ids: `oe:team:${id}`,
    })),
    players: [...players].map(([id, { name, role, side }]) => ({
      player_id: String(id),
      name,
      role,
      team_id: String(side.teamId),
      aliases: '',
    })),
    champions: inventedChampions.map((name, index) => ({
      champion_id: String(index + 1),
      name,
      image_url: `https://img.example.org/${index + 1}.png`,
    })),
    tournaments: [...new Map(league.map((series) => [series.tournamentId, series])).values()].map((series) => ({
      tournament_id: String(series.tournamentId),
      name: series.tournament,
      league: series.league,
      region: 'Nowhere',
      season: series.year,
      start_utc: series.start,
      end_utc: '',
    })),
  }
}

/** Removes the sides from a game, as in `games_noside`. */
export function toNoside(row: Row): Row {
  const { blue_team_id, red_team_id, blue_win } = row
  const keep = [
    'game_id',
    'date_utc',
    'date_precision',
    'tournament_id',
    'league',
    'patch',
    'playoffs',
    'series_id',
    'game_no',
    'best_of',
  ]
  return {
    ...Object.fromEntries(keep.map((column) => [column, row[column]!])),
    team1_id: blue_team_id!,
    team2_id: red_team_id!,
    winner_team_id: blue_win === '1' ? blue_team_id! : red_team_id!,
    source: 'invented',
  }
}

/** Makes a price on the winner of a series, an hour before it starts. */
export function oddsRow(series: Row, change: Partial<Row> = {}): Row {
  const start = series.start_utc!
  return {
    book: 'Invented Book',
    market: 'series',
    captured_at_utc: new Date(Date.parse(`${start}Z`) - 3_600_000).toISOString().slice(0, 19),
    captured_precision: 'second',
    start_utc: start,
    team1_id: series.team1_id!,
    team2_id: series.team2_id!,
    decimal_odds1: '1.5',
    decimal_odds2: '2.6',
    series_id: series.series_id!,
    ...change,
  }
}

/** Makes a price on a handicap or on the total of maps of a series, an hour before it starts. */
export function marketRow(series: Row, market: string, change: Partial<Row> = {}): Row {
  const selection = market === 'totalMaps' ? 'over/under' : 'team1 +line / team2 -line'
  return { ...oddsRow(series), market, scope: 'series', stat: 'maps', line: '1.5', selection, ...change }
}

/** Writes tables as CSV files to a new temporary folder and returns its path. */
export async function writeTables(tables: Tables, options: { gzip?: boolean } = {}): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'riftline-history-'))
  await mkdir(directory, { recursive: true })
  for (const [name, rows] of Object.entries(tables)) {
    const text = toCsv(rows)
    if (options.gzip === true) await writeFile(join(directory, `${name}.csv.gz`), gzipSync(text))
    else await writeFile(join(directory, `${name}.csv`), text)
  }
  return directory
}

/** Writes rows as CSV, under the columns of the first row. A cell with a comma, quote or line feed is quoted. */
export function toCsv(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const quote = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const lines = rows.map((row) => columns.map((column) => quote(row[column] ?? '')).join(','))
  return `${[columns.join(','), ...lines].join('\n')}\n`
}

function winnerOf({ wins, teams }: { wins: readonly [number, number]; teams: readonly [number, number] }): string {
  return wins[0] === wins[1] ? '' : String(wins[0] > wins[1] ? teams[0] : teams[1])
}

function gameCells(game: InventedGame): Row {
  const [blue, red] = game.sides
  const cells: Row = {
    blue_team_id: String(blue.teamId),
    red_team_id: String(red.teamId),
    blue_win: String(1 - game.winner),
  }
  for (const [name, side] of [
    ['blue', blue],
    ['red', red],
  ] as const) {
    for (const [seat, role] of roles.entries()) {
      cells[`${name}_${role}`] = side.players[seat]!.champion
      cells[`${name}_${role}_player`] = String(side.players[seat]!.id)
    }
    for (const count of ['kills', 'deaths', 'assists', 'gold', 'cs'] as const) {
      cells[`${name}_${count}`] = String(side.players.reduce((sum, player) => sum + player[count], 0))
    }
    for (const count of ['towers', 'dragons', 'barons'] as const) cells[`${name}_${count}`] = String(side[count])
  }
  cells.length_s = String(game.lengthSeconds)
  cells.first_herald = ''
  for (const [objective, side] of Object.entries(game.firsts)) cells[`first_${objective}`] = side === 0 ? 'blue' : 'red'
  return cells
}

function playerLines(game: InventedGame, side: InventedSide, index: number): Row[] {
  return side.players.map(({ id, role, champion, kills, deaths, assists, cs, gold }) => ({
    game_id: game.id,
    date_utc: game.date,
    player_id: String(id),
    team_id: String(side.teamId),
    side: index === 0 ? 'blue' : 'red',
    role,
    champion,
    kills: String(kills),
    deaths: String(deaths),
    assists: String(assists),
    cs: String(cs),
    gold: String(gold),
  }))
}
