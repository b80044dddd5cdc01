import { yearOf } from '@riftline/base'
import { type ForecastState, setPublishedKills } from '@riftline/predictor'
import type { TeamSeason } from '../history/types.ts'

/**
 * Puts the published season tables of years that are over at `lastMs` into the state. The table of the running year would go
 * stale and then be taken for the whole year. A team that played a year under two names has two rows, which add up.
 */
export function addSeasonTables(state: ForecastState, seasons: readonly TeamSeason[], lastMs: number): void {
  const running = yearOf(lastMs)
  let before: Pick<TeamSeason, 'season' | 'teamId'> | null = null
  let [games, sum] = [0, 0]
  for (const row of [...seasons].sort(byTeam)) {
    if (row.season >= running) continue
    if (before?.season !== row.season || before.teamId !== row.teamId) [games, sum] = [0, 0]
    before = row
    games += row.games
    sum += (row.kills - row.deaths) * row.games
    setPublishedKills(state.seasonKills, row.teamId, row.season, games, sum)
  }
}

/** In the same order whatever that of the rows is, so that they add up to the same bits. */
function byTeam(a: TeamSeason, b: TeamSeason): number {
  return a.season - b.season || a.teamId - b.teamId || a.games - b.games || a.kills - b.kills || a.deaths - b.deaths
}
