const sides = ['blue', 'red'] as const

/** The first fault of a standing, in the order of the table. `bestOf` beside it has been checked. */
export function standingFault({ standing, bestOf = 3 }: Readonly<Record<string, unknown>>): string | null {
  if (typeof standing !== 'object' || standing === null || !sides.every((side) => Object.hasOwn(standing, side))) {
    return 'standing: must hold blue and red'
  }
  const won = standing as Readonly<Record<string, unknown>>
  const gamesToWin = (Number(bestOf) + 1) / 2
  const illegal = sides.find((side) => !isWon(won[side], gamesToWin))
  if (illegal !== undefined) return `standing.${illegal}: must be an integer from 0 to ${gamesToWin}`
  if (sides.every((side) => won[side] === gamesToWin)) return `standing: only one team can have won ${gamesToWin}`
  const unknown = Object.keys(standing).find((key) => !sides.some((side) => side === key))
  return unknown === undefined ? null : `standing.${unknown || '""'}: unknown field`
}

function isWon(maps: unknown, gamesToWin: number): boolean {
  return typeof maps === 'number' && Number.isInteger(maps) && maps >= 0 && maps <= gamesToWin
}
