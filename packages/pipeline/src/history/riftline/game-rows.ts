import {
  BadRow,
  expected,
  toBestOf,
  toFlag,
  toGameSeconds,
  toId,
  toOptionalId,
  toOptionalNumber,
  toOptionalText,
  toPatch,
  toPlayedMs,
  toText,
} from '../csv/cells.ts'
import {
  type Columns,
  findColumns,
  type HistoryFile,
  type Intern,
  type ReadContext,
  readRows,
} from '../csv/read-rows.ts'
import {
  type FirstObjective,
  type Game,
  type GameSide,
  objectives,
  roles,
  type SideCounts,
  sideCounts,
} from '../types.ts'
import type { OpenSeries } from './series-rows.ts'

/** All games so far by id, and the series that they are added to. */
interface GameBook {
  readonly series: ReadonlyMap<number, OpenSeries>
  readonly games: ReadonlyMap<string, Game>
  /** No game begins later; undefined: nobody knows. */
  readonly nowMs: number | undefined
  add(game: Game): void
}

export function createGameBook(series: ReadonlyMap<number, OpenSeries>, nowMs?: number): GameBook {
  const games = new Map<string, Game>()
  return {
    series,
    games,
    nowMs,
    add: (game) => {
      games.set(game.id, game)
      series.get(game.seriesId)?.games.push(game)
    },
  }
}

/** Columns of `games.csv` and `games_noside.csv` alike. */
const commonColumns = ['game_id', 'date_utc', 'league', 'series_id', 'game_no', 'best_of'] as const
const optionalColumns = ['tournament_id', 'patch'] as const
type CommonColumn = (typeof commonColumns)[number] | (typeof optionalColumns)[number]

type CommonFields = Pick<
  Game,
  'id' | 'startMs' | 'seriesId' | 'gameNumber' | 'bestOf' | 'tournamentId' | 'league' | 'patch'
>

/**
 * Reads what both kinds of game rows share and checks it against the series that the row names: the series must exist and have
 * the same two teams. The best-of is the series', so that a game cannot contradict it.
 */
function readCommon(
  cells: readonly string[],
  at: Columns<CommonColumn>,
  intern: Intern,
  book: GameBook,
  teamA: number,
  teamB: number,
): CommonFields {
  const id = toText(cells[at.game_id], 'game_id')
  if (book.games.has(id)) throw new BadRow(`game_id: ${id} is there twice`)
  const startMs = toPlayedMs(cells[at.date_utc], 'date_utc', book.nowMs)
  if (teamA === teamB) throw new BadRow(`team: expected two different teams, got ${teamA} twice`)
  const seriesId = toId(cells[at.series_id], 'series_id')
  const series = book.series.get(seriesId)
  if (series === undefined) throw new BadRow(`series_id: no sound series row has ${seriesId}`)
  const { team1Id, team2Id } = series
  if ((teamA !== team1Id || teamB !== team2Id) && (teamA !== team2Id || teamB !== team1Id)) {
    throw new BadRow(
      `series_id: series ${seriesId} is ${team1Id} against ${team2Id}, the game ${teamA} against ${teamB}`,
    )
  }
  toBestOf(cells[at.best_of], 'best_of')
  const gameNumber = toOptionalNumber(cells[at.game_no], 'game_no', 1, 9)
  if (gameNumber === null || !Number.isInteger(gameNumber)) throw new BadRow('game_no: expected 1, 2, 3 …')
  return {
    id: intern(id),
    startMs,
    seriesId,
    gameNumber,
    bestOf: series.bestOf,
    tournamentId: toOptionalId(cells[at.tournament_id], 'tournament_id'),
    league: intern(toText(cells[at.league], 'league')),
    patch: intern(toPatch(cells[at.patch])),
  }
}

// Limits far above anything played: they refuse shifted columns and wrong units, not rare games.
const limits: Readonly<Record<Count, number>> = {
  kills: 200,
  deaths: 200,
  assists: 800,
  towers: 30,
  dragons: 20,
  barons: 20,
  gold: 500_000,
  cs: 10_000,
}
type Count = (typeof sideCounts)[number]
type SideName = 'blue' | 'red'
type CountColumn = `${SideName}_${Count}`

const pickColumns: readonly string[] = ['blue', 'red'].flatMap((side) => roles.map((role) => `${side}_${role}`))

type ReadSide = (cells: readonly string[], teamId: number) => GameSide

/** Finds the columns of one side once and returns a function that reads that side of a record. */
function createSideReader(file: string, header: readonly string[], side: SideName, intern: Intern): ReadSide {
  const picks = roles.map((role) => `${side}_${role}`)
  const seats = picks.map((pick) => `${pick}_player`)
  const at = findColumns(file, header, picks, [...seats, ...sideCounts.map((name) => `${side}_${name}`)])
  const pickAt = picks.map((name) => at[name]!)
  const seatAt = seats.map((name) => at[name]!)
  const countAt = at as Columns<CountColumn>
  return (cells, teamId) => {
    const count = (name: Count): number | null => {
      const column: CountColumn = `${side}_${name}`
      return toOptionalNumber(cells[countAt[column]], column, 0, limits[name])
    }
    return {
      teamId,
      champions: pickAt.map((index) => intern(toOptionalText(cells[index]))),
      playerIds: seatAt.map((index, seat) => toOptionalId(cells[index], seats[seat]!)),
      ...countsOf(count),
    }
  }
}

function countsOf(count: (name: Count) => number | null): SideCounts {
  return Object.fromEntries(sideCounts.map((name) => [name, count(name)])) as SideCounts
}

const nobody: readonly null[] = [null, null, null, null, null]

/** A side with a known team and nothing else. */
export function bareSide(teamId: number): GameSide {
  return {
    teamId,
    champions: nobody,
    playerIds: nobody,
    ...countsOf(() => null),
  }
}

const gameColumns = [...commonColumns, 'blue_team_id', 'red_team_id', 'blue_win'] as const
const firstColumns = ['first_blood', 'first_tower', 'first_dragon', 'first_herald', 'first_baron'] as const

/** Reads `games.csv`, games with known sides, and adds each to its series. */
export async function readGameRows(
  file: HistoryFile,
  context: ReadContext,
  intern: Intern,
  book: GameBook,
): Promise<void> {
  await readRows(file, context, (header) => {
    // One call for all required columns, so that the message names every missing one.
    findColumns(file.name, header, [...gameColumns, ...pickColumns], [])
    const at = findColumns(file.name, header, gameColumns, [...optionalColumns, 'length_s', ...firstColumns])
    const readBlue = createSideReader(file.name, header, 'blue', intern)
    const readRed = createSideReader(file.name, header, 'red', intern)
    return (cells) => {
      const blueTeamId = toId(cells[at.blue_team_id], 'blue_team_id')
      const redTeamId = toId(cells[at.red_team_id], 'red_team_id')
      const common = readCommon(cells, at, intern, book, blueTeamId, redTeamId)
      book.add({
        ...common,
        lengthSeconds: toGameSeconds(cells[at.length_s], 'length_s'),
        sides: [readBlue(cells, blueTeamId), readRed(cells, redTeamId)],
        sidesKnown: true,
        winner: toFlag(cells[at.blue_win], 'blue_win') ? 0 : 1,
        firsts: readFirsts(firstColumns.map((name) => cells[at[name]])),
      })
    }
  })
}

function readFirsts(cells: readonly (string | undefined)[]): Game['firsts'] {
  const firsts: Partial<Record<FirstObjective, 0 | 1>> = {}
  for (const [index, cell] of cells.entries()) {
    const side = toOptionalText(cell)
    if (side === null) continue
    if (side !== 'blue' && side !== 'red') throw expected(firstColumns[index]!, 'blue or red', cell)
    firsts[objectives[index]!] = side === 'blue' ? 0 : 1
  }
  return firsts
}

const nosideColumns = [...commonColumns, 'team1_id', 'team2_id', 'winner_team_id'] as const

/**
 * Reads `games_noside.csv`: games with a known winner whose blue side is unknown. Their `sides` follow the series row, not this
 * file, so that their order tells nothing about the outcome.
 */
export async function readNosideRows(
  file: HistoryFile,
  context: ReadContext,
  intern: Intern,
  book: GameBook,
): Promise<void> {
  await readRows(file, context, (header) => {
    const at = findColumns(file.name, header, nosideColumns, optionalColumns)
    return (cells) => {
      const teamA = toId(cells[at.team1_id], 'team1_id')
      const teamB = toId(cells[at.team2_id], 'team2_id')
      const common = readCommon(cells, at, intern, book, teamA, teamB)
      const winnerTeamId = toId(cells[at.winner_team_id], 'winner_team_id')
      if (winnerTeamId !== teamA && winnerTeamId !== teamB) {
        throw expected('winner_team_id', `${teamA} or ${teamB}`, cells[at.winner_team_id])
      }
      const { team1Id, team2Id } = book.series.get(common.seriesId)!
      book.add({
        ...common,
        lengthSeconds: null,
        sides: [bareSide(team1Id), bareSide(team2Id)],
        sidesKnown: false,
        winner: winnerTeamId === team1Id ? 0 : 1,
        firsts: {},
      })
    }
  })
}
