import { expected, toOptionalNumber } from '../csv/cells.ts'

/** @throws BadRow for anything but a year */
export function toSeason(cell: string | undefined): number {
  const season = toOptionalNumber(cell, 'season', 2000, 2999)
  if (season === null || !Number.isInteger(season)) throw expected('season', 'a year', cell)
  return season
}

export function toOptionalGames(cell: string | undefined): number | null {
  return toOptionalNumber(cell, 'games', 0, 10_000)
}

/** Games won, of a rate in per cent that is written with one digit after the dot; nothing where it is not known. */
export function toWins(cell: string | undefined, games: number): { readonly wins?: number } {
  const percent = toOptionalNumber(cell, 'win_pct', 0, 100)
  return percent === null ? {} : { wins: Math.round((percent * games) / 100) }
}

/** A mean a game. */
export function toOptionalMean(cell: string | undefined, name: string): number | null {
  return toOptionalNumber(cell, name, 0, 1000)
}
