import { yearOf } from '@riftline/base'
import type { StatedGame, StatedName, StatedSeat, StatedSide } from '@riftline/predictor'
import { recordBy } from '../../group-by.ts'
import { BadRow, type RowCells } from '../csv/cells.ts'
import type { Columns } from '../csv/read-rows.ts'
import { mostCounts } from '../riftline/game-rows.ts'
import { type FirstObjective, objectives, roles } from '../types.ts'

const required = [
  ...(['gameid', 'league', 'date', 'participantid', 'side', 'position'] as const),
  ...(['playername', 'teamname', 'champion', 'gamelength', 'result'] as const),
]
const optional = [
  ...(['year', 'split', 'playoffs', 'game', 'patch', 'playerid', 'teamid'] as const),
  ...(['kills', 'deaths', 'assists', 'towers', 'dragons', 'barons', 'totalgold'] as const),
  ...(['total cs', 'minionkills', 'monsterkills', 'golddiffat15'] as const),
  ...objectives.map((objective) => `first${objective}` as const),
]

type OeColumn = (typeof required)[number] | (typeof optional)[number]
export type OeCells = RowCells<OeColumn>

export const oeColumns: Columns<OeColumn> = {
  required,
  optional,
  earlier: { team: 'teamname', player: 'playername' },
}

/** A team's own row: its side without players, and the objectives that it took first (null: unknown). */
export interface TeamLine {
  readonly side: Omit<StatedSide, 'seats' | 'bans' | 'team'>
  readonly team: StatedName | null
  readonly firsts: readonly (boolean | null)[]
}

export type OeHead = Pick<
  StatedGame,
  'startMs' | 'league' | 'tournament' | 'season' | 'playoffs' | 'gameNumber' | 'patch' | 'lengthSeconds'
>

/** The source has no tournaments: league, year and split identify one. @param nowMs latest possible start; undefined: unknown */
export function readHead(cells: OeCells, nowMs: number | undefined): OeHead {
  const startMs = cells.playedTime('date', nowMs)
  const season = String(cells.number('year', 2000, 9999) ?? yearOf(startMs))
  const league = cells.text('league')
  return {
    startMs,
    league,
    tournament: [league, season, cells.optionalText('split') ?? ''].join(' ').trim(),
    season,
    playoffs: bitCell(cells, 'playoffs'),
    gameNumber: cells.number('game', 1, 9),
    patch: cells.patch('patch'),
    lengthSeconds: cells.seconds('gamelength'),
  }
}

export function readPlayerLine(cells: OeCells): StatedSeat {
  return {
    player: readName(cells, 'player'),
    champion: cells.optionalText('champion'),
    ...recordBy(['kills', 'deaths', 'assists'], (name) => cells.number(name, 0, 200)),
    cs: readCs(cells),
    gold: cells.number('totalgold', 0, 200_000),
  }
}

export function readTeamLine(cells: OeCells): TeamLine {
  const counted = ['kills', 'deaths', 'assists', 'towers', 'dragons', 'barons'] as const
  return {
    team: readName(cells, 'team'),
    firsts: objectives.map((objective) => bitCell(cells, `first${objective}`)),
    side: {
      ...recordBy(counted, (name) => cells.number(name, 0, mostCounts[name])),
      gold: cells.number('totalgold', 0, mostCounts.gold),
      cs: readCs(cells),
      goldDiffAt15: readDifference(cells),
    },
  }
}

/** An objective counts if exactly one side claims it: some years leave the loser's cell empty, some write 0 for both. */
export function joinFirsts(blue: TeamLine, red: TeamLine): Partial<Record<FirstObjective, 0 | 1>> {
  const firsts: Partial<Record<FirstObjective, 0 | 1>> = {}
  for (const [index, objective] of objectives.entries()) {
    const byBlue = blue.firsts[index] === true
    if (byBlue !== (red.firsts[index] === true)) firsts[objective] = byBlue ? 0 : 1
  }
  return firsts
}

/** Rows of teams and of partial games may have the two parts of `total cs` instead of the total. */
function readCs(cells: OeCells): number | null {
  const total = cells.number('total cs', 0, mostCounts.cs)
  if (total !== null) return total
  const minions = cells.number('minionkills', 0, mostCounts.cs)
  const monsters = cells.number('monsterkills', 0, mostCounts.cs)
  return minions === null || monsters === null ? null : minions + monsters
}

function readDifference(cells: OeCells): number | null {
  const text = cells.optionalText('golddiffat15')
  if (text === null) return null
  if (!/^-?[0-9]{1,6}(?:\.[0-9]+)?$/.test(text)) throw cells.expected('golddiffat15', 'a number')
  return Number(text)
}

/** A row's place in its game: the side, and the index of the role, or null for the team's row. */
export function readSeat(cells: OeCells) {
  const side = ['blue', 'red'].indexOf(cells.text('side').toLowerCase())
  if (side === -1) throw cells.expected('side', 'Blue or Red')
  const position = cells.text('position').toLowerCase()
  const role = (roles as readonly string[]).indexOf(position)
  if (role === -1 && position !== 'team') throw cells.expected('position', `${roles.join(', ')} or team`)
  const participant = cells.number('participantid', 1, 200)
  const fits =
    role === -1 ? participant === 100 * (side + 1) : participant !== null && Math.ceil(participant / 5) === side + 1
  if (!fits) {
    throw new BadRow(`participantid: ${cells.raw('participantid')} is no ${position} of the ${cells.raw('side')} side`)
  }
  return { side: side as 0 | 1, role: role === -1 ? null : role }
}

/** Reads a flag, which some years write as `1` and others as `1.0`. */
export function bitCell<Column extends string>(cells: RowCells<Column>, column: Column): boolean | null {
  const value = cells.number(column, 0, 1)
  if (value !== null && value !== 0 && value !== 1) throw cells.expected(column, '0 or 1')
  return value === null ? null : value === 1
}

/** Reads a name with its id; null if the source itself calls it unknown. */
function readName(cells: OeCells, kind: 'player' | 'team'): StatedName | null {
  const name = cells.optionalText(`${kind}name`)
  if (name === null || /^unknown (player|team)$/i.test(name)) return null
  return { sourceId: cells.optionalText(`${kind}id`), name }
}
