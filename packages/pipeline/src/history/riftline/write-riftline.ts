import { toUtc } from '@riftline/base'
import {
  type ChampionRow,
  type Game,
  type History,
  type HistorySeries,
  objectives,
  type PlayerGame,
  type PlayerRow,
  roles,
  sideCounts,
  type TeamRow,
  type TournamentRow,
} from '../types.ts'

/** Writes a history without odds, seasons, ids of other sources and the gold at minute 15, as files by name. */
export function writeRiftline(history: Omit<History, 'skipped'>): ReadonlyMap<string, string> {
  const games = history.series.flatMap((series) => series.games)
  const sided = games.filter(({ sidesKnown }) => sidesKnown)
  const sideless = games.filter(({ sidesKnown }) => !sidesKnown)
  return new Map([
    ['series.csv', toFile(seriesFields, history.series)],
    ['games.csv', toFile(gameFields, sided)],
    ['games_noside.csv', toFile(sidelessFields, sideless)],
    ['player_games.csv', toFile(lineFields, history.playerGames)],
    ['teams.csv', toFile(teamFields, history.teams)],
    ['players.csv', toFile(personFields, history.players)],
    ['champions.csv', toFile(championFields, history.champions)],
    ['tournaments.csv', toFile(tournamentRowFields, history.tournaments)],
  ])
}

/** Columns by name, each with the function that reads its value from a row. */
type Fields<Row> = Readonly<Record<string, (row: Row) => Cell>>

function toFile<Row>(fields: Fields<Row>, rows: readonly Row[]): string {
  const read = Object.values(fields)
  const cells = rows.map((row) => read.map((cell) => cell(row)))
  return toCsv(Object.keys(fields), cells)
}

/** Columns named like fields of the row in snake case: `best_of` reads `bestOf`. */
function ownFields<Row extends object>(...columns: readonly string[]): Fields<Row> {
  const entries = columns.map((column) => {
    const field = column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    return [column, (row: Row) => (row as Readonly<Record<string, Cell>>)[field]] as const
  })
  return Object.fromEntries(entries)
}

const seriesFields: Fields<HistorySeries> = {
  series_id: ({ id }) => id,
  start_utc: ({ startMs }) => toUtc(startMs),
  ...ownFields<HistorySeries>('tournament_id', 'league', 'playoffs', 'best_of', 'team1_id', 'team2_id'),
  ...ownFields<HistorySeries>('winner_team_id', 'complete'),
}

const commonFields: Fields<Game> = {
  game_id: ({ id }) => id,
  date_utc: ({ startMs }) => toUtc(startMs),
  ...ownFields<Game>('tournament_id', 'league', 'patch', 'series_id'),
  game_no: ({ gameNumber }) => gameNumber,
  best_of: ({ bestOf }) => bestOf,
}

const sideNames = ['blue', 'red'] as const

const gameFields: Fields<Game> = {
  ...commonFields,
  blue_team_id: ({ sides }) => sides[0].teamId,
  red_team_id: ({ sides }) => sides[1].teamId,
  blue_win: ({ winner }) => winner === 0,
  length_s: ({ lengthSeconds }) => lengthSeconds,
  ...sideFields(0),
  ...sideFields(1),
  ...Object.fromEntries(
    objectives.map((name): [string, Fields<Game>[string]] => [
      `first_${name}`,
      ({ firsts: { [name]: side } }) => (side === undefined ? null : sideNames[side]),
    ]),
  ),
}

function sideFields(index: 0 | 1): Fields<Game> {
  const seats = roles.flatMap((role, seat): [string, Fields<Game>[string]][] => [
    [`${sideNames[index]}_${role}`, ({ sides }) => sides[index].champions[seat]],
    [`${sideNames[index]}_${role}_player`, ({ sides }) => sides[index].playerIds[seat]],
  ])
  const counted = sideCounts.map((count): [string, Fields<Game>[string]] => [
    `${sideNames[index]}_${count}`,
    ({ sides }) => sides[index][count],
  ])
  return Object.fromEntries([...seats, ...counted])
}

const sidelessFields: Fields<Game> = {
  ...commonFields,
  team1_id: ({ sides }) => sides[0].teamId,
  team2_id: ({ sides }) => sides[1].teamId,
  winner_team_id: ({ sides, winner }) => sides[winner].teamId,
}

const lineFields = ownFields<PlayerGame>(
  ...['game_id', 'player_id', 'team_id', 'champion'],
  ...['kills', 'deaths', 'assists', 'cs', 'gold'],
)

const teamFields: Fields<TeamRow> = {
  team_id: ({ id }) => id,
  ...ownFields<TeamRow>('name', 'code', 'region', 'league'),
  aliases: ({ aliases }) => listText(aliases),
}

const personFields: Fields<PlayerRow> = {
  player_id: ({ id }) => id,
  ...ownFields<PlayerRow>('name', 'role', 'team_id'),
  aliases: ({ aliases }) => listText(aliases),
}

const championFields: Fields<ChampionRow> = {
  champion_id: ({ id }) => id,
  ...ownFields<ChampionRow>('name', 'image_url'),
}

const tournamentRowFields: Fields<TournamentRow> = {
  tournament_id: ({ id }) => id,
  ...ownFields<TournamentRow>('name', 'league', 'region', 'season'),
  start_utc: ({ startMs }) => (startMs === null ? null : toUtc(startMs)),
  end_utc: ({ endMs }) => (endMs === null ? null : toUtc(endMs)),
}

/** Joins names into one cell, without names that contain the separator. */
function listText(names: readonly string[]): string {
  return names.filter((name) => !name.includes('|')).join('|')
}

/** Value of a cell: an unknown value is empty, a flag is 1 or 0. */
type Cell = string | number | boolean | null | undefined

/** A CSV text with a header and a line feed after each line; texts are quoted only if necessary. */
export function toCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map((cells) => `${cells.map(cellText).join(',')}\n`).join('')
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  const text = String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
