import { logLoss, type SeriesMarkets, seriesMarkets } from '@riftline/core'
import { recordBy } from '../group-by.ts'
import type { GradedForecast } from './graded-forecast.ts'
import { type Gain, meanByDay } from './scores.ts'

interface MarketScore {
  /** Number of forecasts: one per series or one per map. */
  readonly n: number
  readonly logLoss: number
  /** Gain over a simpler forecast: independent maps before a series; during it, a strength that earlier maps do not change. */
  readonly overSimpler: Gain
  /** Gain over the format's past shares of each number of maps; null without shares, or where they do not forecast the market. */
  readonly overBase: Gain | null
}

export type MarketScores = Readonly<Record<MarketName, MarketScore>>

/** Grades the markets of best of 3 and 5 with all maps known; null without any. `shares` come from series before these. */
export function scoreMarkets(graded: readonly GradedForecast[], shares: MapShares = new Map()): MarketScores | null {
  const losses = graded.flatMap((forecast) => marketLosses(forecast, shares) ?? [])
  if (losses.length === 0) return null
  return recordBy(marketNames, (name) => scoreOf(losses.flatMap((own) => own[name])))
}

function scoreOf(losses: readonly MarketLoss[]): MarketScore {
  const based = losses.filter(({ base }) => base !== null)
  return {
    n: losses.length,
    logLoss: losses.reduce((sum, { ours }) => sum + ours, 0) / losses.length,
    overSimpler: gainOf(losses, ({ simpler }) => simpler),
    overBase: based.length === 0 ? null : gainOf(based, ({ base }) => base!),
  }
}

function gainOf(losses: readonly MarketLoss[], otherOf: (loss: MarketLoss) => number): Gain {
  const gains = losses.map((loss) => ({ startMs: loss.startMs, value: otherOf(loss) - loss.ours }))
  return { n: losses.length, ...meanByDay(gains) }
}

export const marketNames = ['correctScore', 'totalMaps', 'handicap', 'laterMaps', 'afterFirstMap'] as const
export type MarketName = (typeof marketNames)[number]

interface MarketLoss {
  readonly startMs: number
  readonly ours: number
  /** Loss of the simpler forecast: independent maps before a series; during it, a strength that earlier maps do not change. */
  readonly simpler: number
  /** Loss of forecasting with the format's shares of each number of maps; null if unknown, or no forecast of this market. */
  readonly base: number | null
}

type MapShares = ReadonlyMap<number, ReadonlyMap<number, number>>

export function mapShares(graded: readonly GradedForecast[]): MapShares {
  const formats = new Map<number, Map<number, number>>()
  for (const [bestOf, own] of [3, 5].map((one) => [one, graded.filter((series) => series.bestOf === one)] as const)) {
    const lengths = own.flatMap(({ maps }) => (maps === null ? [] : [maps.length]))
    const shares = new Map<number, number>()
    for (const length of lengths) shares.set(length, (shares.get(length) ?? 0) + 1 / lengths.length)
    formats.set(bestOf, shares)
  }
  return formats
}

/**
 * Losses of the markets derived from the calibrated consensus; undefined if a map is unknown, and for a best of 1. Score and
 * total are one outcome out of several; handicaps are averaged over the lines; maps from the second on are given the standing.
 */
export function marketLosses({ startMs, match, sd, bestOf, maps }: GradedForecast, shares: MapShares) {
  if (maps === null || bestOf === 1) return undefined
  const probability = match.consensus.calibrated
  const before = seriesMarkets({ probability, sd, bestOf })
  const independent = seriesMarkets({ probability, sd: 0, bestOf })
  const score = scoreLosses(before, maps)
  const other = scoreLosses(independent, maps)
  const share = shares.get(bestOf)?.get(maps.length) ?? null
  const loss = (ours: number, simpler: number, base: number | null = null): MarketLoss => {
    return { startMs, ours, simpler, base: base === null ? null : lossOf(base, 1) }
  }
  const at = (won: number, played: number): SeriesMarkets =>
    seriesMarkets({ probability, sd, bestOf, standing: { blue: won, red: played - won } })
  const later = maps.slice(1).map((map, i) => {
    const [next] = at(wins(maps.slice(0, i + 1)), i + 1).mapWinner
    return loss(lossOf(next!.blue, map), lossOf(before.mapWinner[0]!.blue, map))
  })
  const [first] = maps
  const outcome = maps.at(-1)!
  const afterFirst = lossOf(at(first!, 1).seriesWinner.blue, outcome)
  return {
    correctScore: [loss(score.correctScore, other.correctScore, share && share / 2)],
    totalMaps: [loss(score.totalMaps, other.totalMaps, share)],
    handicap: [loss(score.handicap, other.handicap)],
    laterMaps: later,
    afterFirstMap: [loss(afterFirst, lossOf(withoutLearning(before, first!), outcome))],
  }
}

function scoreLosses({ correctScore, handicap }: SeriesMarkets, maps: readonly (0 | 1)[]) {
  const blue = wins(maps)
  const red = maps.length - blue
  const chance = (passes: (won: number, lost: number) => boolean): number =>
    sum(correctScore.filter((score) => passes(score.blue, score.red)).map(({ probability }) => probability))
  const lines = handicap.map((line) => lossOf(line.blue, blue - red + line.line > 0 ? 1 : 0))
  const ofScore = chance((won, lost) => won === blue && lost === red)
  const ofTotal = chance((won, lost) => won + lost === maps.length)
  return { correctScore: lossOf(ofScore, 1), totalMaps: lossOf(ofTotal, 1), handicap: sum(lines) / lines.length }
}

/** Blue's chance after the first map if that map said nothing about strength: its loser must win the series by n to n - 2 at most. */
function withoutLearning({ correctScore }: SeriesMarkets, first: 0 | 1): number {
  const n = correctScore.length / 2
  const [winner, loser] = first === 1 ? (['red', 'blue'] as const) : (['blue', 'red'] as const)
  const comebacks = correctScore.filter((score) => score[winner] === n && score[loser] <= n - 2)
  const chance = sum(comebacks.map(({ probability }) => probability))
  return first === 1 ? 1 - chance : chance
}

function wins(maps: readonly (0 | 1)[]): number {
  return maps.filter((map) => map === 1).length
}

function lossOf(chance: number, outcome: 0 | 1): number {
  return logLoss([chance], [outcome])
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
