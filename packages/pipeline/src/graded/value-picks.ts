import { closingLineValue, expectedValue, type MemberYield } from '@riftline/core'
import { type BaseModel, baseModels } from '@riftline/predictor'
import type { BookPick, GradedMarket, GradedSeries, MemberChances, PickReturns, RawMarket } from '@riftline/record'
import {
  type BookOffers,
  fairChance,
  type MarketPrice,
  marketPrice,
  type PricedSeries,
  type PricePair,
} from '../features/market-prices.ts'
import { byId, groupBy, recordBy } from '../group-by.ts'
import type { SeriesOdds } from '../history/types.ts'

/** Backs for each member, by its raw chance, the side with the larger expected value, if that value is above 0. */
export function pickReturns(chances: MemberChances, odds: PricePair, outcome: 0 | 1): PickReturns {
  return recordBy(baseModels, (model) => {
    const side = valueSide(chances[model], odds)
    return side === null ? null : returnOf(odds[side], side, outcome)
  })
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

/** A price with the members' returns against it. */
export function rawMarket(raw: MemberChances, { chance, offer }: MarketPrice, outcome: 0 | 1): RawMarket {
  return { chance, returns: pickReturns(raw, offer.odds, outcome) }
}

/** The market of a recorded series, with the value picks of the consensus as it forecast the series. */
export function gradedMarket(price: MarketPrice, { raw, outcome, consensus }: Forecast): GradedMarket {
  const { capturedMs, books } = price
  return { ...rawMarket(raw, price, outcome), capturedMs, picks: bookPicks(books, outcome, consensus.raw) }
}

type Forecast = Pick<GradedSeries, 'raw' | 'outcome' | 'consensus'>

/** Grades series against the market again, with odds that came after their record was written. */
export function repriced(
  graded: readonly GradedSeries[],
  odds: readonly SeriesOdds[],
  played: readonly PricedSeries[],
): readonly GradedSeries[] {
  const prices = groupBy(odds, ({ seriesId }) => seriesId)
  const seriesOf = byId(played)
  return graded.map((one) => {
    const series = seriesOf.get(one.seriesId)
    const price = series === undefined ? null : marketPrice(series, prices.get(one.seriesId))
    return price === null ? one : { ...one, market: gradedMarket(price, one) }
  })
}
