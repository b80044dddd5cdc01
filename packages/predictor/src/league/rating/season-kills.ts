/** Kills minus deaths of one team in one calendar year: `sum` over `games` games. */
export interface SeasonKills {
  readonly games: number
  readonly sum: number
  /** Whether a published season table gave it; such a row covers games that the history lacks and is not added to. */
  readonly published: boolean
}

/** By team, then by year. */
export type SeasonKillsTable = Map<number, Map<number, SeasonKills>>

/** Games at which the mean of a season counts half. */
const shrinkGames = 15

export function learnKills(table: SeasonKillsTable, teamId: number, year: number, killDifference: number): void {
  const seasons = getSeasons(table, teamId)
  const known = seasons.get(year)
  if (known?.published) return
  seasons.set(year, { games: (known?.games ?? 0) + 1, sum: (known?.sum ?? 0) + killDifference, published: false })
}

/** Takes the row of a published season table in place of what games told of that year. */
export function setPublishedKills(
  table: SeasonKillsTable,
  teamId: number,
  year: number,
  games: number,
  sum: number,
): void {
  getSeasons(table, teamId).set(year, { games, sum, published: true })
}

/**
 * Mean kills minus deaths a game of the year before, shrunk toward 0 by `shrinkGames`; 0 where nothing is known. Only
 * finished years are read, so that a published table of the running year cannot tell the future.
 */
export function previousSeasonKills(table: SeasonKillsTable, teamId: number, year: number): number {
  const season = table.get(teamId)?.get(year - 1)
  if (season === undefined) return 0
  return season.sum / (season.games + shrinkGames)
}

function getSeasons(table: SeasonKillsTable, teamId: number): Map<number, SeasonKills> {
  let seasons = table.get(teamId)
  if (seasons === undefined) {
    seasons = new Map()
    table.set(teamId, seasons)
  }
  return seasons
}
