import { yearOf } from '@riftline/base'
import type { StatedGame, StatedName, StatedSeat, StatedSide } from '@riftline/predictor'
import {
  BadRow,
  expected,
  toGameSeconds,
  toOptionalNumber,
  toOptionalText,
  toPatch,
  toPlayedMs,
  toText,
} from '../csv/cells.ts'
import { type Columns, findColumns, type Intern } from '../csv/read-rows.ts'
import { type FirstObjective, objectives, roles } from '../types.ts'

/** The team's own row: its side without players, and which objectives it took first (null: unknown). */
export interface TeamLine {
  readonly side: Omit<StatedSide, 'seats' | 'bans' | 'team'>
  readonly team: StatedName | null
  readonly firsts: readonly (boolean | null)[]
}

/** Columns that all twelve rows of a game share. */
export type OeHead = Pick<
  StatedGame,
  'startMs' | 'league' | 'tournament' | 'season' | 'playoffs' | 'gameNumber' | 'patch' | 'lengthSeconds'
>

/** Context for reading the rows of all games. */
export interface RowReading {
  readonly intern: Intern
  /** No game begins later; undefined: nobody knows. */
  readonly nowMs?: number | undefined
}

/** The source has no tournaments: league, year and split identify one. */
export function readHead(cells: readonly string[], at: OeColumns, { intern, nowMs }: RowReading): OeHead {
  const startMs = toPlayedMs(cells[at.date], 'date', nowMs)
  const season = String(toOptionalNumber(cells[at.year], 'year', 2000, 9999) ?? yearOf(startMs))
  const league = toText(cells[at.league], 'league')
  return {
    startMs,
    league: intern(league),
    tournament: intern([league, season, toOptionalText(cells[at.split]) ?? ''].join(' ').trim()),
    season: intern(season),
    playoffs: toOptionalBit(cells[at.playoffs], 'playoffs'),
    gameNumber: toOptionalNumber(cells[at.game], 'game', 1, 9),
    patch: intern(toPatch(cells[at.patch])),
    lengthSeconds: toGameSeconds(cells[at.gamelength], 'gamelength'),
  }
}

export function readPlayerLine(cells: readonly string[], at: OeColumns, intern: Intern): StatedSeat {
  const name = toKnownName(cells[at.playername])
  return {
    player: name === null ? null : { sourceId: intern(toOptionalText(cells[at.playerid])), name: intern(name) },
    champion: intern(toOptionalText(cells[at.champion])),
    kills: toOptionalNumber(cells[at.kills], 'kills', 0, 200),
    deaths: toOptionalNumber(cells[at.deaths], 'deaths', 0, 200),
    assists: toOptionalNumber(cells[at.assists], 'assists', 0, 200),
    cs: readCs(cells, at),
    gold: toOptionalNumber(cells[at.totalgold], 'totalgold', 0, 200_000),
  }
}

export function readTeamLine(cells: readonly string[], at: OeColumns, intern: Intern): TeamLine {
  const name = toKnownName(cells[at.teamname])
  const first = (objective: FirstObjective): boolean | null => {
    const column: OeColumn = `first${objective}`
    return toOptionalBit(cells[at[column]], column)
  }
  return {
    team: name === null ? null : { sourceId: intern(toOptionalText(cells[at.teamid])), name: intern(name) },
    firsts: objectives.map(first),
    side: {
      kills: toOptionalNumber(cells[at.kills], 'kills', 0, 200),
      deaths: toOptionalNumber(cells[at.deaths], 'deaths', 0, 200),
      assists: toOptionalNumber(cells[at.assists], 'assists', 0, 800),
      towers: toOptionalNumber(cells[at.towers], 'towers', 0, 30),
      dragons: toOptionalNumber(cells[at.dragons], 'dragons', 0, 20),
      barons: toOptionalNumber(cells[at.barons], 'barons', 0, 20),
      gold: toOptionalNumber(cells[at.totalgold], 'totalgold', 0, 500_000),
      cs: readCs(cells, at),
      goldDiffAt15: readDifference(cells[at.golddiffat15]),
    },
  }
}

/** An objective counts when exactly one side claims it: some years leave the loser's cell empty, some write 0 for both. */
export function joinFirsts(blue: TeamLine, red: TeamLine): Partial<Record<FirstObjective, 0 | 1>> {
  const firsts: Partial<Record<FirstObjective, 0 | 1>> = {}
  for (const [index, objective] of objectives.entries()) {
    const byBlue = blue.firsts[index] === true
    if (byBlue !== (red.firsts[index] === true)) firsts[objective] = byBlue ? 0 : 1
  }
  return firsts
}

/** Rows of teams and of partial games may have the two parts of `total cs` instead of the total. */
function readCs(cells: readonly string[], at: OeColumns): number | null {
  const total = toOptionalNumber(cells[at['total cs']], 'total cs', 0, 10_000)
  if (total !== null) return total
  const minions = toOptionalNumber(cells[at.minionkills], 'minionkills', 0, 10_000)
  const monsters = toOptionalNumber(cells[at.monsterkills], 'monsterkills', 0, 10_000)
  return minions === null || monsters === null ? null : minions + monsters
}

function readDifference(cell: string | undefined): number | null {
  const text = toOptionalText(cell)
  if (text === null) return null
  const value = /^-?[0-9]{1,6}(?:\.[0-9]+)?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) throw expected('golddiffat15', 'a number', cell)
  return value
}

// Columns by their earlier names; a file has one of the two.
const earlierNames: Readonly<Record<string, string>> = { team: 'teamname', player: 'playername' }

const required = [
  'gameid',
  'league',
  'date',
  'participantid',
  'side',
  'position',
  'playername',
  'teamname',
  'champion',
  'gamelength',
  'result',
] as const
const optional = [
  'year',
  'split',
  'playoffs',
  'game',
  'patch',
  'playerid',
  'teamid',
  'kills',
  'deaths',
  'assists',
  'towers',
  'dragons',
  'barons',
  'totalgold',
  'total cs',
  'minionkills',
  'monsterkills',
  'firstblood',
  'firsttower',
  'firstdragon',
  'firstherald',
  'firstbaron',
  'golddiffat15',
] as const

type OeColumn = (typeof required)[number] | (typeof optional)[number]
export type OeColumns = Columns<OeColumn>

/** Finds the columns of one yearly file, under this or earlier names. */
export function findOeColumns(file: string, header: readonly string[]): OeColumns {
  const names = header.map((name) => name.trim())
  return findColumns(
    file,
    names.map((name) => {
      const later = earlierNames[name]
      return later !== undefined && !names.includes(later) ? later : name
    }),
    required,
    optional,
  )
}

/** The place of a row in its game: the side, and the index of the role, or null for the row of the team. */
interface Seat {
  readonly side: 0 | 1
  readonly role: number | null
}

export function readSeat(cells: readonly string[], at: OeColumns): Seat {
  const side = ['blue', 'red'].indexOf(toText(cells[at.side], 'side').toLowerCase())
  if (side === -1) throw expected('side', 'Blue or Red', cells[at.side])
  const position = toText(cells[at.position], 'position').toLowerCase()
  const role = (roles as readonly string[]).indexOf(position)
  if (role === -1 && position !== 'team') throw expected('position', `${roles.join(', ')} or team`, cells[at.position])
  const participant = toOptionalNumber(cells[at.participantid], 'participantid', 1, 200)
  const fits =
    role === -1 ? participant === 100 * (side + 1) : participant !== null && Math.ceil(participant / 5) === side + 1
  if (!fits)
    throw new BadRow(`participantid: ${cells[at.participantid]} is no ${position} of the ${cells[at.side]} side`)
  return { side: side as 0 | 1, role: role === -1 ? null : role }
}

/** Reads a flag that some years write as `1` and others as `1.0`. */
export function toOptionalBit(cell: string | undefined, column: string): boolean | null {
  const value = toOptionalNumber(cell, column, 0, 1)
  if (value !== null && value !== 0 && value !== 1) throw expected(column, '0 or 1', cell)
  return value === null ? null : value === 1
}

/** Reads a name; null where the source itself calls it unknown. */
function toKnownName(cell: string | undefined): string | null {
  const text = toOptionalText(cell)
  return text === null || /^unknown (player|team)$/i.test(text) ? null : text
}
