import type { BookPick } from '@riftline/record'
import { type Gain, meanByDay } from './scores.ts'

/** A series with its value picks; null without odds. */
export interface PickedSeries {
  readonly startMs: number
  readonly market: { readonly picks: readonly BookPick[] } | null
}

/** A mean with its interval, resampled by day. */
export type PickMean = Omit<Gain, 'n'>

/** Earnings of value picks, one unit per pick. */
export interface PickRecord {
  /** Number of series with a price, and of those with a closing line. */
  readonly series: number
  readonly closed: number
  readonly picks: number
  /** Number of picks at prices that may be mid prices, which a person could not have taken. */
  readonly atMid: number
  /** Profit per unit at risk; null without a pick. */
  readonly roi: PickMean | null
  /** Mean closing-line value, in the fair form, of the picks with a closing line; null without one. */
  readonly clv: PickMean | null
}

/** Earnings of value picks: one pick per series over all books, and by book. */
export interface PickRecords {
  /** Picks at the first captured price of each series, from any book. */
  readonly all: PickRecord
  /** Picks at the first price of each book; keys are book names in alphabetical order. */
  readonly books: Readonly<Record<string, PickRecord>>
}

/** Adds up value picks over all books and by book; null if no series has odds. */
export function measurePicks(series: readonly PickedSeries[]): PickRecords | null {
  const picksOf = ({ startMs, market }: PickedSeries) => (market?.picks ?? []).map((pick) => ({ startMs, pick }))
  const picked = series.flatMap(picksOf)
  if (picked.length === 0) return null
  const names = [...new Set(picked.map(({ pick }) => pick.book))].sort()
  const firsts = series.flatMap((one) => picksOf(one).slice(0, 1))
  return {
    all: toRecord(firsts),
    books: Object.fromEntries(names.map((book) => [book, toRecord(picked.filter(({ pick }) => pick.book === book))])),
  }
}

/** The consensus against the market, by value picks at the first captured price. */
export interface MarketRecord {
  /** Graded series with a closing line. */
  readonly series: number
  readonly valuePicks: number
  /** Profit per unit at risk; null without a pick. */
  readonly roi: number | null
  /** Mean closing-line value in the fair form; null without a pick. */
  readonly clv: number | null
}

/** Adds up the value picks of series with a closing line, each at the first captured book that has one. */
export function marketRecord(graded: readonly PickedSeries[]): MarketRecord {
  const closed = graded.flatMap(({ startMs, market }) => {
    const pick = market?.picks.find(({ closing }) => closing !== null)
    return pick === undefined ? [] : [{ startMs, pick }]
  })
  const { series, picks, roi, clv } = toRecord(closed)
  return { series, valuePicks: picks, roi: roi?.mean ?? null, clv: clv?.mean ?? null }
}

interface DatedPick {
  readonly startMs: number
  readonly pick: BookPick
}

function toRecord(picked: readonly DatedPick[]): PickRecord {
  const made = picked.filter(({ pick }) => pick.returned !== null)
  return {
    series: picked.length,
    closed: picked.filter(({ pick }) => pick.closing !== null).length,
    picks: made.length,
    atMid: made.filter(({ pick }) => !pick.isTakeable).length,
    roi: meanOf(made, ({ returned }) => returned),
    clv: meanOf(made, ({ clv }) => clv),
  }
}

function meanOf(picked: readonly DatedPick[], numberOf: (pick: BookPick) => number | null): PickMean | null {
  const values = picked.flatMap(({ startMs, pick }) => {
    const value = numberOf(pick)
    return value === null ? [] : [{ startMs, value }]
  })
  return values.length === 0 ? null : meanByDay(values)
}
