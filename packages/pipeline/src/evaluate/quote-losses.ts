import { logLoss, type SeriesMarkets, seriesMarkets } from '@riftline/core'
import type { MarketQuote } from '../features/market-quotes.ts'
import type { GradedForecast } from './graded-forecast.ts'

/**
 * Whose chances stand beside a book's: our forecast, and what the book's own price on the series implies of the market, by our shape
 * or with maps independent of each other.
 */
export const quoteRivals = ['forecast', 'shape', 'independent'] as const
export type QuoteRival = (typeof quoteRivals)[number]

/** Log-losses on one market that a book had a price on. */
export interface QuoteLoss {
  readonly seriesId: number
  readonly startMs: number
  readonly book: string
  /** `map1` … `map5`, `handicap` or `totalMaps`. */
  readonly market: string
  readonly ofBook: number
  /** Null where the book had no price on the series. */
  readonly ofRival: Readonly<Record<QuoteRival, number | null>>
}

/**
 * How the forecast of a series did beside the books' prices on its maps, handicaps and totals, all as they were before it: a price on
 * a later map did not know the first one either. None where a map is not known; a map that was not played and a line that the
 * format does not have, or that may end even, do not count.
 */
export function quoteLosses(series: GradedForecast): readonly QuoteLoss[] {
  const { seriesId, startMs, match, sd, bestOf, maps, quotes } = series
  if (maps === null || quotes.length === 0) return []
  const ours = seriesMarkets({ probability: match.consensus.calibrated, sd, bestOf })
  return quotes.flatMap((quote) => {
    const chance = chanceIn(ours, quote)
    const outcome = outcomeOf(maps, quote)
    if (chance === undefined || outcome === undefined) return []
    const { book, market, line, seriesChance } = quote
    const lossOf = (own: number): number => logLoss([own], [outcome])
    const implied = (doubt: number): number | null => {
      if (seriesChance === null) return null
      return lossOf(chanceIn(seriesMarkets({ probability: seriesChance, sd: doubt, bestOf }), quote)!)
    }
    const ofRival = { forecast: lossOf(chance), shape: implied(sd), independent: implied(0) }
    const name = market === 'mapWinner' ? `map${line}` : market
    return [{ seriesId, startMs, book, market: name, ofBook: lossOf(quote.chance), ofRival }]
  })
}

/** Team 1 is blue. */
function chanceIn({ mapWinner, handicap, totalMaps }: SeriesMarkets, quote: MarketQuote): number | undefined {
  if (quote.market === 'mapWinner') return mapWinner.find(({ map }) => map === quote.line)?.blue
  if (quote.market === 'handicap') return handicap.find(({ line }) => line === quote.line)?.blue
  return totalMaps.find(({ line }) => line === quote.line)?.over
}

function outcomeOf(maps: readonly (0 | 1)[], { market, line }: MarketQuote): 0 | 1 | undefined {
  if (market === 'mapWinner') return maps[line - 1]
  if (market === 'totalMaps') return maps.length > line ? 1 : 0
  const ahead = maps.reduce<number>((lead, map) => lead + (map === 1 ? 1 : -1), 0)
  return ahead + line > 0 ? 1 : 0
}
