import type { BookPick } from '../graded/value-picks.ts'
import { type Gain, meanByDay } from './scores.ts'

/** A series with its value picks; null without odds. */
export interface PickedSeries {
  readonly startMs: number
  readonly market: { readonly picks: readonly BookPick[] } | null
}

/** A mean with its interval, by day. */
export type PickMean = Omit<Gain, 'n'>

/** Earnings of value picks, one unit each. */
export interface PickRecord {
  /** Series with a price, and how many of them have a closing line. */
  readonly series: number
  readonly closed: number
  readonly picks: number
  /** Picks at a price that a person may not have been able to take. */
  readonly atMid: number
  /** Profit for a unit at risk; null without a pick. */
  readonly roi: PickMean | null
  /** Closing-line value in the fair form, of the picks with a closing line; null without one. */
  readonly clv: PickMean | null
}

/** Earnings of value picks: one for each series, and by book. */
export interface PickRecords {
  /** At the first captured price of each series, whichever book had it. */
  readonly all: PickRecord
  /** At the first price of each book, by its name in alphabetical order. */
  readonly books: Readonly<Record<string, PickRecord>>
}

/** Adds up value picks over all books and by book; null where no series has odds. */
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

/** The consensus against the market: value picks at the first captured price. */
export interface MarketRecord {
  /** Graded series with a closing line. */
  readonly series: number
  readonly valuePicks: number
  /** Profit of them for a unit at risk; null without one. */
  readonly roi: number | null
  /** Mean closing-line value of them in the fair form; null without one. */
  readonly clv: number | null
}

/** Adds up the value picks of the series with a closing line, each at the book with one that was captured first. */
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
