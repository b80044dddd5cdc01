import { RiftlineError } from '@riftline/base'
import type { StatedGame, StatedSeat, StatedSide } from '@riftline/predictor'
import { BadRow } from '../csv/cells.ts'
import { type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import { fillTotals } from '../games.ts'
import { findLayout, type ReadBase } from '../read-history.ts'
import { toHistory } from '../stated/to-history.ts'
import { roles, type SkippedRow } from '../types.ts'
import * as oe from './oe-rows.ts'

/** Reads Oracle's Elixir's yearly files. They have no series, best-of or numeric ids: these are cut, inferred and assigned. */
export async function readOraclesElixir(files: readonly HistoryFile[], context: ReadContext, base: ReadBase) {
  const places = await collectGames(files, context)
  const history = toHistory([...places.keys()], base, (game, _why, reason) => {
    const { file = '', line = 0 } = places.get(game) ?? {}
    context.skipped.push({ file, line, reason })
  })
  return { ...history, skipped: context.skipped }
}

/**
 * Reads the games of Oracle's Elixir's yearly files in a folder, under the source's own names.
 *
 * @throws RiftlineError `history_invalid` for a folder without such files, or a file without a required column
 */
export async function readYearFiles(directory: string) {
  const layout = await findLayout(directory)
  if (layout.kind !== 'oracles-elixir') {
    throw new RiftlineError('history_invalid', `${directory}: expected Oracle's Elixir's yearly files`)
  }
  const skipped: SkippedRow[] = []
  const places = await collectGames(layout.files, { skipped, onProgress: undefined })
  return { games: [...places.keys()] as readonly StatedGame[], skipped: skipped as readonly SkippedRow[] }
}

/** Joins the rows of yearly files into games. The rows of a game may come in any order within one file. */
async function collectGames(files: readonly HistoryFile[], context: ReadContext) {
  const games = new Set<string>()
  const places = new Map<StatedGame, Pick<SkippedRow, 'file' | 'line'>>()
  const reported = new Set<string>()
  for (const file of files) {
    const open = new Map<string, OpenGame>()
    await readRows(file, context, oe.oeColumns, (cells, line) => {
      const id = cells.text('gameid').replaceAll(/[/:]/g, '_')
      if (reported.has(id)) return
      if (games.has(id)) {
        reported.add(id)
        throw new BadRow(`gameid: ${id} has more rows after its twelfth`)
      }
      const game = open.get(id) ?? openGame(line)
      open.set(id, game)
      seatRow(game, cells, context.nowMs)
      if (game.rows < 12) return
      open.delete(id)
      try {
        places.set(toStatedGame(id, game), { file: file.name, line: game.line })
        games.add(id)
      } catch (error) {
        if (!(error instanceof BadRow)) throw error
        reported.add(id)
        context.skipped.push({ file: file.name, line: game.line, reason: error.message })
      }
    })
    for (const [id, game] of open) {
      reported.add(id)
      if (game.spoilt) continue
      context.skipped.push({ file: file.name, line: game.line, reason: `gameid: ${id} has ${game.rows} rows of 12` })
    }
  }
  return places
}

interface OpenSide {
  team: oe.TeamLine | undefined
  readonly players: (StatedSeat | undefined)[]
  result: boolean | null
}

interface OpenGame {
  readonly line: number
  rows: number
  /** Whether a row of the game was refused and reported; the game is then lost. */
  spoilt: boolean
  date: string | undefined
  head: oe.OeHead | undefined
  readonly sides: readonly [OpenSide, OpenSide]
}

function openGame(line: number): OpenGame {
  const side = (): OpenSide => ({ team: undefined, players: roles.map(() => undefined), result: null })
  return { line, rows: 0, spoilt: false, date: undefined, head: undefined, sides: [side(), side()] }
}

/** Puts a row into its seat. Throws a game's first fault and ignores the game's later rows. */
function seatRow(game: OpenGame, cells: oe.OeCells, nowMs: number | undefined): void {
  if (game.spoilt) return
  try {
    game.head ??= oe.readHead(cells, nowMs)
    game.date ??= cells.raw('date')
    if (cells.raw('date') !== game.date) throw new BadRow('date: differs from that of the rows before of the same game')
    const seat = oe.readSeat(cells)
    const side = game.sides[seat.side]
    const taken = seat.role === null ? side.team : side.players[seat.role]
    if (taken !== undefined)
      throw new BadRow(`position: a second ${cells.raw('side')} ${cells.raw('position')} in one game`)
    const result = oe.bitCell(cells, 'result')
    if (result === null) throw new BadRow('result: expected 0 or 1, got nothing')
    if (side.result !== null && side.result !== result) throw new BadRow('result: differs within one side')
    side.result = result
    if (seat.role === null) side.team = oe.readTeamLine(cells)
    else side.players[seat.role] = oe.readPlayerLine(cells)
    game.rows += 1
  } catch (error) {
    game.spoilt = true
    throw error
  }
}

/** @throws BadRow if the twelve rows do not make a game */
function toStatedGame(id: string, game: OpenGame): StatedGame {
  const [blue, red] = game.sides
  const { head } = game
  if (head === undefined || blue.team === undefined || red.team === undefined) {
    throw new Error(`${id}: twelve rows without two rows of teams`)
  }
  if (blue.result === red.result) {
    throw new BadRow(`result: ${id} has ${blue.result === true ? 'two winners' : 'no winner'}`)
  }
  const sides = [toSide(id, blue.team, blue.players), toSide(id, red.team, red.players)] as const
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
    firsts: oe.joinFirsts(blue.team, red.team),
  }
}

function toSide(id: string, line: oe.TeamLine, seats: readonly (StatedSeat | undefined)[]): StatedSide {
  if (line.team === null) throw new BadRow(`teamname: ${id} has an unknown team`)
  const players = seats.filter((player) => player !== undefined)
  if (players.length !== roles.length) throw new Error(`${id}: twelve rows without ten players`)
  return { ...fillTotals(line.side, players), team: line.team, seats: players, bans: [] }
}
