import { invalidArgument, requireNumber, requireOneOf, requireOptions, requireProbability } from '@riftline/base'
import { power } from '../../math/log.ts'
import { clamp, logitClip, sigmoid } from '../../math/log-odds.ts'
import {
  type GameChance,
  gameMoments,
  latentMean,
  type Standing,
  type StrengthGrid,
  seriesGames,
  strengthGrid,
} from './latent-mean.ts'

/** Forecast of a series, and its standing. */
export interface SeriesMarketsOptions {
  /** Chance of blue to win the series before its first map, in [0, 1]; clipped to [1e-6, 1 - 1e-6]. */
  readonly probability: number
  /** Uncertainty of the strength difference: standard deviation of the game logit, in [0, 10]. */
  readonly sd: number
  readonly bestOf: 1 | 3 | 5
  /** Maps won so far; default 0-0. */
  readonly standing?: Standing
  /** Shift of the next map's logit by its draft, in [-10, 10]; default 0. Before the first map `probability` includes it. */
  readonly shift?: number
}

/** Chances of every market of a series. A list is empty if the format has no such line or nothing is left to play. */
export interface SeriesMarkets {
  /** Mean of the logit that blue wins a game, before the first map. */
  readonly latent: { readonly mean: number }
  /** Mean and standard deviation of that logit after the maps of the standing. */
  readonly posterior: { readonly mean: number; readonly sd: number }
  readonly seriesWinner: SideChances
  /** All final scores: n-0 to n-(n-1), then (n-1)-n to 0-n. */
  readonly correctScore: readonly (Standing & { readonly probability: number })[]
  /** Handicaps by blue's line: blue's maps plus the line, against red's maps, over the whole series. */
  readonly handicap: readonly (SideChances & { readonly line: number })[]
  readonly totalMaps: readonly { readonly line: number; readonly over: number; readonly under: number }[]
  /** Maps after the standing: the chance that each is played, and each side's chance given that it is. */
  readonly mapWinner: readonly (SideChances & { readonly map: number; readonly played: number })[]
}

/** Chances of both sides, which sum to 1. */
export interface SideChances {
  readonly blue: number
  readonly red: number
}

/**
 * Prices every market of a series from one distribution: the logit that blue wins a game is normal and drawn once a series, and games
 * are independent given it. Its mean is chosen so that blue wins the series with the given probability, so all markets agree with that
 * forecast; a standing moves it by Bayes' rule. Scores are binomial(n - 1 + l, l) E[g^n h^l] for n maps of blue to l of red. 10 to 20
 * microseconds.
 *
 * Source: A. Gelman et al., "Bayesian Data Analysis" (2013), chapter 5, for outcomes that are exchangeable given one parameter.
 *
 * @throws RiftlineError `invalid_argument`, also for a standing at which both sides have won
 * @example seriesMarkets({ probability: 0.6, sd: 0.8, bestOf: 3, standing: { blue: 1, red: 0 } }).seriesWinner.blue // about 0.8
 */
export function seriesMarkets(options: SeriesMarketsOptions): SeriesMarkets {
  requireOptions(options, ['probability', 'sd', 'bestOf', 'standing', 'shift'])
  const { bestOf, sd, shift = 0 } = options
  requireProbability('probability', options.probability)
  requireNumber('sd', sd, 0, 10)
  requireOneOf('bestOf', bestOf, [1, 3, 5])
  requireNumber('shift', shift, -10, 10)
  const gamesToWin = (bestOf + 1) / 2
  const now = standingOf(options.standing, gamesToWin)
  const probability = clamp(options.probability, logitClip, 1 - logitClip)
  const begins = now.blue + now.red === 0
  const grid = strengthGrid(sd, gamesToWin)
  const mean = latentMean(grid, { probability, shift: begins ? shift : 0 }, gamesToWin)
  const decided = Math.max(now.blue, now.red) === gamesToWin
  const games = decided ? [] : seriesGames(gameMoments(grid, { mean, shift }, gamesToWin), now, gamesToWin)
  const scores = finalScores(games, now, gamesToWin)
  return {
    latent: { mean },
    posterior: begins ? { mean, sd } : posteriorOf(grid, { mean, sd }, now),
    seriesWinner: { blue: chanceOf(scores, (lead) => lead > 0), red: chanceOf(scores, (lead) => lead < 0) },
    correctScore: scores,
    handicap: handicapLines[gamesToWin - 1]!.map((line) => {
      return { line, blue: chanceOf(scores, (lead) => lead > -line), red: chanceOf(scores, (lead) => lead < -line) }
    }),
    totalMaps: totalLines[gamesToWin - 1]!.map((line) => {
      return {
        line,
        over: chanceOf(scores, (_, maps) => maps > line),
        under: chanceOf(scores, (_, maps) => maps < line),
      }
    }),
    mapWinner: mapWinners(games, now, gamesToWin),
  }
}

function standingOf(standing: unknown, gamesToWin: number): Standing {
  if (standing === undefined) return { blue: 0, red: 0 }
  requireOptions(standing, ['blue', 'red'], 'standing')
  const { blue, red } = standing as Standing
  for (const [name, won] of [['blue', blue] as const, ['red', red] as const]) {
    const legal = Number.isInteger(won) && won >= 0 && won <= gamesToWin
    if (!legal) throw invalidArgument(`standing.${name}`, `a whole number from 0 to ${gamesToWin}`, won)
  }
  if (blue === gamesToWin && red === gamesToWin) {
    throw invalidArgument('standing', `at most one side with ${gamesToWin} maps`, standing)
  }
  return { blue, red }
}

type Score = SeriesMarkets['correctScore'][number]

function finalScores(games: readonly GameChance[], now: Standing, gamesToWin: number): readonly Score[] {
  const scores: Score[] = []
  for (let red = 0; red < gamesToWin; red++) {
    const won = lastGame(games, gamesToWin - 1, red)?.blueWins
    scores.push({ blue: gamesToWin, red, probability: rounded(won ?? chanceNow(games, now, gamesToWin, red)) })
  }
  for (let blue = gamesToWin - 1; blue >= 0; blue--) {
    const lost = lastGame(games, blue, gamesToWin - 1)?.redWins
    scores.push({ blue, red: gamesToWin, probability: rounded(lost ?? chanceNow(games, now, blue, gamesToWin)) })
  }
  return scores
}

/** Clamps a sum to [0, 1], as rounding of its terms may leave it outside by a bit or two. */
function rounded(sum: number): number {
  return clamp(sum, 0, 1)
}

function lastGame(games: readonly GameChance[], blue: number, red: number): GameChance | undefined {
  return games.find(({ at }) => at.blue === blue && at.red === red)
}

/** Chance of a score that no game leads to: 1 if the series already stands at it, else 0. */
function chanceNow(games: readonly GameChance[], now: Standing, blue: number, red: number): number {
  return games.length === 0 && now.blue === blue && now.red === red ? 1 : 0
}

/**
 * Sum of the scores whose lead, or number of maps, is on one side of a line. Each side is summed alone, so the smaller keeps its
 * digits.
 */
function chanceOf(scores: readonly Score[], counts: (lead: number, maps: number) => boolean): number {
  let sum = 0
  for (const { blue, red, probability } of scores) if (counts(blue - red, blue + red)) sum += probability
  return rounded(sum)
}

/** Lines by the number of maps that win a series, 1 to 3. */
const handicapLines: readonly (readonly number[])[] = [[], [-1.5, 1.5], [-1.5, 1.5, -2.5, 2.5]]
const totalLines: readonly (readonly number[])[] = [[], [2.5], [3.5, 4.5]]

function mapWinners(games: readonly GameChance[], now: Standing, gamesToWin: number): SeriesMarkets['mapWinner'] {
  const first = now.blue + now.red + 1
  const surelyPlayed = gamesToWin - Math.max(now.blue, now.red)
  return Array.from({ length: games.length === 0 ? 0 : 2 * gamesToWin - first }, (_, i) => {
    const map = first + i
    let [blue, red] = [0, 0]
    for (const { at, blueWins, redWins } of games) {
      if (at.blue + at.red + 1 !== map) continue
      blue += blueWins
      red += redWins
    }
    const played = blue + red
    return { map, played: i < surelyPlayed ? 1 : rounded(played), blue: blue / played, red: red / played }
  })
}

/** Mean and standard deviation of the logit, weighted by how well it explains the standing. */
function posteriorOf(
  { points, weights }: StrengthGrid,
  { mean, sd }: { readonly mean: number; readonly sd: number },
  { blue, red }: Standing,
): SeriesMarkets['posterior'] {
  if (sd === 0) return { mean, sd }
  const likely = points.map((z, i) => {
    const logit = mean + sd * z
    return weights[i]! * power(sigmoid(logit), blue) * power(sigmoid(-logit), red)
  })
  const total = likely.reduce((sum, weight) => sum + weight, 0)
  const centre = likely.reduce((sum, weight, i) => sum + weight * points[i]!, 0) / total
  const spread =
    likely.reduce((sum, weight, i) => sum + weight * (points[i]! - centre) * (points[i]! - centre), 0) / total
  return { mean: mean + sd * centre, sd: sd * Math.sqrt(spread) }
}
