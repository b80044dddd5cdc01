import type { StatedGame, StatedSeat, StatedSide } from '@riftline/predictor'
import { BadRow } from '../csv/bad-row.ts'
import { fillTotals } from '../side-totals.ts'
import { roles } from '../types.ts'
import {
  joinFirsts,
  type OeHead,
  type RowReading,
  readHead,
  readPlayerLine,
  readTeamLine,
  type TeamLine,
} from './oe-lines.ts'
import { type OeColumns, readSeat, toOptionalBit } from './oe-row.ts'

interface OpenSide {
  team: TeamLine | undefined
  readonly players: (StatedSeat | undefined)[]
  result: boolean | null
}

/** A game while its twelve rows are being read. */
export interface OpenGame {
  /** Of its first row. */
  readonly line: number
  rows: number
  /** One of its rows was refused and reported: the game is lost. */
  spoilt: boolean
  date: string | undefined
  head: OeHead | undefined
  readonly sides: readonly [OpenSide, OpenSide]
}

export function openGame(line: number): OpenGame {
  const side = (): OpenSide => ({ team: undefined, players: roles.map(() => undefined), result: null })
  return { line, rows: 0, spoilt: false, date: undefined, head: undefined, sides: [side(), side()] }
}

/** Puts a row into its seat. Throws the first fault of a game and ignores its later rows. */
export function seatRow(game: OpenGame, cells: readonly string[], at: OeColumns, reading: RowReading): void {
  const { intern } = reading
  if (game.spoilt) return
  try {
    game.head ??= readHead(cells, at, reading)
    game.date ??= cells[at.date]
    if (cells[at.date] !== game.date) throw new BadRow('date: differs from that of the rows before of the same game')
    const seat = readSeat(cells, at)
    const side = game.sides[seat.side]
    const taken = seat.role === null ? side.team : side.players[seat.role]
    if (taken !== undefined) throw new BadRow(`position: a second ${cells[at.side]} ${cells[at.position]} in one game`)
    const result = toOptionalBit(cells[at.result], 'result')
    if (result === null) throw new BadRow('result: expected 0 or 1, got nothing')
    if (side.result !== null && side.result !== result) throw new BadRow('result: differs within one side')
    side.result = result
    if (seat.role === null) side.team = readTeamLine(cells, at, intern)
    else side.players[seat.role] = readPlayerLine(cells, at, intern)
    game.rows += 1
  } catch (error) {
    game.spoilt = true
    throw error
  }
}

/** @throws BadRow where the twelve rows do not make a game */
export function toStatedGame(id: string, game: OpenGame): StatedGame {
  const [blue, red] = game.sides
  const { head } = game
  if (head === undefined || blue.team === undefined || red.team === undefined) {
    throw new Error(`${id}: twelve rows without two rows of teams`)
  }
  if (blue.result === red.result) {
    throw new BadRow(`result: ${id} has ${blue.result === true ? 'two winners' : 'no winner'}`)
  }
  const sides: readonly [StatedSide, StatedSide] = [
    toSide(id, blue.team, blue.players),
    toSide(id, red.team, red.players),
  ]
  return {
    ...head,
    source: 'oracles-elixir',
    id,
    hasPlatformId: true,
    seriesId: null,
    region: null,
    sides,
    sidesKnown: true,
    winner: blue.result === true ? 0 : 1,
    firsts: joinFirsts(blue.team, red.team),
  }
}

function toSide(id: string, line: TeamLine, seats: readonly (StatedSeat | undefined)[]): StatedSide {
  if (line.team === null) throw new BadRow(`teamname: ${id} has an unknown team`)
  const players = seats.filter((player) => player !== undefined)
  if (players.length !== roles.length) throw new Error(`${id}: twelve rows without ten players`)
  return { ...fillTotals(line.side, players), team: line.team, seats: players, bans: [] }
}
