import { type ForecastState, setPublishedKills, yearOf } from '@riftline/core'
import type { TeamSeason } from '../history/types.ts'

/**
 * Puts the published season tables of years that are over at `lastMs` into the state. The table of the running year would go
 * stale and then be taken for the whole year.
 */
export function addSeasonTables(state: ForecastState, seasons: readonly TeamSeason[], lastMs: number): void {
  const running = yearOf(lastMs)
  for (const { season, teamId, games, kills, deaths } of seasons) {
    if (season < running) setPublishedKills(state.seasonKills, teamId, season, games, (kills - deaths) * games)
  }
}
