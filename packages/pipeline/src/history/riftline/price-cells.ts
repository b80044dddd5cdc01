import { dayMs } from '@riftline/base'
import { arePlausible, highestOdds, implausible } from '@riftline/core'
import { BadRow } from '../csv/bad-row.ts'
import { expected, toId, toOptionalId, toOptionalNumber, toOptionalText, toText, toUtcMs } from '../csv/cells.ts'
import type { Columns } from '../csv/columns.ts'
import type { Series } from '../types.ts'

/** What every file of prices has. */
export const priceColumns = [
  'book',
  'market',
  'captured_at_utc',
  'start_utc',
  'team1_id',
  'team2_id',
  'decimal_odds1',
  'decimal_odds2',
  'series_id',
] as const

/** Of an order book the odds are mid prices, and what a person could take after the fee stands beside them. */
export const optionalPriceColumns = ['captured_precision', 'take_odds1', 'take_odds2'] as const

type PriceColumns = Columns<(typeof priceColumns)[number] | (typeof optionalPriceColumns)[number]>

/** A price pair from before the start of a known series, as its row has it. */
export interface PriceCells {
  readonly series: Series
  readonly book: string
  readonly capturedMs: number
  readonly startMs: number
  readonly odds: readonly [number, number]
  /** Null where it is not known. */
  readonly takeOdds: readonly [number | null, number | null]
  /** Whether the row has the teams the other way round than the series. */
  readonly isTurned: boolean
}

/** When a price was captured: to the second, on a day, or not known well enough. */
export function precisionOf(cells: readonly string[], at: PriceColumns): 'second' | 'day' | null {
  const precision = toOptionalText(cells[at.captured_precision]) ?? 'second'
  return precision === 'second' || precision === 'day' ? precision : null
}

/**
 * Reads the price of a row; null without a series, and where it may be from after the start. A price of which only the day is known
 * counts as captured in the last millisecond of it.
 *
 * @throws BadRow
 */
export function readPrice(
  cells: readonly string[],
  at: PriceColumns,
  series: ReadonlyMap<number, Series>,
): PriceCells | null {
  const seriesId = toOptionalId(cells[at.series_id], 'series_id')
  const precision = precisionOf(cells, at)
  if (seriesId === null || precision === null) return null
  const row = series.get(seriesId)
  if (row === undefined) throw new BadRow(`series_id: no sound series row has ${seriesId}`)
  const statedMs = toUtcMs(cells[at.captured_at_utc], 'captured_at_utc')
  const capturedMs = precision === 'second' ? statedMs : (Math.floor(statedMs / dayMs) + 1) * dayMs - 1
  const startMs = toUtcMs(cells[at.start_utc], 'start_utc')
  const teamA = toId(cells[at.team1_id], 'team1_id')
  const teamB = toId(cells[at.team2_id], 'team2_id')
  const same = teamA === row.team1Id && teamB === row.team2Id
  if (!same && (teamA !== row.team2Id || teamB !== row.team1Id)) {
    throw new BadRow(
      `series_id: series ${seriesId} is ${row.team1Id} against ${row.team2Id}, the price ${teamA} against ${teamB}`,
    )
  }
  const odds = [
    toPrice(cells[at.decimal_odds1], 'decimal_odds1'),
    toPrice(cells[at.decimal_odds2], 'decimal_odds2'),
  ] as const
  if (!arePlausible(odds)) throw new BadRow(`decimal_odds1, decimal_odds2: ${implausible(odds)}`)
  const takeOdds = [
    toOptionalPrice(cells[at.take_odds1], 'take_odds1'),
    toOptionalPrice(cells[at.take_odds2], 'take_odds2'),
  ] as const
  if (capturedMs >= startMs) return null
  return { series: row, book: toText(cells[at.book], 'book'), capturedMs, startMs, odds, takeOdds, isTurned: !same }
}

/** The price pair in the order of the series row. */
export function inSeriesOrder<Price>(
  { isTurned }: PriceCells,
  [first, second]: readonly [Price, Price],
): readonly [Price, Price] {
  return isTurned ? [second, first] : [first, second]
}

function toPrice(cell: string | undefined, column: string): number {
  const price = toOptionalPrice(cell, column)
  if (price === null) throw expected(column, 'decimal odds above 1', cell)
  return price
}

function toOptionalPrice(cell: string | undefined, column: string): number | null {
  const price = toOptionalNumber(cell, column, 1, highestOdds)
  if (price === 1) throw expected(column, 'decimal odds above 1', cell)
  return price
}
