import { BadRow } from '../csv/bad-row.ts'
import { toBestOf, toId, toOptionalId, toOptionalNumber, toPlayedMs, toText } from '../csv/cells.ts'
import type { Columns } from '../csv/columns.ts'
import type { Intern } from '../csv/intern.ts'
import { toPatch } from '../patch.ts'
import type { Game } from '../types.ts'
import type { OpenSeries } from './series-rows.ts'

/** All games so far by id, and the series that they are added to. */
export interface GameBook {
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
export const commonColumns = ['game_id', 'date_utc', 'league', 'series_id', 'game_no', 'best_of'] as const
export const optionalColumns = ['tournament_id', 'patch'] as const
type CommonColumn = (typeof commonColumns)[number] | (typeof optionalColumns)[number]

export type CommonFields = Pick<
  Game,
  'id' | 'startMs' | 'seriesId' | 'gameNumber' | 'bestOf' | 'tournamentId' | 'league' | 'patch'
>

/**
 * Reads what both kinds of game rows share and checks it against the series that the row names: the series must exist and have
 * the same two teams. The best-of is the series', so that a game cannot contradict it.
 */
export function readCommon(
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
