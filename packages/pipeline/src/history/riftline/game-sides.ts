import { toOptionalId, toOptionalNumber, toOptionalText } from '../csv/cells.ts'
import { type Columns, findColumns } from '../csv/columns.ts'
import type { Intern } from '../csv/intern.ts'
import { type GameSide, roles } from '../types.ts'

// Limits far above anything played: they refuse shifted columns and wrong units, not rare games.
const counts = {
  kills: 200,
  deaths: 200,
  assists: 800,
  towers: 30,
  dragons: 20,
  barons: 20,
  gold: 500_000,
  cs: 10_000,
} as const
type Count = keyof typeof counts
const countNames = Object.keys(counts) as readonly Count[]
type SideName = 'blue' | 'red'
type CountColumn = `${SideName}_${Count}`

export const pickColumns: readonly string[] = ['blue', 'red'].flatMap((side) => roles.map((role) => `${side}_${role}`))

export type ReadSide = (cells: readonly string[], teamId: number) => GameSide

/** Finds the columns of one side once and returns a function that reads that side of a record. */
export function createSideReader(file: string, header: readonly string[], side: SideName, intern: Intern): ReadSide {
  const picks = roles.map((role) => `${side}_${role}`)
  const seats = picks.map((pick) => `${pick}_player`)
  const at = findColumns(file, header, picks, [...seats, ...countNames.map((name) => `${side}_${name}`)])
  const pickAt = picks.map((name) => at[name]!)
  const seatAt = seats.map((name) => at[name]!)
  const countAt = at as Columns<CountColumn>
  return (cells, teamId) => {
    const count = (name: Count): number | null => {
      const column: CountColumn = `${side}_${name}`
      return toOptionalNumber(cells[countAt[column]], column, 0, counts[name])
    }
    return {
      teamId,
      champions: pickAt.map((index) => intern(toOptionalText(cells[index]))),
      playerIds: seatAt.map((index, seat) => toOptionalId(cells[index], seats[seat]!)),
      kills: count('kills'),
      deaths: count('deaths'),
      assists: count('assists'),
      towers: count('towers'),
      dragons: count('dragons'),
      barons: count('barons'),
      gold: count('gold'),
      cs: count('cs'),
    }
  }
}

const nobody: readonly null[] = [null, null, null, null, null]

/** A side with a known team and nothing else. */
export function bareSide(teamId: number): GameSide {
  return {
    teamId,
    champions: nobody,
    playerIds: nobody,
    kills: null,
    deaths: null,
    assists: null,
    towers: null,
    dragons: null,
    barons: null,
    gold: null,
    cs: null,
  }
}
