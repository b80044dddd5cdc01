import { dayMs } from '@riftline/base'
import { arePlausible, highestOdds, implausible } from '@riftline/core'
import { BadRow, type RowCells } from '../csv/cells.ts'
import { type HistoryFile, readRows } from '../csv/read-rows.ts'
import type { MarketOdds, SeriesOdds } from '../types.ts'
import { type GameBook, namedSeries } from './game-rows.ts'

const priceColumns = [
  ...(['book', 'market', 'captured_at_utc', 'start_utc', 'team1_id', 'team2_id'] as const),
  ...(['decimal_odds1', 'decimal_odds2', 'series_id'] as const),
]

/** Odds of an order book are mid prices; these columns have the odds that a person could take after the fee. */
const optionalPriceColumns = ['captured_precision', 'take_odds1', 'take_odds2'] as const

const oddsColumns = { required: priceColumns, optional: [...optionalPriceColumns, 'is_closing_line'] as const }

/** Reads `odds.csv`: prices on a known series or its maps from before its start; those on the series only if exact to the second. */
export async function readOddsRows(file: HistoryFile | undefined, { context, series }: GameBook) {
  const odds: SeriesOdds[] = []
  const maps: MarketOdds[] = []
  await readRows(file, context, oddsColumns, (cells) => {
    const market = cells.optionalText('market') ?? ''
    const map = /^map([1-5])$/.exec(market)?.[1]
    if (market !== 'series' && map === undefined) return
    if (map === undefined && precisionOf(cells) === 'day') return
    const price = readPrice(cells, series)
    if (price === null) return
    const [decimalOdds1, decimalOdds2] = inSeriesOrder(price, price.odds)
    const [takeOdds1, takeOdds2] = inSeriesOrder(price, price.takeOdds)
    const { series: row, capturedMs, startMs } = price
    const common = { seriesId: row.id, book: price.book, capturedMs, decimalOdds1, decimalOdds2 }
    if (map !== undefined) maps.push({ ...common, market: 'mapWinner', line: Number(map) })
    else {
      odds.push({
        ...common,
        startMs,
        team1Id: row.team1Id,
        team2Id: row.team2Id,
        ...((takeOdds1 !== null || takeOdds2 !== null) && { takeOdds1, takeOdds2 }),
        ...(cells.optionalText('is_closing_line') === '1' && { isClosing: true }),
      })
    }
  })
  return { odds, maps }
}

/** Values of the column that tells what a row's two prices are for. */
const selections = { handicap: 'team1 +line / team2 -line', totalMaps: 'over/under' } as const

const otherMarketColumns = {
  required: [...priceColumns, 'scope', 'stat', 'line', 'selection'] as const,
  optional: optionalPriceColumns,
}

/** Reads `odds_other_markets.csv`: handicaps and totals on the maps of a known series, from before its start. */
export async function readOtherMarketRows(file: HistoryFile | undefined, { context, series }: GameBook) {
  const prices: MarketOdds[] = []
  await readRows(file, context, otherMarketColumns, (cells) => {
    const market = cells.optionalText('market')
    if (market !== 'handicap' && market !== 'totalMaps') return
    if (cells.optionalText('scope') !== 'series' || cells.optionalText('stat') !== 'maps') return
    const price = readPrice(cells, series)
    if (price === null) return
    const selection = selections[market]
    if (cells.optionalText('selection') !== selection) throw cells.expected('selection', selection)
    const line = lineCell(cells)
    const isTurned = market === 'handicap' && price.isTurned
    const [decimalOdds1, decimalOdds2] = market === 'handicap' ? inSeriesOrder(price, price.odds) : price.odds
    const { capturedMs } = price
    const common = { seriesId: price.series.id, book: price.book, capturedMs, decimalOdds1, decimalOdds2 }
    prices.push({ ...common, market, line: isTurned ? 0 - line : line })
  })
  return prices
}

function lineCell(cells: RowCells<'line'>): number {
  const text = cells.optionalText('line') ?? ''
  if (!/^[+-]?\d(?:\.\d{1,3})?$/.test(text)) throw cells.expected('line', 'maps from -9.999 to 9.999')
  return Number(text)
}

type PriceCells = NonNullable<ReturnType<typeof readPrice>>

/** Precision of a capture: `second` or `day`; null if it is not precise enough or unknown. */
function precisionOf(cells: RowCells<'captured_precision'>): 'second' | 'day' | null {
  const precision = cells.optionalText('captured_precision') ?? 'second'
  return precision === 'second' || precision === 'day' ? precision : null
}

/** Reads a row's price; null if it may be from after the start. With only a day known, the price counts as of the end of that day. */
function readPrice(
  cells: RowCells<(typeof priceColumns)[number] | (typeof optionalPriceColumns)[number]>,
  series: GameBook['series'],
) {
  const seriesId = cells.optionalId('series_id')
  const precision = precisionOf(cells)
  if (seriesId === null || precision === null) return null
  const teams = [cells.id('team1_id'), cells.id('team2_id')] as const
  const row = namedSeries(series, seriesId, teams, 'price')
  const statedMs = cells.time('captured_at_utc')
  const capturedMs = precision === 'second' ? statedMs : (Math.floor(statedMs / dayMs) + 1) * dayMs - 1
  const startMs = cells.time('start_utc')
  const odds = [priceCell(cells, 'decimal_odds1'), priceCell(cells, 'decimal_odds2')] as const
  if (!arePlausible(odds)) throw new BadRow(`decimal_odds1, decimal_odds2: ${implausible(odds)}`)
  const takeOdds = [optionalPriceCell(cells, 'take_odds1'), optionalPriceCell(cells, 'take_odds2')] as const
  if (capturedMs >= startMs) return null
  return {
    series: row,
    book: cells.text('book'),
    capturedMs,
    startMs,
    odds,
    takeOdds,
    isTurned: teams[0] !== row.team1Id,
  }
}

function inSeriesOrder<Price>({ isTurned }: PriceCells, [first, second]: readonly [Price, Price]) {
  return isTurned ? ([second, first] as const) : ([first, second] as const)
}

function priceCell<Column extends string>(cells: RowCells<Column>, column: Column): number {
  const price = optionalPriceCell(cells, column)
  if (price === null) throw cells.expected(column, 'decimal odds above 1')
  return price
}

function optionalPriceCell<Column extends string>(cells: RowCells<Column>, column: Column): number | null {
  const price = cells.number(column, 1, highestOdds)
  if (price === 1) throw cells.expected(column, 'decimal odds above 1')
  return price
}
