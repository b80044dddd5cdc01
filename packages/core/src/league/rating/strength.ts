import { log1p } from '../../math/log.ts'
import { lineupMean } from './advance.ts'
import type { Overlay } from './overlay.ts'
import { type RatingParameters, roleWeight } from './parameters.ts'
import type { TeamRating } from './state.ts'

/** Difference of two teams on the logit scale of one game, first minus second. */
export interface StrengthDifference {
  readonly mean: number
  readonly variance: number
  readonly leagueVariance: number
  readonly crossLeague: boolean
}

export function strengthDifference(
  overlay: Overlay,
  parameters: RatingParameters,
  first: TeamRating,
  second: TeamRating,
): StrengthDifference {
  const leagueFirst = overlay.league(first.home)
  const leagueSecond = overlay.league(second.home)
  const crossLeague = first.home !== second.home
  const playersFirst = first.lineup === null ? 0 : lineupMean(overlay, parameters, first.lineup)
  const playersSecond = second.lineup === null ? 0 : lineupMean(overlay, parameters, second.lineup)
  const experience =
    first.lineup === null || second.lineup === null
      ? 0
      : parameters.player.experienceWeight *
        (meanExperience(overlay, parameters, first.lineup) - meanExperience(overlay, parameters, second.lineup))
  const totalFirst = leagueFirst.mean + first.mean + playersFirst
  const totalSecond = leagueSecond.mean + second.mean + playersSecond
  return {
    mean: totalFirst - totalSecond + experience,
    variance:
      lineupVariance(overlay, parameters, first.lineup) +
      lineupVariance(overlay, parameters, second.lineup) +
      first.variance +
      second.variance,
    leagueVariance: crossLeague ? leagueFirst.variance + leagueSecond.variance : 0,
    crossLeague,
  }
}

/** Mean of ln(1 + games / experienceGames) over the five. */
function meanExperience(overlay: Overlay, parameters: RatingParameters, lineup: readonly number[]): number {
  let sum = 0
  for (let role = 0; role < lineup.length; role++) {
    sum += log1p(overlay.player(lineup[role]!).games / parameters.player.experienceGames)
  }
  return sum / lineup.length
}

function lineupVariance(overlay: Overlay, parameters: RatingParameters, lineup: readonly number[] | null): number {
  let sum = 0
  for (let role = 0; lineup !== null && role < lineup.length; role++) {
    const weight = roleWeight(parameters, role)
    sum += weight * weight * overlay.player(lineup[role]!).variance
  }
  return sum
}
