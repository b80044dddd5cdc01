import { exp, log, log1p, race } from '@riftline/core/math'
import type { BestOf } from '../../types.ts'
import { advanceAlone, advanceTeams } from './advance.ts'
import { ratingParameters, roleWeight } from './parameters.ts'
import { createOverlay, type Overlay, type RatingState, type TeamRating } from './state.ts'

const parameters = ratingParameters.forecast

/** A series before it begins, with the data that the rating filter uses. */
export interface UpcomingSeries {
  readonly team1Id: number
  readonly team2Id: number
  readonly day: number
  /** League code; null if unknown. */
  readonly league: string | null
  readonly bestOf: BestOf
}

/** Forecasts a series at its start from everything learned so far; changes nothing. */
export function forecastSeries(state: RatingState, series: UpcomingSeries) {
  const [first, second] = strengthsTogether(state, series)
  return forecastStrengths(first, second, series.bestOf)
}

export function strengthsTogether(
  state: RatingState,
  series: Omit<UpcomingSeries, 'bestOf'>,
): readonly [TeamStrength, TeamStrength] {
  const overlay = createOverlay(state)
  const [team1, team2] = advanceTeams(overlay, series, series.day)
  return [teamStrength(overlay, team1), teamStrength(overlay, team2)]
}

/** Strength of a team against any opponent; equal to `strengthsTogether` unless they share a player. Undefined without games. */
export function strengthAlone(
  state: RatingState,
  teamId: number,
  at: Pick<UpcomingSeries, 'day' | 'league'>,
): TeamStrength | undefined {
  if (!state.teams.has(teamId) || (at.league !== null && !state.leagues.has(at.league))) return undefined
  return strengthOrPrior(state, teamId, at)
}

/** `strengthAlone` with the prior of a team or of a league without games. */
export function strengthOrPrior(
  state: RatingState,
  teamId: number,
  { day, league }: Pick<UpcomingSeries, 'day' | 'league'>,
): TeamStrength {
  const overlay = createOverlay(state)
  return teamStrength(overlay, advanceAlone(overlay, teamId, day, league))
}

/**
 * `totalVariance` is the variance of the difference with all its parts, including the leagues' if these differ; `sd` is the resulting
 * deviation of the logit of one game. `logit` is that of team 1's chance to win the series, before the league slope.
 */
export function forecastStrengths(first: TeamStrength, second: TeamStrength, bestOf: BestOf) {
  const { mean, variance, leagueVariance, crossLeague } = strengthDifference(first, second)
  const totalVariance = crossLeague ? (variance + leagueVariance) * parameters.crossLeagueVariance : variance
  const sd = parameters.varianceScale * Math.sqrt(totalVariance)
  const [won, lost] = expectedSeriesChances(parameters.scale[bestOf] * mean, sd, bestOf)
  const [team1, team2] = [first.team, second.team]
  return { mean, variance, crossLeague, totalVariance, sd, logit: log(won / lost), team1, team2 }
}

/** Expected logit of one game, pulled toward 0 by its uncertainty (MacKay's approximation of the normal-logistic integral). */
export function gameLogit({ mean, totalVariance }: { readonly mean: number; readonly totalVariance: number }): number {
  const variance = parameters.varianceScale * parameters.varianceScale * totalVariance
  return (parameters.scale[3] * mean) / Math.sqrt(1 + (Math.PI / 8) * variance)
}

/** A team's strength on the day of a series, on the logit scale of one game. */
export type TeamStrength = Readonly<ReturnType<typeof teamStrength>>

export function teamStrength(overlay: Overlay, team: TeamRating) {
  const { mean: league, variance: leagueVariance } = overlay.league(team.home)
  const players: number[] = []
  let lineupMean = 0
  let lineupVariance = 0
  let experience = 0
  for (const [role, id] of (team.lineup ?? []).entries()) {
    const weight = roleWeight(role)
    const { mean, variance, games } = overlay.player(id)
    players.push(weight * mean)
    lineupMean += weight * mean
    lineupVariance += weight * weight * variance
    experience += log1p(games / ratingParameters.player.experienceGames)
  }
  return {
    team,
    league,
    /** Weighted means of the lineup's players, in role order; empty without a lineup. */
    players,
    mean: league + team.mean + lineupMean,
    lineupVariance,
    leagueVariance,
    /** Mean of ln(1 + games / experienceGames) over the five players; null without a lineup. */
    experience: team.lineup === null ? null : experience / team.lineup.length,
  }
}

/** Difference of two teams on the logit scale of one game, first minus second. */
export function strengthDifference(first: TeamStrength, second: TeamStrength) {
  const crossLeague = first.team.home !== second.team.home
  return {
    mean: first.mean - second.mean + experienceDifference(first, second),
    variance: first.lineupVariance + second.lineupVariance + first.team.variance + second.team.variance,
    leagueVariance: crossLeague ? first.leagueVariance + second.leagueVariance : 0,
    crossLeague,
  }
}

/** Advantage of the first team by its lineup's experience; 0 unless both are known. */
export function experienceDifference(first: TeamStrength, second: TeamStrength): number {
  if (first.experience === null || second.experience === null) return 0
  return ratingParameters.player.experienceWeight * (first.experience - second.experience)
}

/** Nodes from 0 up and weights of the 15-point Gauss-Hermite rule for a standard normal; each node stands also for its negative. */
const rule = [
  { node: 0, weight: 0.3182595182595182 / 2 },
  { node: 6.3639478888298395, weight: 8.589649899633352e-10 },
  { node: 5.190093591304782, weight: 5.975419597920596e-7 },
  { node: 4.1962077112690155, weight: 5.6421464051890157e-5 },
  { node: 3.2890824243987664, weight: 0.001567357503549957 },
  { node: 2.432436827009758, weight: 0.017365774492137616 },
  { node: 1.6067100690287297, weight: 0.08941779539984432 },
  { node: 0.7991290683245481, weight: 0.23246229360973222 },
]

/**
 * Chances to win and to lose a best-of series when the logit of one game is N(mean, sd^2). The uncertainty of strength is the
 * same in all games of the series, so it is averaged after the race formula. Both are in (0, 1) with full precision,
 * however small; -mean swaps them bit for bit.
 */
export function expectedSeriesChances(mean: number, sd: number, bestOf: BestOf): readonly [won: number, lost: number] {
  const gamesToWin = (bestOf + 1) / 2
  let won = 0
  let lost = 0
  for (const { node, weight } of rule) {
    const high = mean + sd * node
    const low = mean - sd * node
    const atHigh = outsiderChance(high, gamesToWin)
    const atLow = outsiderChance(low, gamesToWin)
    won += weight * ((high > 0 ? 1 - atHigh : atHigh) + (low > 0 ? 1 - atLow : atLow))
    lost += weight * ((high > 0 ? atHigh : 1 - atHigh) + (low > 0 ? atLow : 1 - atLow))
  }
  return [won, lost]
}

/** Chance to win the series for the side that is less likely to win a game. */
function outsiderChance(logit: number, gamesToWin: number): number {
  const odds = exp(-Math.abs(logit))
  return race(odds / (1 + odds), gamesToWin)
}
