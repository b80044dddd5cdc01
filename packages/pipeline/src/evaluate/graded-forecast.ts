import type { BestOf, ConsensusForecast } from '@riftline/predictor'
import type { BaselineName } from '../baselines/baselines.ts'
import type { MarketPrice } from '../features/market-prices.ts'
import type { MarketQuote } from '../features/market-quotes.ts'
import type { BookPick } from '../graded/value-picks.ts'

/** One graded series with all forecasts made before its first game; chances are those of team 1. */
export interface GradedForecast {
  readonly seriesId: number
  readonly startMs: number
  readonly league: string
  readonly bestOf: BestOf
  readonly outcome: 0 | 1
  /** Doubt about the difference of strength: standard deviation of the logit of one game. */
  readonly sd: number
  /** Who won each map, 1 for team 1, in order of play; null where a map is missing. */
  readonly maps: readonly (0 | 1)[] | null
  readonly match: ConsensusForecast
  /** Null unless the picks of game 1 are known. */
  readonly draft: ConsensusForecast | null
  readonly baselines: Readonly<Record<BaselineName, number>>
  /** The odds, the market's chance without the margin, the consensus anchored to it, and its value picks; null without odds. */
  readonly market: (MarketPrice & { readonly anchored: number; readonly picks: readonly BookPick[] }) | null
  /** What books gave its maps, handicaps and totals before the start. */
  readonly quotes: readonly MarketQuote[]
}
