/** Games and wins of one calendar year. */
export interface SeasonWins {
  readonly year: number
  readonly games: number
  readonly wins: number
}

/** By team or player: the year of the last game, and the one before. */
export type SeasonWinsTable = Map<number, readonly SeasonWins[]>

/** Games at which a share of wins counts half. */
const shrinkGames = 15

export function learnWins(table: SeasonWinsTable, id: number, year: number, won: boolean): void {
  const known = table.get(id) ?? []
  const own = known.find((season) => season.year === year)
  const next = { year, games: (own?.games ?? 0) + 1, wins: (own?.wins ?? 0) + (won ? 1 : 0) }
  const others = known.filter((season) => season.year !== year && season.year >= year - 1)
  table.set(
    id,
    [...others, next].sort((a, b) => a.year - b.year),
  )
}

/** Share of wins above one half in the year before, pulled to 0 while games are few: (w - 1/2) n / (n + 15). */
export function previousWinShare(table: SeasonWinsTable, id: number, year: number): number {
  const seasons = table.get(id)
  if (seasons === undefined) return 0
  for (const { year: own, games, wins } of seasons)
    if (own === year - 1) return (wins - games / 2) / (games + shrinkGames)
  return 0
}
