import { exp, log, log1p, race } from '@riftline/core/math'
import type { BestOf } from '../../types.ts'
import { advanceAlone, advanceTeams } from './advance.ts'
import { ratingParameters, roleWeight } from './parameters.ts'
import { createOverlay, type Overlay, type RatingState, type TeamRating } from './state.ts'

const parameters = ratingParameters.forecast

/** A series that has not begun, as the filter sees it. */
export interface UpcomingSeries {
  readonly team1Id: number
  readonly team2Id: number
  readonly day: number
  /** League code, or null where it is not known. */
  readonly league: string | null
  readonly bestOf: BestOf
}

export interface RatingForecast extends StrengthDifference {
  /** Variance of the difference with all it is made of: also that of the leagues where these differ. */
  readonly totalVariance: number
  /** Standard deviation of the logit of one game: what `totalVariance` comes to there. */
  readonly sd: number
  /** Logit of the probability that team 1 wins the series, before the league slope. */
  readonly logit: number
  readonly team1: TeamRating
  readonly team2: TeamRating
}

/** Forecasts a series at its start from what has been learned so far. Changes nothing. */
export function forecastSeries(state: RatingState, series: UpcomingSeries): RatingForecast {
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

/** Strength of one team, whoever it meets: the bits of `strengthsTogether` unless both field one player. Undefined for a team or league without games. */
export function strengthAlone(
  state: RatingState,
  teamId: number,
  { day, league }: Pick<UpcomingSeries, 'day' | 'league'>,
): TeamStrength | undefined {
  if (!state.teams.has(teamId) || (league !== null && !state.leagues.has(league))) return undefined
  const overlay = createOverlay(state)
  return teamStrength(overlay, advanceAlone(overlay, teamId, day, league))
}

export function forecastStrengths(first: TeamStrength, second: TeamStrength, bestOf: BestOf): RatingForecast {
  const { mean, variance, leagueVariance, crossLeague } = strengthDifference(first, second)
  const totalVariance = crossLeague ? (variance + leagueVariance) * parameters.crossLeagueVariance : variance
  const sd = parameters.varianceScale * Math.sqrt(totalVariance)
  const chances = expectedSeriesChances(parameters.scale[bestOf] * mean, sd, bestOf)
  const logit = log(chances[0]! / chances[1]!)
  const [team1, team2] = [first.team, second.team]
  return { mean, variance, leagueVariance, crossLeague, totalVariance, sd, logit, team1, team2 }
}

/** Expected logit of one game, pulled toward 0 by the doubt about it (MacKay's approximation of the normal-logistic integral). */
export function gameLogit({ mean, totalVariance }: Pick<RatingForecast, 'mean' | 'totalVariance'>): number {
  const variance = parameters.varianceScale * parameters.varianceScale * totalVariance
  return (parameters.scale[3] * mean) / Math.sqrt(1 + (Math.PI / 8) * variance)
}

/** A team at the day of a series, on the logit scale of one game. */
export interface TeamStrength {
  readonly team: TeamRating
  readonly league: number
  /** Weighted means of the lineup, in role order; none without one. */
  readonly players: readonly number[]
  readonly mean: number
  readonly lineupVariance: number
  readonly leagueVariance: number
  /** Mean of ln(1 + games / experienceGames) over the five; null without a lineup. */
  readonly experience: number | null
}

/** Difference of two teams on the logit scale of one game, first minus second. */
interface StrengthDifference {
  readonly mean: number
  readonly variance: number
  readonly leagueVariance: number
  readonly crossLeague: boolean
}

export function teamStrength(overlay: Overlay, team: TeamRating): TeamStrength {
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
    players,
    mean: league + team.mean + lineupMean,
    lineupVariance,
    leagueVariance,
    experience: team.lineup === null ? null : experience / team.lineup.length,
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

/** Positive nodes and their weights of the 15-point Gauss-Hermite rule for a standard normal; the last is the node 0. */
const rule: readonly (readonly [number, number])[] = [
  [6.3639478888298395, 8.589649899633352e-10],
  [5.190093591304782, 5.975419597920596e-7],
  [4.1962077112690155, 5.6421464051890157e-5],
  [3.2890824243987664, 0.001567357503549957],
  [2.432436827009758, 0.017365774492137616],
  [1.6067100690287297, 0.08941779539984432],
  [0.7991290683245481, 0.23246229360973222],
]
const nodes = Float64Array.from(rule, ([node]) => node)
const weights = Float64Array.from(rule, ([, weight]) => weight)
const centreWeight = 0.3182595182595182

/** The 15 logits of a call, and the chances of their outsiders. */
const logits = new Float64Array(2 * nodes.length + 1)
const outsiders = new Float64Array(logits.length)
const chances = new Float64Array(2)

/**
 * Chances to win and to lose a best-of series when the logit of one game is N(mean, sd^2): doubt about strength is shared by
 * all games of the series, so it is averaged after the race formula, not before. Both in (0, 1), and each with its own
 * digits, however small; -mean gives them the other way round to the bit. The caller's until the next call.
 */
export function expectedSeriesChances(mean: number, sd: number, bestOf: BestOf): Float64Array {
  logits[2 * nodes.length] = mean
  for (let i = 0; i < nodes.length; i++) {
    logits[2 * i] = mean + sd * nodes[i]!
    logits[2 * i + 1] = mean - sd * nodes[i]!
  }
  setOutsiderChances((bestOf + 1) / 2)
  const centre = outsiders[2 * nodes.length]!
  let won = centreWeight * (mean > 0 ? 1 - centre : centre)
  let lost = centreWeight * (mean > 0 ? centre : 1 - centre)
  for (let i = 0; i < nodes.length; i++) {
    const weight = weights[i]!
    const isHighAhead = logits[2 * i]! > 0
    const isLowAhead = logits[2 * i + 1]! > 0
    const atHigh = outsiders[2 * i]!
    const atLow = outsiders[2 * i + 1]!
    won += weight * ((isHighAhead ? 1 - atHigh : atHigh) + (isLowAhead ? 1 - atLow : atLow))
    lost += weight * ((isHighAhead ? atHigh : 1 - atHigh) + (isLowAhead ? atLow : 1 - atLow))
  }
  chances[0] = won
  chances[1] = lost
  return chances
}

/** From the logit of a game to the chance of the side with the smaller one. In loops of their own, twice as quick. */
function setOutsiderChances(gamesToWin: number): void {
  for (let i = 0; i < logits.length; i++) {
    const odds = exp(-Math.abs(logits[i]!))
    outsiders[i] = odds / (1 + odds)
  }
  for (let i = 0; i < outsiders.length; i++) outsiders[i] = race(outsiders[i]!, gamesToWin)
}
