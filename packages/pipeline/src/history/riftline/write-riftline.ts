import { toUtc } from '@riftline/base'
import {
  type ChampionRow,
  type Game,
  type GameSide,
  type History,
  objectives,
  type PlayerGame,
  type PlayerRow,
  roles,
  type Series,
  sideCounts,
  type TeamRow,
  type TournamentRow,
} from '../types.ts'

/**
 * Writes a history as the files of riftline's own layout, by name: `readHistory` reads from them the same series, games, lines of players and
 * names. Odds, seasons and ids in other sources are not written, nor the gold at minute 15, for which the layout has no column.
 */
export function writeRiftline(history: Omit<History, 'skipped'>): ReadonlyMap<string, string> {
  const games = history.series.flatMap((series) => series.games)
  return new Map([
    ['series.csv', toFile(seriesFields, history.series)],
    [
      'games.csv',
      toFile(
        gameFields,
        games.filter(({ sidesKnown }) => sidesKnown),
      ),
    ],
    [
      'games_noside.csv',
      toFile(
        nosideFields,
        games.filter(({ sidesKnown }) => !sidesKnown),
      ),
    ],
    ['player_games.csv', toFile(playerGameFields, history.playerGames)],
    ['teams.csv', toFile(teamFields, history.teams)],
    ['players.csv', toFile(playerFields, history.players)],
    ['champions.csv', toFile(championFields, history.champions)],
    ['tournaments.csv', toFile(tournamentFields, history.tournaments)],
  ])
}

/** Columns by name, each with what it has of a row. */
type Fields<Row> = Readonly<Record<string, (row: Row) => Cell>>

function toFile<Row>(fields: Fields<Row>, rows: readonly Row[]): string {
  const read = Object.values(fields)
  return toCsv(
    Object.keys(fields),
    rows.map((row) => read.map((cell) => cell(row))),
  )
}

const seriesFields: Fields<Series> = {
  series_id: ({ id }) => id,
  start_utc: ({ startMs }) => toUtc(startMs),
  tournament_id: ({ tournamentId }) => tournamentId,
  league: ({ league }) => league,
  playoffs: ({ playoffs }) => playoffs,
  best_of: ({ bestOf }) => bestOf,
  team1_id: ({ team1Id }) => team1Id,
  team2_id: ({ team2Id }) => team2Id,
  winner_team_id: ({ winnerTeamId }) => winnerTeamId,
  complete: ({ complete }) => complete,
}

const commonFields: Fields<Game> = {
  game_id: ({ id }) => id,
  date_utc: ({ startMs }) => toUtc(startMs),
  tournament_id: ({ tournamentId }) => tournamentId,
  league: ({ league }) => league,
  patch: ({ patch }) => patch,
  series_id: ({ seriesId }) => seriesId,
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
  ...sideFields('blue', ({ sides }) => sides[0]),
  ...sideFields('red', ({ sides }) => sides[1]),
  ...Object.fromEntries(
    objectives.map((name): [string, Fields<Game>[string]] => [
      `first_${name}`,
      ({ firsts: { [name]: side } }) => (side === undefined ? null : sideNames[side]),
    ]),
  ),
}

function sideFields(name: (typeof sideNames)[number], sideOf: (game: Game) => GameSide): Fields<Game> {
  const seats = roles.flatMap((role, seat): [string, Fields<Game>[string]][] => [
    [`${name}_${role}`, (game) => sideOf(game).champions[seat]],
    [`${name}_${role}_player`, (game) => sideOf(game).playerIds[seat]],
  ])
  const counted = sideCounts.map((count): [string, Fields<Game>[string]] => [
    `${name}_${count}`,
    (game) => sideOf(game)[count],
  ])
  return Object.fromEntries([...seats, ...counted])
}

const nosideFields: Fields<Game> = {
  ...commonFields,
  team1_id: ({ sides }) => sides[0].teamId,
  team2_id: ({ sides }) => sides[1].teamId,
  winner_team_id: ({ sides, winner }) => sides[winner].teamId,
}

const playerGameFields: Fields<PlayerGame> = {
  game_id: ({ gameId }) => gameId,
  player_id: ({ playerId }) => playerId,
  team_id: ({ teamId }) => teamId,
  champion: ({ champion }) => champion,
  kills: ({ kills }) => kills,
  deaths: ({ deaths }) => deaths,
  assists: ({ assists }) => assists,
  cs: ({ cs }) => cs,
  gold: ({ gold }) => gold,
}

const teamFields: Fields<TeamRow> = {
  team_id: ({ id }) => id,
  name: ({ name }) => name,
  code: ({ code }) => code,
  region: ({ region }) => region,
  league: ({ league }) => league,
  aliases: ({ aliases }) => toList(aliases),
}

const playerFields: Fields<PlayerRow> = {
  player_id: ({ id }) => id,
  name: ({ name }) => name,
  role: ({ role }) => role,
  team_id: ({ teamId }) => teamId,
  aliases: ({ aliases }) => toList(aliases),
}

const championFields: Fields<ChampionRow> = {
  champion_id: ({ id }) => id,
  name: ({ name }) => name,
  image_url: ({ imageUrl }) => imageUrl,
}

const tournamentFields: Fields<TournamentRow> = {
  tournament_id: ({ id }) => id,
  name: ({ name }) => name,
  league: ({ league }) => league,
  region: ({ region }) => region,
  season: ({ season }) => season,
  start_utc: ({ startMs }) => (startMs === null ? null : toUtc(startMs)),
  end_utc: ({ endMs }) => (endMs === null ? null : toUtc(endMs)),
}

/** A name with the sign that parts the names has no place in a list. */
function toList(names: readonly string[]): string {
  return names.filter((name) => !name.includes('|')).join('|')
}

/** An unknown value is an empty cell, a flag is 1 or 0. */
type Cell = string | number | boolean | null | undefined

/** A CSV with a header, each line ended by a line feed; texts are quoted where they have to be. */
export function toCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map((cells) => `${cells.map(toCell).join(',')}\n`).join('')
}

function toCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  const text = String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
