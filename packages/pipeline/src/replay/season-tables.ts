import { type ForecastState, setPublishedKills } from '@riftline/core'
import type { TeamSeason } from '../history/types.ts'

/**
 * Puts the published season tables into the state: of years that are over at `lastMs` only, since a table of the running
 * year goes stale and would then be taken for the whole of it.
 */
export function addSeasonTables(state: ForecastState, seasons: readonly TeamSeason[], lastMs: number): void {
  const running = new Date(lastMs).getUTCFullYear()
  for (const { season, teamId, games, kills, deaths } of seasons) {
    if (season < running) setPublishedKills(state.seasonKills, teamId, season, games, (kills - deaths) * games)
  }
}
