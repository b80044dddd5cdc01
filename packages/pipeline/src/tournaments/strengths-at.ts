import { dayMs } from '@riftline/base'
import { clippedLogit, seriesMarkets, sigmoid } from '@riftline/core'
import {
  type BestOf,
  type FeatureRequest,
  type ForecastState,
  featureNames,
  seriesFeatures,
  type TournamentStrengths,
  teamVariances,
} from '@riftline/predictor'
import { type EloRatings, forecastElo } from '../baselines/baselines.ts'

/** Teams that play a tournament, and the moment at which it is forecast. */
export interface Entrants {
  readonly teams: readonly number[]
  readonly league: string
  readonly lengths: readonly BestOf[]
  readonly timeMs: number
}

const ratedLogit = featureNames.indexOf('calibrated_logit')

/** The rating's chance of a series after the league slope, and its doubt: learned models exist only for some windows. */
export function ratedChance(state: ForecastState, request: FeatureRequest) {
  const { vector, sd } = seriesFeatures(state, request)
  return { chance: sigmoid(vector[ratedLogit]!), sd }
}

/** Strengths by the rating: the chance and the doubt of each pair, and the variances of teams and leagues. */
export function ratedStrengths(state: ForecastState, field: Entrants): TournamentStrengths {
  const { teams, league, lengths, timeMs } = field
  const size = teams.length
  const sds = new Float64Array(size * size)
  const meansOf = (bestOf: BestOf): Float64Array =>
    pairMeans(teams, (team1Id, team2Id, at) => {
      const { chance, sd } = ratedChance(state, { team1Id, team2Id, bestOf, league, timeMs })
      for (const pair of at) sds[pair] = sd
      return seriesMarkets({ probability: chance, sd, bestOf }).latent.mean
    })
  const means = Object.fromEntries(lengths.map((bestOf) => [bestOf, meansOf(bestOf)]))
  const entrants = teams.map((id) => ({ id, league }))
  return { teams: size, means, sds, ...teamVariances(state, entrants, timeMs / dayMs) }
}

/** Strengths by Elo: a chance of each game, without doubt about it. */
export function eloStrengths(ratings: EloRatings, { teams, lengths }: Entrants): TournamentStrengths {
  const size = teams.length
  const ofGame = pairMeans(teams, (team1Id, team2Id) => clippedLogit(forecastElo(ratings, team1Id, team2Id, 1)))
  return {
    teams: size,
    means: Object.fromEntries(lengths.map((bestOf) => [bestOf, ofGame])),
    sds: new Float64Array(size * size),
    variances: new Float64Array(size),
    leagues: new Int32Array(size),
    leagueVariances: new Float64Array(1),
  }
}

/** Means of the game logit by pair, each computed for one order of the teams. @param meanOf gets both places of the pair */
function pairMeans(
  teams: readonly number[],
  meanOf: (team1Id: number, team2Id: number, places: readonly [number, number]) => number,
): Float64Array {
  const size = teams.length
  const means = new Float64Array(size * size)
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      const [at, mirrored] = [a * size + b, b * size + a]
      const mean = meanOf(teams[a]!, teams[b]!, [at, mirrored])
      means[at] = mean
      means[mirrored] = -mean
    }
  }
  return means
}
