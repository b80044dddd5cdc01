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

/** Two teams about to play, at a moment. */
export interface FeatureRequest {
  readonly team1Id: number
  readonly team2Id: number
  readonly bestOf: BestOf
  /** League code; null where unknown: then the home league that both teams share, if they share one. */
  readonly league: string | null
  readonly timeMs: number
}

/** A series before it begins. */
export interface SeriesFeatures {
  /** Entries as `features` lists them. */
  readonly vector: Float64Array
  /** Log odds of team 1 to win one game, by the rating: what a draft is measured against. */
  readonly gameLogit: number
  /** Doubt about the difference of strength, at the data date: standard deviation of the logit of one game. */
  readonly sd: number
}

/**
 * Features of a series, for training and serving alike. Swapping the teams negates the differences exactly only through `mirrored`; ask
 * for one order and mirror it.
 *
 * @param known teams and leagues that earlier calls for the same state and moment have read; this call adds to them
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

/** `seriesFeatures` in which a league of null stays none. @param vector written and returned with the rest */
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
  // Teams that share a player, and those new to the ratings, are seen together: each then matters to the other.
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
