import { seriesProbability } from '@riftline/core'
import type { BestOf, PlayedSeries } from '@riftline/predictor'

/** Elo by game: start 1500, K = 32, scale 400, 20 points for the blue side while learning. Ratings by team id. */
export type EloRatings = Map<number, number>

const start = 1500
const stepSize = 32
const blueSidePoints = 20

export function learnElo(ratings: EloRatings, series: PlayedSeries): void {
  for (const game of series.games) {
    const [first, second] = game.sides
    const a = ratings.get(first.teamId) ?? start
    const b = ratings.get(second.teamId) ?? start
    const expected = winChance(a - b + (game.sidesKnown ? blueSidePoints : 0))
    const change = stepSize * ((game.winner === 0 ? 1 : 0) - expected)
    ratings.set(first.teamId, a + change)
    ratings.set(second.teamId, b - change)
  }
}

/** Probability that team 1 wins the series. */
export function forecastElo(ratings: EloRatings, team1Id: number, team2Id: number, bestOf: BestOf): number {
  return seriesProbability(winChance((ratings.get(team1Id) ?? start) - (ratings.get(team2Id) ?? start)), bestOf)
}

function winChance(points: number): number {
  return 1 / (1 + 10 ** (-points / 400))
}
