import { BadRow } from '../csv/bad-row.ts'
import { expected, toOptionalNumber, toOptionalText, toText } from '../csv/cells.ts'
import { type Columns, findColumns } from '../csv/columns.ts'
import { roles } from '../types.ts'

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

export type OeColumn = (typeof required)[number] | (typeof optional)[number]
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
export interface Seat {
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
export function toKnownName(cell: string | undefined): string | null {
  const text = toOptionalText(cell)
  return text === null || /^unknown (player|team)$/i.test(text) ? null : text
}
