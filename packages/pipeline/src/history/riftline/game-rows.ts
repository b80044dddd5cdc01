import { recordBy } from '../../group-by.ts'
import { BadRow, type RowCells } from '../csv/cells.ts'
import { type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import {
  type FirstObjective,
  type Game,
  type GameSide,
  type HistorySeries,
  objectives,
  type PlayerGame,
  roles,
  sideCounts,
} from '../types.ts'

interface OpenSeries extends HistorySeries {
  readonly games: Game[]
}

export interface GameBook {
  readonly context: ReadContext
  readonly series: Map<number, OpenSeries>
  readonly games: Map<string, Game>
}

function addGame({ games, series }: GameBook, game: Game): void {
  games.set(game.id, game)
  series.get(game.seriesId)?.games.push(game)
}

const seriesColumns = {
  required: [
    ...(['series_id', 'start_utc', 'league', 'best_of', 'team1_id', 'team2_id'] as const),
    ...(['winner_team_id', 'complete'] as const),
  ],
  optional: ['tournament_id', 'playoffs'] as const,
}

/** Reads `series.csv`: every sound row by its id, without games yet. */
export async function readSeriesRows(file: HistoryFile, { context, series }: GameBook): Promise<void> {
  await readRows(file, context, seriesColumns, (cells) => {
    const row: OpenSeries = {
      id: cells.id('series_id'),
      startMs: cells.time('start_utc'),
      tournamentId: cells.optionalId('tournament_id'),
      league: cells.text('league'),
      playoffs: cells.optionalFlag('playoffs'),
      bestOf: cells.bestOf('best_of'),
      team1Id: cells.id('team1_id'),
      team2Id: cells.id('team2_id'),
      winnerTeamId: cells.optionalId('winner_team_id'),
      complete: cells.flag('complete'),
      games: [],
    }
    checkPair(row, cells)
    if (series.has(row.id)) throw new BadRow(`series_id: ${row.id} is there twice`)
    series.set(row.id, row)
  })
}

function checkPair(
  { team1Id, team2Id, winnerTeamId, complete, bestOf }: OpenSeries,
  cells: RowCells<'winner_team_id'>,
) {
  if (team1Id === team2Id) throw new BadRow(`team2_id: expected two different teams, got ${team1Id} twice`)
  if (winnerTeamId !== null && winnerTeamId !== team1Id && winnerTeamId !== team2Id) {
    throw cells.expected('winner_team_id', `${team1Id}, ${team2Id} or nothing`)
  }
  if (complete && winnerTeamId === null && bestOf !== 2) {
    throw cells.expected('winner_team_id', `a winner, since complete is 1 and best_of is ${bestOf}`)
  }
}

/** Columns that `games.csv` and `games_noside.csv` share. */
const commonColumns = ['game_id', 'date_utc', 'league', 'series_id', 'game_no', 'best_of'] as const
const optionalColumns = ['tournament_id', 'patch'] as const

/** Reads the columns that both kinds of game rows share and checks them against the named series, which has the best-of. */
function readCommon(
  cells: RowCells<(typeof commonColumns)[number] | (typeof optionalColumns)[number]>,
  book: GameBook,
  teamA: number,
  teamB: number,
) {
  const id = cells.text('game_id')
  if (book.games.has(id)) throw new BadRow(`game_id: ${id} is there twice`)
  const startMs = cells.playedTime('date_utc', book.context.nowMs)
  if (teamA === teamB) throw new BadRow(`team: expected two different teams, got ${teamA} twice`)
  const seriesId = cells.id('series_id')
  const { bestOf } = namedSeries(book.series, seriesId, [teamA, teamB], 'game')
  cells.bestOf('best_of')
  const gameNumber = cells.number('game_no', 1, 9)
  if (gameNumber === null || !Number.isInteger(gameNumber)) throw new BadRow('game_no: expected 1, 2, 3 …')
  return {
    ...{ id, startMs, seriesId, gameNumber, bestOf },
    tournamentId: cells.optionalId('tournament_id'),
    league: cells.text('league'),
    patch: cells.patch('patch'),
  }
}

/** The series that a game or a price names, if it is of the same teams. */
export function namedSeries(
  all: GameBook['series'],
  id: number,
  [teamA, teamB]: readonly [number, number],
  what: 'game' | 'price',
): OpenSeries {
  const series = all.get(id)
  if (series === undefined) throw new BadRow(`series_id: no sound series row has ${id}`)
  const { team1Id, team2Id } = series
  if ((teamA === team1Id && teamB === team2Id) || (teamA === team2Id && teamB === team1Id)) return series
  const pairs = `series ${id} is ${team1Id} against ${team2Id}, the ${what} ${teamA} against ${teamB}`
  throw new BadRow(`series_id: ${pairs}`)
}

/** Limits far above any real game: they refuse shifted columns and wrong units, not rare games. */
export const mostCounts: Readonly<Record<(typeof sideCounts)[number], number>> = {
  ...{ kills: 200, deaths: 200, assists: 800, towers: 30, dragons: 20, barons: 20 },
  ...{ gold: 500_000, cs: 10_000 },
}

const sideNames = ['blue', 'red'] as const
type SideName = (typeof sideNames)[number]

const pickColumns = sideNames.flatMap((side) => roles.map((role) => `${side}_${role}` as const))
const seatColumns = pickColumns.map((pick) => `${pick}_player` as const)
const countColumns = sideNames.flatMap((side) => sideCounts.map((count) => `${side}_${count}` as const))
const firstColumns = objectives.map((objective) => `first_${objective}` as const)

const gameColumns = {
  required: [...commonColumns, 'blue_team_id', 'red_team_id', 'blue_win', ...pickColumns] as const,
  optional: [...optionalColumns, 'length_s', ...firstColumns, ...seatColumns, ...countColumns] as const,
}
type GameColumn = (typeof gameColumns.required)[number] | (typeof gameColumns.optional)[number]

/** Reads `games.csv` (games with known sides) and adds each game to its series. */
export async function readGameRows(file: HistoryFile, book: GameBook): Promise<void> {
  await readRows<GameColumn>(file, book.context, gameColumns, (cells) => {
    const blueTeamId = cells.id('blue_team_id')
    const redTeamId = cells.id('red_team_id')
    addGame(book, {
      ...readCommon(cells, book, blueTeamId, redTeamId),
      lengthSeconds: cells.seconds('length_s'),
      sides: [readSide(cells, 'blue', blueTeamId), readSide(cells, 'red', redTeamId)],
      sidesKnown: true,
      winner: cells.flag('blue_win') ? 0 : 1,
      firsts: readFirsts(cells),
    })
  })
}

function readSide(cells: RowCells<GameColumn>, side: SideName, teamId: number): GameSide {
  return {
    teamId,
    champions: roles.map((role) => cells.optionalText(`${side}_${role}`)),
    playerIds: roles.map((role) => cells.optionalId(`${side}_${role}_player`)),
    ...recordBy(sideCounts, (name) => cells.number(`${side}_${name}`, 0, mostCounts[name])),
  }
}

const nobody: readonly null[] = [null, null, null, null, null]

export function bareSide(teamId: number): GameSide {
  return { teamId, champions: nobody, playerIds: nobody, ...recordBy(sideCounts, () => null) }
}

function readFirsts(cells: RowCells<(typeof firstColumns)[number]>): Game['firsts'] {
  const firsts: Partial<Record<FirstObjective, 0 | 1>> = {}
  for (const objective of objectives) {
    const side = cells.optionalText(`first_${objective}`)
    if (side === null) continue
    if (side !== 'blue' && side !== 'red') throw cells.expected(`first_${objective}`, 'blue or red')
    firsts[objective] = side === 'blue' ? 0 : 1
  }
  return firsts
}

const nosideColumns = {
  required: [...commonColumns, 'team1_id', 'team2_id', 'winner_team_id'] as const,
  optional: optionalColumns,
}

/** Reads `games_noside.csv` (games without a known blue side). Sides take the order of the series row, which tells nothing. */
export async function readNosideRows(file: HistoryFile | undefined, book: GameBook): Promise<void> {
  await readRows(file, book.context, nosideColumns, (cells) => {
    const teamA = cells.id('team1_id')
    const teamB = cells.id('team2_id')
    const common = readCommon(cells, book, teamA, teamB)
    const winnerTeamId = cells.id('winner_team_id')
    if (winnerTeamId !== teamA && winnerTeamId !== teamB) {
      throw cells.expected('winner_team_id', `${teamA} or ${teamB}`)
    }
    const { team1Id, team2Id } = book.series.get(common.seriesId)!
    addGame(book, {
      ...common,
      lengthSeconds: null,
      sides: [bareSide(team1Id), bareSide(team2Id)],
      sidesKnown: false,
      winner: winnerTeamId === team1Id ? 0 : 1,
      firsts: {},
    })
  })
}

const lineColumns = {
  required: ['game_id', 'player_id', 'team_id'] as const,
  optional: ['champion', 'kills', 'deaths', 'assists', 'cs', 'gold'] as const,
}

/** Reads `player_games.csv`. A line without a player id is left out without a report, since it belongs to no known player. */
export async function readPlayerGameRows(file: HistoryFile | undefined, { context, games }: GameBook) {
  const lines: PlayerGame[] = []
  const seen = new Set<string>()
  await readRows(file, context, lineColumns, (cells) => {
    const playerId = cells.optionalId('player_id')
    if (playerId === null) return
    const gameId = cells.text('game_id')
    const game = games.get(gameId)
    if (game === undefined) throw new BadRow(`game_id: no sound game row has ${gameId}`)
    const teamId = cells.id('team_id')
    if (game.sides.every((side) => side.teamId !== teamId)) {
      throw new BadRow(`team_id: ${teamId} does not play in ${gameId}`)
    }
    const line: PlayerGame = {
      ...{ gameId: game.id, playerId, teamId },
      champion: cells.optionalText('champion'),
      ...recordBy(['kills', 'deaths', 'assists'], (name) => cells.number(name, 0, 200)),
      cs: cells.number('cs', 0, 3000),
      gold: cells.number('gold', 0, 200_000),
    }
    const seat = `${playerId} ${gameId}`
    if (seen.has(seat)) throw new BadRow(`player_id: ${playerId} has two lines in ${gameId}`)
    seen.add(seat)
    lines.push(line)
  })
  return lines
}
