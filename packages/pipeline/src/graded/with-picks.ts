import type { Blend } from '@riftline/predictor'
import { type MarketPrice, marketPrice, type PricedSeries, pricesBySeries } from '../features/market-prices.ts'
import type { SeriesOdds } from '../history/types.ts'
import { blendGraded, type MonthBlenders, monthlyBlends } from './fit-blend.ts'
import { type GradedRow, gradedMarket } from './grade-series.ts'
import type { GradedSeries } from './graded-series.ts'
import { bookPicks } from './value-picks.ts'

/**
 * Graded series with the value picks of a consensus, by the blenders of each month. What a consensus has said before stays; without a
 * price series stay as they are.
 */
export function withPicks(
  rows: readonly { readonly graded: GradedSeries; readonly price: MarketPrice | null }[],
  kind: Blend['consensus'],
  blendersOf: (ms: number) => MonthBlenders,
): GradedSeries[] {
  return rows.map(({ graded, price }) => {
    const { market, startMs, outcome } = graded
    if (market === null || price === null) return graded
    const consensus = market.consensus ?? blendGraded(blendersOf(startMs)[kind], graded).consensus.raw
    return { ...graded, market: { ...market, consensus, picks: bookPicks(price.books, outcome, consensus) } }
  })
}

export function pricedRow({ row, graded }: GradedRow): {
  readonly graded: GradedSeries
  readonly price: MarketPrice | null
} {
  return { graded, price: row.price }
}

/**
 * Grades series against the market again with odds that came after the record had been written.
 *
 * @param played the series of the odds
 */
export function repriced(
  graded: readonly GradedSeries[],
  odds: readonly SeriesOdds[],
  played: readonly PricedSeries[],
  kind: Blend['consensus'],
): readonly GradedSeries[] {
  const [prices, seriesOf] = [pricesBySeries(odds), new Map(played.map((series) => [series.id, series]))]
  const rows = graded.map((one) => {
    const series = seriesOf.get(one.seriesId)
    const price = series === undefined ? null : marketPrice(series, prices.get(one.seriesId))
    if (price === null) return { graded: one, price }
    const { consensus = null } = one.market ?? {}
    return { graded: { ...one, market: { ...gradedMarket(one.raw, price, one.outcome), consensus } }, price }
  })
  return withPicks(rows, kind, monthlyBlends(rows.map((row) => row.graded)))
}
