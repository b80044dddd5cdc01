import { closingLineValue, expectedValue, type MemberYield } from '@riftline/core'
import { type BaseModel, type Blend, baseModels } from '@riftline/predictor'
import type { FeatureRow } from '../features/feature-rows.ts'
import {
  type BookOffers,
  fairChance,
  marketPrice,
  type PricedSeries,
  type PricePair,
} from '../features/market-prices.ts'
import { byId, groupBy, recordBy } from '../group-by.ts'
import type { SeriesOdds } from '../history/types.ts'
import { blendGraded, type MonthBlenders, monthlyBlends } from './fit-blend.ts'
import { gradedMarket } from './grade-series.ts'
import type { GradedSeries, MemberChances } from './graded-series.ts'

/** Profit of one unit on each member's value pick; null if neither side had value for the member. */
export type PickReturns = Readonly<Record<BaseModel, number | null>>

/** Backs for each member, by its raw chance, the side with the larger expected value, if that value is above 0. */
export function pickReturns(chances: MemberChances, odds: PricePair, outcome: 0 | 1): PickReturns {
  return recordBy(baseModels, (model) => {
    const side = valueSide(chances[model], odds)
    return side === null ? null : returnOf(odds[side], side, outcome)
  })
}

export interface BookPick {
  readonly book: string
  /** Team 1's chance in the book's closing line, without the margin; null if the line is unknown. */
  readonly closing: number | null
  readonly returned: number | null
  /** Closing-line value in the fair form; null without a pick or a closing line. */
  readonly clv: number | null
  /** Whether a person could take that first price; false for a mid price, and if unknown. */
  readonly isTakeable: boolean
}

/** Value picks of the consensus, by its raw chance, at each book's first price (the odds that can be taken, if known). */
export function bookPicks(books: readonly BookOffers[], outcome: 0 | 1, chance: number): BookPick[] {
  return books.map(({ book, first: { odds: first, isTakeable }, closing: close }) => {
    const side = valueSide(chance, first)
    const closing = close === null ? null : fairChance(close)
    if (side === null) return { book, closing, returned: null, clv: null, isTakeable }
    const own = close === null || side === 0 ? close : ([close[1], close[0]] as const)
    const clv = own === null ? null : closingLineValue(first[side], own).fair
    return { book, closing, returned: returnOf(first[side], side, outcome), clv, isTakeable }
  })
}

/** Index of the side with the larger expected value, the first of two equal ones; null if that value is not above 0. */
function valueSide(chance: number, odds: PricePair): 0 | 1 | null {
  const first = expectedValue(chance, odds[0])
  const second = expectedValue(1 - chance, odds[1])
  if (Math.max(first, second) <= 0) return null
  return first >= second ? 0 : 1
}

function returnOf(price: number, side: 0 | 1, outcome: 0 | 1): number {
  return (side === 0) === (outcome === 1) ? price - 1 : -1
}

/** The yield of each member's value picks over all series with odds, without members that have fewer than two picks. */
export function memberYields(returns: readonly PickReturns[]): Partial<Record<BaseModel, MemberYield>> {
  const entries = baseModels.flatMap((model) => {
    const own = returns.flatMap((picks) => picks[model] ?? [])
    const n = own.length
    if (n < 2) return []
    const mean = own.reduce((sum, value) => sum + value, 0) / n
    const squares = own.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
    return [[model, { n, yield: mean, sd: Math.sqrt(squares / (n - 1)) }] as const]
  })
  return Object.fromEntries(entries)
}

/** Adds a consensus's value picks to graded series, by the blenders of each month. A stored chance of the consensus is kept. */
export function withPicks(
  rows: readonly { readonly graded: GradedSeries; readonly row: Pick<FeatureRow, 'price'> }[],
  kind: Blend['consensus'],
  blendersOf: (ms: number) => MonthBlenders,
): GradedSeries[] {
  return rows.map(({ graded, row: { price } }) => {
    const { market, startMs, outcome } = graded
    if (market === null || price === null) return graded
    const consensus = market.consensus ?? blendGraded(blendersOf(startMs)[kind], graded).consensus.raw
    return { ...graded, market: { ...market, consensus, picks: bookPicks(price.books, outcome, consensus) } }
  })
}

/** Grades series against the market again, with odds that came after their record was written. */
export function repriced(
  graded: readonly GradedSeries[],
  odds: readonly SeriesOdds[],
  played: readonly PricedSeries[],
  kind: Blend['consensus'],
): readonly GradedSeries[] {
  const prices = groupBy(odds, ({ seriesId }) => seriesId)
  const seriesOf = byId(played)
  const rows = graded.map((one) => {
    const series = seriesOf.get(one.seriesId)
    const price = series === undefined ? null : marketPrice(series, prices.get(one.seriesId))
    if (price === null) return { graded: one, row: { price } }
    const { consensus = null } = one.market ?? {}
    return { graded: { ...one, market: { ...gradedMarket(one.raw, price, one.outcome), consensus } }, row: { price } }
  })
  return withPicks(rows, kind, monthlyBlends(rows.map((row) => row.graded)))
}
