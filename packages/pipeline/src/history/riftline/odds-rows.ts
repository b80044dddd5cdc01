import { dayMs } from '@riftline/base'
import { arePlausible, highestOdds, implausible } from '@riftline/core'
import {
  BadRow,
  expected,
  toId,
  toOptionalId,
  toOptionalNumber,
  toOptionalText,
  toText,
  toUtcMs,
} from '../csv/cells.ts'
import {
  type Columns,
  findColumns,
  type HistoryFile,
  type Intern,
  type ReadContext,
  readRows,
} from '../csv/read-rows.ts'
import type { MarketOdds, Series, SeriesOdds } from '../types.ts'

/** Prices on the winners of series, and on those of their maps. */
interface OddsRows {
  readonly odds: readonly SeriesOdds[]
  readonly maps: readonly MarketOdds[]
}

/**
 * Reads `odds.csv` and keeps prices from before the start of a known series: on its winner where the second of the capture is known,
 * on the winner of a map also where only the day is. Other markets and prices without a series, of an unknown hour or from after
 * the start are no defects: they are left out without a report. Teams are in the order of the series row, not the bookmaker's.
 * `is_closing_line` is 1 for the last price of a book before the start.
 */
export async function readOddsRows(
  file: HistoryFile,
  context: ReadContext,
  intern: Intern,
  series: ReadonlyMap<number, Series>,
): Promise<OddsRows> {
  const odds: SeriesOdds[] = []
  const maps: MarketOdds[] = []
  await readRows(file, context, (header) => {
    const at = findColumns(file.name, header, priceColumns, [...optionalPriceColumns, 'is_closing_line'])
    return (cells) => {
      const market = toOptionalText(cells[at.market]) ?? ''
      const map = /^map([1-5])$/.exec(market)?.[1]
      if (market !== 'series' && map === undefined) return
      if (map === undefined && precisionOf(cells, at) === 'day') return
      const price = readPrice(cells, at, series)
      if (price === null) return
      const [decimalOdds1, decimalOdds2] = inSeriesOrder(price, price.odds)
      const [takeOdds1, takeOdds2] = inSeriesOrder(price, price.takeOdds)
      const { series: row, capturedMs, startMs } = price
      const common = { seriesId: row.id, book: intern(price.book), capturedMs, decimalOdds1, decimalOdds2 }
      if (map !== undefined) maps.push({ ...common, market: 'mapWinner', line: Number(map) })
      else {
        odds.push({
          ...common,
          startMs,
          team1Id: row.team1Id,
          team2Id: row.team2Id,
          ...((takeOdds1 !== null || takeOdds2 !== null) && { takeOdds1, takeOdds2 }),
          ...(toOptionalText(cells[at.is_closing_line]) === '1' && { isClosing: true }),
        })
      }
    }
  })
  return { odds, maps }
}

/** Selections of the two prices of a row. */
const selections = { handicap: 'team1 +line / team2 -line', totalMaps: 'over/under' } as const

/**
 * Reads `odds_other_markets.csv` and keeps handicaps and totals of the maps of a known series, from before its start. As in
 * `odds.csv`, anything else is left out without a report.
 */
export async function readOtherMarketRows(
  file: HistoryFile,
  context: ReadContext,
  intern: Intern,
  series: ReadonlyMap<number, Series>,
): Promise<readonly MarketOdds[]> {
  const prices: MarketOdds[] = []
  await readRows(file, context, (header) => {
    const required = [...priceColumns, 'scope', 'stat', 'line', 'selection'] as const
    const at = findColumns(file.name, header, required, optionalPriceColumns)
    return (cells) => {
      const market = toOptionalText(cells[at.market])
      if (market !== 'handicap' && market !== 'totalMaps') return
      if (toOptionalText(cells[at.scope]) !== 'series' || toOptionalText(cells[at.stat]) !== 'maps') return
      const price = readPrice(cells, at, series)
      if (price === null) return
      const stated = cells[at.selection]
      if (toOptionalText(stated) !== selections[market]) throw expected('selection', selections[market], stated)
      const line = toLine(cells[at.line])
      const isTurned = market === 'handicap' && price.isTurned
      const [decimalOdds1, decimalOdds2] = market === 'handicap' ? inSeriesOrder(price, price.odds) : price.odds
      const { capturedMs } = price
      const common = { seriesId: price.series.id, book: intern(price.book), capturedMs, decimalOdds1, decimalOdds2 }
      prices.push({ ...common, market, line: isTurned ? 0 - line : line })
    }
  })
  return prices
}

function toLine(cell: string | undefined): number {
  const text = toOptionalText(cell) ?? ''
  if (!/^[+-]?\d(?:\.\d{1,3})?$/.test(text)) throw expected('line', 'maps from -9.999 to 9.999', cell)
  return Number(text)
}

/** Columns of every file of prices. */
const priceColumns = [
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

/** The odds of an order book are mid prices; the odds that a person could take after the fee stand beside them. */
const optionalPriceColumns = ['captured_precision', 'take_odds1', 'take_odds2'] as const

type PriceColumns = Columns<(typeof priceColumns)[number] | (typeof optionalPriceColumns)[number]>

/** A price pair from before the start of a known series, as its row has it. */
interface PriceCells {
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
function precisionOf(cells: readonly string[], at: PriceColumns): 'second' | 'day' | null {
  const precision = toOptionalText(cells[at.captured_precision]) ?? 'second'
  return precision === 'second' || precision === 'day' ? precision : null
}

/**
 * Reads the price of a row; null without a series, and where it may be from after the start. A price of which only the day is known
 * counts as captured in the last millisecond of it.
 *
 * @throws BadRow
 */
function readPrice(cells: readonly string[], at: PriceColumns, series: ReadonlyMap<number, Series>): PriceCells | null {
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
function inSeriesOrder<Price>(
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
