import { dayMs } from '@riftline/base'
import { seriesProbability } from '@riftline/core'
import type { BestOf, PlayedSeries } from '@riftline/predictor'
import { parseJsonDocument, ratingSystems } from '@riftline/record'
import * as z from 'zod'

/** Elo per game: start 1500, K = 32, scale 400, 20 points for the blue side while learning. Ratings are keyed by team id. */
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

export function forecastElo(ratings: EloRatings, team1Id: number, team2Id: number, bestOf: BestOf): number {
  return seriesProbability(winChance((ratings.get(team1Id) ?? start) - (ratings.get(team2Id) ?? start)), bestOf)
}

function winChance(points: number): number {
  return 1 / (1 + 10 ** (-points / 400))
}

/** The rating systems that every report compares the models with, learned from the same series in the same order. */
export interface Baselines {
  readonly elo: EloRatings
  readonly glicko2: Glicko2Ratings
}

export const baselineNames = ['constant', ...ratingSystems] as const
export type BaselineName = (typeof baselineNames)[number]

export function createBaselines(): Baselines {
  return { elo: new Map(), glicko2: new Map() }
}

export function learnBaselines(baselines: Baselines, series: PlayedSeries): void {
  learnElo(baselines.elo, series)
  learnGlicko2(baselines.glicko2, series)
}

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
  const { elo, glicko2 } = parseJsonDocument(file, text, schema)
  const baselines = createBaselines()
  for (const [id, points] of elo) baselines.elo.set(id, points)
  for (const [id, mean, deviation, volatility, day] of glicko2) {
    baselines.glicko2.set(id, { mean, deviation, volatility, day })
  }
  return baselines
}

/** A Glicko-2 rating on its internal scale (0 is 1500 points, 1 is 173.7). */
export interface Glicko2Rating {
  mean: number
  deviation: number
  volatility: number
  day: number
}

export type Glicko2Ratings = Map<number, Glicko2Rating>

export interface Glicko2Settings {
  readonly startDeviation: number
  readonly startVolatility: number
  /** Limits how fast the volatility changes. */
  readonly tau: number
  /** Length of a rating period in days; the deviation grows by the volatility once per period. */
  readonly periodDays: number
}

/** Settings of least log-loss per series on 2021-2024, from the grid in `search-glicko2.ts`. */
export const glicko2Settings: Glicko2Settings = { startDeviation: 0.7, startVolatility: 0.035, tau: 0.3, periodDays: 1 }

/** Learns a series as one rating period. Source: Glickman, http://www.glicko.net/glicko/glicko2.pdf (2013). */
export function learnGlicko2(
  ratings: Glicko2Ratings,
  series: PlayedSeries,
  settings: Glicko2Settings = glicko2Settings,
): void {
  const { team1Id, team2Id, games } = series
  if (games.length === 0) return
  const day = series.startMs / dayMs
  const first = ratingAt(ratings, team1Id, day, settings)
  const second = ratingAt(ratings, team2Id, day, settings)
  const wins = games.filter((game) => game.sides[game.winner].teamId === team1Id).length
  ratings.set(team1Id, updated(first, second, wins, games.length, settings))
  ratings.set(team2Id, updated(second, first, games.length - wins, games.length, settings))
}

/** Probability that team 1 wins the series, with the uncertainty of both ratings. */
export function forecastGlicko2(
  ratings: Glicko2Ratings,
  series: { readonly team1Id: number; readonly team2Id: number; readonly bestOf: BestOf; readonly day: number },
  settings: Glicko2Settings = glicko2Settings,
): number {
  const first = ratingAt(ratings, series.team1Id, series.day, settings)
  const second = ratingAt(ratings, series.team2Id, series.day, settings)
  const doubt = weightOf(Math.hypot(first.deviation, second.deviation))
  return seriesProbability(1 / (1 + Math.exp(-doubt * (first.mean - second.mean))), series.bestOf)
}

/** The rating at the start of the period of `day`: each period since the team's last game adds to its deviation (step 6). */
function ratingAt(ratings: Glicko2Ratings, id: number, day: number, settings: Glicko2Settings): Glicko2Rating {
  const known = ratings.get(id)
  if (known === undefined) {
    return { mean: 0, deviation: settings.startDeviation, volatility: settings.startVolatility, day }
  }
  const { periodDays } = settings
  const periods = Math.floor(day / periodDays) - Math.floor(known.day / periodDays)
  const idle = Math.max(0, periods - 1) // the period of the new game adds its own deviation when that game is learned
  const deviation = Math.min(Math.sqrt(known.deviation ** 2 + idle * known.volatility ** 2), settings.startDeviation)
  return { ...known, deviation, day: Math.max(day, known.day) }
}

/** The weight of a game against an opponent of this deviation, in (0, 1]. */
function weightOf(deviation: number): number {
  return 1 / Math.sqrt(1 + (3 * deviation ** 2) / Math.PI ** 2)
}

function updated(own: Glicko2Rating, other: Glicko2Rating, wins: number, games: number, settings: Glicko2Settings) {
  const weight = weightOf(other.deviation)
  const expected = 1 / (1 + Math.exp(-weight * (own.mean - other.mean)))
  const variance = 1 / (games * weight ** 2 * expected * (1 - expected))
  const surprise = weight * (wins - games * expected)
  const volatility = newVolatility(own, variance, variance * surprise, settings.tau)
  const deviation = 1 / Math.sqrt(1 / (own.deviation ** 2 + volatility ** 2) + 1 / variance)
  return { mean: own.mean + deviation ** 2 * surprise, deviation, volatility, day: own.day }
}

/** Step 5 of the paper: finds the root of f by the Illinois algorithm. */
function newVolatility(own: Glicko2Rating, variance: number, delta: number, tau: number): number {
  const start = Math.log(own.volatility ** 2)
  const f = (x: number): number => {
    const e = Math.exp(x)
    const total = own.deviation ** 2 + variance + e
    return (e * (delta ** 2 - total)) / (2 * total ** 2) - (x - start) / tau ** 2
  }
  let a = start
  let b =
    delta ** 2 > own.deviation ** 2 + variance ? Math.log(delta ** 2 - own.deviation ** 2 - variance) : start - tau
  while (b < a && f(b) < 0) b -= tau
  let fa = f(a)
  let fb = f(b)
  for (let step = 0; step < 100 && Math.abs(b - a) > 1e-6; step++) {
    const c = a + ((a - b) * fa) / (fb - fa)
    const fc = f(c)
    if (fc * fb <= 0) {
      a = b
      fa = fb
    } else fa /= 2
    b = c
    fb = fc
  }
  return Math.exp(a / 2)
}
