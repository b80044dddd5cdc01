import { dayMs } from '@riftline/base'
import { seriesProbability } from '@riftline/core'
import type { BestOf, PlayedSeries } from '@riftline/predictor'
import * as z from 'zod'
import { parseDocument } from '../json-document.ts'
import { forecastGlicko2, type Glicko2Ratings, learnGlicko2 } from './glicko2.ts'

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

/** The rating systems that every report compares the models with, on the same series in the same order. */
export interface Baselines {
  readonly elo: EloRatings
  readonly glicko2: Glicko2Ratings
}

export const baselineNames = ['constant', 'elo', 'glicko2'] as const
export type BaselineName = (typeof baselineNames)[number]

export function createBaselines(): Baselines {
  return { elo: new Map(), glicko2: new Map() }
}

export function learnBaselines(baselines: Baselines, series: PlayedSeries): void {
  learnElo(baselines.elo, series)
  learnGlicko2(baselines.glicko2, series)
}

/** Probabilities that team 1 wins the series. */
export function forecastBaselines(
  baselines: Baselines,
  series: { readonly team1Id: number; readonly team2Id: number; readonly bestOf: BestOf; readonly startMs: number },
): Record<BaselineName, number> {
  const { team1Id, team2Id, bestOf, startMs } = series
  return {
    constant: 0.5,
    elo: forecastElo(baselines.elo, team1Id, team2Id, bestOf),
    glicko2: forecastGlicko2(baselines.glicko2, { team1Id, team2Id, bestOf, day: startMs / dayMs }),
  }
}

/** The baselines' ratings as JSON: `[team, points]` and `[team, mean, deviation, volatility, day]`. */
export function writeBaselines({ elo, glicko2 }: Baselines): string {
  const byTeam = <T>(ratings: ReadonlyMap<number, T>): [number, T][] => [...ratings].sort(([a], [b]) => a - b)
  return `${JSON.stringify({
    format: 'riftline-baselines',
    formatVersion: 1,
    elo: byTeam(elo),
    glicko2: byTeam(glicko2).map(([id, r]) => [id, r.mean, r.deviation, r.volatility, r.day]),
  })}\n`
}

const schema = z.object({
  format: z.literal('riftline-baselines'),
  formatVersion: z.literal(1),
  elo: z.array(z.tuple([z.int(), z.number()])),
  glicko2: z.array(z.tuple([z.int(), z.number(), z.number(), z.number(), z.number()])),
})

/** @throws ArtifactError `artifact_invalid` */
export function parseBaselines(file: string, text: string): Baselines {
  const { elo, glicko2 } = parseDocument(file, text, schema)
  const baselines = createBaselines()
  for (const [id, points] of elo) baselines.elo.set(id, points)
  for (const [id, mean, deviation, volatility, day] of glicko2) {
    baselines.glicko2.set(id, { mean, deviation, volatility, day })
  }
  return baselines
}
