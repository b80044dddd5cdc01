import type { BestOf } from '../../types.ts'
import type { ForecastState } from '../forecast-state.ts'
import { forecastStrengths, gameLogit } from '../rating/forecast.ts'
import { headToHead } from '../records/team-record.ts'
import { features } from './feature-schema.ts'
import {
  createKnownTeams,
  inLeague,
  type KnownTeams,
  knownLeague,
  knownTeam,
  ownDifferences,
  sharedHome,
  sharePlayer,
  teamsTogether,
} from './known-teams.ts'

/** Two teams that meet at a moment. */
export interface FeatureRequest {
  readonly team1Id: number
  readonly team2Id: number
  readonly bestOf: BestOf
  /** League code; null if unknown: then the home league if both teams share it. */
  readonly league: string | null
  readonly timeMs: number
}

/** Features of a series before it begins. */
export interface SeriesFeatures {
  /** Entries in the order of `features`. */
  readonly vector: Float64Array
  /** Log odds by the rating that team 1 wins one game; a draft shifts them. */
  readonly gameLogit: number
  /** Uncertainty of the difference in strength at the data date: standard deviation of the logit of one game. */
  readonly sd: number
}

/**
 * Features of a series, the same for training and serving. Only `mirrored` gives exactly the negative differences for swapped
 * teams: request one order and mirror it.
 *
 * @param known cache of teams and leagues from earlier calls for the same state and moment; this call adds to it
 */
export function seriesFeatures(
  state: ForecastState,
  request: FeatureRequest,
  known: KnownTeams = createKnownTeams(),
): SeriesFeatures {
  const { team1Id, team2Id } = request
  const league = request.league ?? sharedHome(knownTeam(state, team1Id, known), knownTeam(state, team2Id, known))
  return vectorOf(state, { ...request, league }, known)
}

/** `seriesFeatures` without a default for a null league. @param vector written and returned with the rest */
export function vectorOf(
  state: ForecastState,
  { team1Id, team2Id, bestOf, league, timeMs }: FeatureRequest,
  known: KnownTeams,
  vector: Float64Array = new Float64Array(features.length),
): SeriesFeatures {
  const team1 = knownTeam(state, team1Id, known)
  const team2 = knownTeam(state, team2Id, known)
  const there = knownLeague(state, league, timeMs, known)
  let first = team1 && inLeague(there, team1, state)
  let second = team2 && inLeague(there, team2, state)
  // Teams with a common player or without ratings are evaluated together, because each then affects the other.
  if (first === undefined || second === undefined || sharePlayer(first.strength.team, second.strength.team)) {
    ;[first, second] = teamsTogether(state, team1Id, team2Id, there)
  }
  const forecast = forecastStrengths(first.strength, second.strength, bestOf)
  const [own1, own2] = [first.own, second.own]
  vector[0] = forecast.logit * there.slope
  vector[1] = forecast.logit
  let place = 2
  for (let i = 0; i < ownDifferences; i++) vector[place++] = own1[i]! - own2[i]!
  vector[place++] = headToHead(state.headToHead, team1Id, team2Id)
  for (let i = ownDifferences; i < own1.length; i++) {
    vector[place++] = own1[i]! - own2[i]!
    vector[place++] = own1[i]!
    vector[place++] = own2[i]!
  }
  vector[place++] = forecast.totalVariance
  vector[place++] = bestOf
  vector[place] = there.tier
  return { vector, gameLogit: gameLogit(forecast), sd: forecast.sd }
}
