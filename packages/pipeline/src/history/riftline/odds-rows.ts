import { toOptionalText } from '../csv/cells.ts'
import { findColumns } from '../csv/columns.ts'
import type { Intern } from '../csv/intern.ts'
import { type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import type { MarketOdds, Series, SeriesOdds } from '../types.ts'
import { inSeriesOrder, optionalPriceColumns, precisionOf, priceColumns, readPrice } from './price-cells.ts'

/** Prices on the winners of series, and on those of their maps. */
export interface OddsRows {
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
