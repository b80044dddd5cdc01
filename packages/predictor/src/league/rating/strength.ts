import { log1p } from '@riftline/core/math'
import { lineupMean } from './advance.ts'
import { ratingParameters, roleWeight } from './parameters.ts'
import type { Overlay, TeamRating } from './state.ts'

/** A team at the day of a series, on the logit scale of one game. */
export interface TeamStrength {
  readonly team: TeamRating
  /** Mean of league, team and players together. */
  readonly mean: number
  readonly lineupVariance: number
  readonly leagueVariance: number
  /** Mean of ln(1 + games / experienceGames) over the five; null without a lineup. */
  readonly experience: number | null
}

/** Difference of two teams on the logit scale of one game, first minus second. */
export interface StrengthDifference {
  readonly mean: number
  readonly variance: number
  readonly leagueVariance: number
  readonly crossLeague: boolean
}

export function teamStrength(overlay: Overlay, team: TeamRating): TeamStrength {
  const league = overlay.league(team.home)
  const players = team.lineup === null ? 0 : lineupMean(overlay, team.lineup)
  return {
    team,
    mean: league.mean + team.mean + players,
    lineupVariance: lineupVariance(overlay, team.lineup),
    leagueVariance: league.variance,
    experience: team.lineup === null ? null : meanExperience(overlay, team.lineup),
  }
}

export function strengthDifference(first: TeamStrength, second: TeamStrength): StrengthDifference {
  const crossLeague = first.team.home !== second.team.home
  return {
    mean: first.mean - second.mean + experienceDifference(first, second),
    variance: first.lineupVariance + second.lineupVariance + first.team.variance + second.team.variance,
    leagueVariance: crossLeague ? first.leagueVariance + second.leagueVariance : 0,
    crossLeague,
  }
}

/** Worth of the lineups' experience to the first; 0 unless both are known. */
export function experienceDifference(first: TeamStrength, second: TeamStrength): number {
  if (first.experience === null || second.experience === null) return 0
  return ratingParameters.player.experienceWeight * (first.experience - second.experience)
}

/** Mean of ln(1 + games / experienceGames) over the five. */
function meanExperience(overlay: Overlay, lineup: readonly number[]): number {
  let sum = 0
  for (let role = 0; role < lineup.length; role++) {
    sum += log1p(overlay.player(lineup[role]!).games / ratingParameters.player.experienceGames)
  }
  return sum / lineup.length
}

function lineupVariance(overlay: Overlay, lineup: readonly number[] | null): number {
  let sum = 0
  for (let role = 0; lineup !== null && role < lineup.length; role++) {
    const weight = roleWeight(role)
    sum += weight * weight * overlay.player(lineup[role]!).variance
  }
  return sum
}
