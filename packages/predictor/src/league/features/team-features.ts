import { log1p } from '@riftline/core/math'
import type { ForecastState } from '../forecast-state.ts'
import { previousSeasonKills } from '../rating/season-kills.ts'
import type { TeamRating } from '../rating/state.ts'
import { statisticOf } from '../rating/statistic-rating.ts'
import { previousWinShare } from '../records/season-wins.ts'
import { form, mostRestDays, recentSeries, recentWins, restDays, tournamentForm } from '../records/team-record.ts'

/** Features of one team: so many of which only the difference is read, then those that stand side by side too. */
export const ownDifferences = 10
const ownCount = ownDifferences + 3

/** A moment of one state, in a league. */
export interface Moment {
  readonly league: string | null
  readonly day: number
  readonly year: number
}

/** Features of one team at a moment, whoever it meets, in the order of `features`. */
export function teamFeatures(
  state: ForecastState,
  teamId: number,
  team: TeamRating,
  { league, day, year }: Moment,
): Float64Array {
  const own = new Float64Array(ownCount)
  const record = state.records.get(teamId)
  own[0] = previousSeasonKills(state.seasonKills, teamId, year)
  own[1] = statisticOf(state.creepScores, teamId)
  if (record !== undefined) {
    own[2] = form(record, 5)
    own[3] = form(record, 10)
    own[4] = recentWins(record, 10)
    own[5] = recentWins(record, 20)
    own[6] = tournamentForm(record, league, day)
    own[7] = record.streak
    own[11] = recentSeries(record, day)
  }
  own[8] = previousWinShare(state.teamWins, teamId, year)
  own[9] = lineupWins(state, team.lineup, year)
  own[10] = log1p(record === undefined ? mostRestDays : restDays(record, day))
  own[12] = log1p(Math.min(mostSeries, team.series))
  return own
}

const mostSeries = 100

function lineupWins({ playerWins }: ForecastState, lineup: readonly number[] | null, year: number): number {
  if (lineup === null) return 0
  let sum = 0
  for (const playerId of lineup) sum += previousWinShare(playerWins, playerId, year)
  return sum / lineup.length
}
