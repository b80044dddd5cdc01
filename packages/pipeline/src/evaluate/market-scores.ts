import { type Gain, meanByDay } from './gain.ts'
import type { GradedForecast } from './graded-forecast.ts'
import { type MapShares, type MarketLoss, type MarketName, marketLosses, marketNames } from './market-losses.ts'

/** How one market of the series did. */
export interface MarketScore {
  /** Forecasts: one a series, or one a map. */
  readonly n: number
  readonly logLoss: number
  /** Before a series over maps that are independent of each other, during it over a strength that no map changes. */
  readonly overSimpler: Gain
  /** Over how often the format takes each number of maps; null where that was not given, or is no forecast of the market. */
  readonly overBase: Gain | null
}

export type MarketScores = Readonly<Record<MarketName, MarketScore>>

/**
 * Grades the markets of the best of 3 and 5 whose maps are all known; null without any.
 *
 * @param shares of the formats, from series before these; default none
 */
export function scoreMarkets(graded: readonly GradedForecast[], shares: MapShares = new Map()): MarketScores | null {
  const losses = graded.flatMap((forecast) => marketLosses(forecast, shares) ?? [])
  if (losses.length === 0) return null
  const scores = marketNames.map((name) => [name, scoreOf(losses.flatMap((own) => own[name]))] as const)
  return Object.fromEntries(scores) as Record<MarketName, MarketScore>
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
