export interface SeasonWins {
  readonly year: number
  readonly games: number
  readonly wins: number
}

/** Wins by team or player, in the year of the last game and the one before. */
export type SeasonWinsTable = Map<number, readonly SeasonWins[]>

const shrinkGames = 15

export function learnWins(table: SeasonWinsTable, id: number, year: number, won: boolean): void {
  const known = table.get(id) ?? []
  const own = known.find((season) => season.year === year)
  const next = { year, games: (own?.games ?? 0) + 1, wins: (own?.wins ?? 0) + (won ? 1 : 0) }
  const others = known.filter((season) => season.year !== year && season.year >= year - 1)
  const seasons = [...others, next].sort((a, b) => a.year - b.year)
  table.set(id, seasons)
}

/** Adds the games of one id to another id of the same team or player. */
export function joinWins(table: SeasonWinsTable, from: number, into: number): void {
  const former = table.get(from)
  if (former === undefined) return
  table.delete(from)
  const own = table.get(into) ?? []
  const both = [...own, ...former]
  const newest = Math.max(...both.map(({ year }) => year))
  const years = [newest - 1, newest].flatMap((year) => {
    const seasons = both.filter((season) => season.year === year)
    if (seasons.length === 0) return []
    const sum = (count: (season: SeasonWins) => number): number => seasons.reduce((all, one) => all + count(one), 0)
    return [{ year, games: sum(({ games }) => games), wins: sum(({ wins }) => wins) }]
  })
  table.set(into, years)
}

/** Share of wins above one half in the previous year, shrunk to 0 while games are few: (w - 1/2) n / (n + 15). */
export function previousWinShare(table: SeasonWinsTable, id: number, year: number): number {
  const season = table.get(id)?.find((one) => one.year === year - 1)
  return season === undefined ? 0 : (season.wins - season.games / 2) / (season.games + shrinkGames)
}

/** Kills minus deaths of one team in one calendar year: `sum` over `games` games. */
interface SeasonKills {
  readonly games: number
  readonly sum: number
  /** Whether a published season table gave the row; it includes games that the history lacks and must not be added to. */
  readonly published: boolean
}

export type SeasonKillsTable = Map<number, Map<number, SeasonKills>>

const shrinkKillGames = 15

export function learnKills(table: SeasonKillsTable, teamId: number, year: number, killDifference: number): void {
  const seasons = getSeasons(table, teamId)
  const known = seasons.get(year)
  if (known?.published) return
  seasons.set(year, { games: (known?.games ?? 0) + 1, sum: (known?.sum ?? 0) + killDifference, published: false })
}

/** Replaces the sum of a year's known games by the row of a published season table. */
export function setPublishedKills(
  table: SeasonKillsTable,
  teamId: number,
  year: number,
  games: number,
  sum: number,
): void {
  getSeasons(table, teamId).set(year, { games, sum, published: true })
}

/** Mean kills minus deaths per game of the previous year, shrunk; 0 if unknown. The current year's table could contain the future. */
export function previousSeasonKills(table: SeasonKillsTable, teamId: number, year: number): number {
  const season = table.get(teamId)?.get(year - 1)
  return season === undefined ? 0 : season.sum / (season.games + shrinkKillGames)
}

function getSeasons(table: SeasonKillsTable, teamId: number): Map<number, SeasonKills> {
  const seasons = table.get(teamId) ?? new Map<number, SeasonKills>()
  table.set(teamId, seasons)
  return seasons
}
