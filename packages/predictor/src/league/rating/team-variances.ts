import { strengthOrPrior } from './forecast.ts'
import type { RatingState } from './state.ts'

/**
 * Variances of teams and of their home leagues on a day, by which the series of one tournament are joined.
 *
 * @param teams ids, each with the code of the league it plays in; null if unknown
 * @param day days since 1970
 * @returns one variance a team, the number of its home league, and one variance a league
 */
export function teamVariances(
  { ratings }: { readonly ratings: RatingState },
  teams: readonly { readonly id: number; readonly league: string | null }[],
  day: number,
) {
  const homes: string[] = []
  const leagueVariances: number[] = []
  const leagues = new Int32Array(teams.length)
  const variances = Float64Array.from(teams, ({ id, league }, number) => {
    const { team, lineupVariance, leagueVariance } = strengthOrPrior(ratings, id, { day, league })
    if (!homes.includes(team.home)) leagueVariances[homes.push(team.home) - 1] = leagueVariance
    leagues[number] = homes.indexOf(team.home)
    return team.variance + lineupVariance
  })
  return { variances, leagues, leagueVariances: Float64Array.from(leagueVariances) }
}
