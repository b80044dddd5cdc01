import { dayMs, yearOf } from '../../time.ts'
import type { BestOf } from '../../types.ts'
import type { ForecastState } from '../forecast-state.ts'
import { forecastStrengths, gameLogit, strengthAlone, strengthsTogether } from '../rating/forecast.ts'
import { leagueSlope } from '../rating/league-slope.ts'
import { leagueTier } from '../rating/leagues.ts'
import { type LeagueTier, ratingParameters } from '../rating/parameters.ts'
import type { TeamRating } from '../rating/state.ts'
import type { TeamStrength } from '../rating/strength.ts'
import { headToHead } from '../records/head-to-head.ts'
import { features } from './feature-schema.ts'
import { type Moment, ownDifferences, teamFeatures } from './team-features.ts'

/** Two teams about to play, at a moment. */
export interface FeatureRequest {
  readonly team1Id: number
  readonly team2Id: number
  readonly bestOf: BestOf
  /** League code; null where unknown: then the home league that both teams share, if they share one. */
  readonly league: string | null
  readonly timeMs: number
}

/** What is known of a series before it begins. */
export interface SeriesFeatures {
  /** Entries as `features` lists them. */
  readonly vector: Float64Array
  /** Log odds of team 1 to win one game, by the rating: what a draft is measured against. */
  readonly gameLogit: number
  /** Doubt about the difference of strength, at the data date: standard deviation of the logit of one game. */
  readonly sd: number
}

const tierNumbers: Readonly<Record<LeagueTier, number>> = { top: 1, major: 2, strong: 3, other: 4 }

/** What is known of teams before any opponent is named: by league of the series, then by team. Of one state at one moment. */
export type KnownTeams = Map<string | null, KnownLeague>

interface KnownLeague {
  readonly moment: Moment
  readonly slope: number
  readonly tier: number
  readonly teams: Map<number, KnownTeam>
}

interface KnownTeam {
  readonly strength: TeamStrength
  readonly own: Float64Array
}

/**
 * What training and serving both read. Swapping the teams negates the differences exactly only through `mirrored`; ask for one
 * order and mirror it.
 *
 * @param known what earlier calls for the same state and moment have found, and this one adds to
 */
export function seriesFeatures(
  state: ForecastState,
  request: FeatureRequest,
  known: KnownTeams = new Map(),
): SeriesFeatures {
  const vector = new Float64Array(features.length)
  const { gameLogit, sd } = writeFeatures(state, { ...request, league: leagueOf(state, request) }, known, vector, 0)
  return { vector, gameLogit, sd }
}

/**
 * `seriesFeatures` of a request whose league is what `leagueOf` says, into `vectors` from `at` on: an array of its own for every vector
 * takes longer than its entries.
 */
export function writeFeatures(
  state: ForecastState,
  { team1Id, team2Id, bestOf, league, timeMs }: FeatureRequest,
  known: KnownTeams,
  vectors: Float64Array,
  at: number,
): Omit<SeriesFeatures, 'vector'> {
  const inLeague = known.get(league) ?? knownLeague(state, league, timeMs, known)
  const [first, second] = teamsOf(state, team1Id, team2Id, inLeague)
  const forecast = forecastStrengths(ratingParameters, first.strength, second.strength, bestOf)
  const [own1, own2] = [first.own, second.own]
  vectors[at] = forecast.logit * inLeague.slope
  vectors[at + 1] = forecast.logit
  let place = at + 2
  for (let i = 0; i < ownDifferences; i++) vectors[place++] = own1[i]! - own2[i]!
  vectors[place++] = headToHead(state.headToHead, team1Id, team2Id)
  for (let i = ownDifferences; i < own1.length; i++) {
    vectors[place++] = own1[i]! - own2[i]!
    vectors[place++] = own1[i]!
    vectors[place++] = own2[i]!
  }
  vectors[place++] = forecast.totalVariance
  vectors[place++] = bestOf
  vectors[place] = inLeague.tier
  return { gameLogit: gameLogit(forecast, ratingParameters.forecast), sd: forecast.sd }
}

function knownLeague(state: ForecastState, league: string | null, timeMs: number, known: KnownTeams): KnownLeague {
  const made = {
    moment: { league, day: timeMs / dayMs, year: yearOf(timeMs) },
    slope: leagueSlope(state.slopes, ratingParameters.slope, league),
    tier: league === null ? tierNumbers.other : tierNumbers[leagueTier(league)],
    teams: new Map(),
  }
  // A label may name any league: those without games are not kept, nor are their teams.
  if (league === null || state.ratings.leagues.has(league)) known.set(league, made)
  return made
}

/** Teams that share a player, and those new to the ratings, are seen together: each then matters to the other. */
function teamsOf(
  state: ForecastState,
  team1Id: number,
  team2Id: number,
  { moment, teams }: KnownLeague,
): readonly [KnownTeam, KnownTeam] {
  const first = teams.get(team1Id) ?? knownTeam(state, team1Id, moment, teams)
  const second = teams.get(team2Id) ?? knownTeam(state, team2Id, moment, teams)
  if (first !== undefined && second !== undefined && !sharePlayer(first.strength.team, second.strength.team))
    return [first, second]
  const series = { team1Id, team2Id, league: moment.league, day: moment.day }
  const [strength1, strength2] = strengthsTogether(state.ratings, ratingParameters, series)
  return [
    { strength: strength1, own: teamFeatures(state, team1Id, strength1.team, moment) },
    { strength: strength2, own: teamFeatures(state, team2Id, strength2.team, moment) },
  ]
}

function knownTeam(
  state: ForecastState,
  teamId: number,
  moment: Moment,
  teams: Map<number, KnownTeam>,
): KnownTeam | undefined {
  const strength = strengthAlone(state.ratings, ratingParameters, teamId, moment)
  if (strength === undefined) return undefined
  const team = { strength, own: teamFeatures(state, teamId, strength.team, moment) }
  teams.set(teamId, team)
  return team
}

function sharePlayer({ lineup }: TeamRating, other: TeamRating): boolean {
  if (lineup === null || other.lineup === null) return false
  for (let i = 0; i < lineup.length; i++) {
    for (let j = 0; j < other.lineup.length; j++) if (lineup[i] === other.lineup[j]) return true
  }
  return false
}

/** The league a series is taken to be of: the one named, else the home league that both teams share, else none. */
export function leagueOf(
  state: ForecastState,
  { league, team1Id, team2Id }: Pick<FeatureRequest, 'league' | 'team1Id' | 'team2Id'>,
): string | null {
  if (league !== null) return league
  const home = state.ratings.teams.get(team1Id)?.home
  return home !== undefined && home !== '' && home === state.ratings.teams.get(team2Id)?.home ? home : null
}
