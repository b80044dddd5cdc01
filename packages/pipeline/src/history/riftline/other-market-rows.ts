import { expected, toOptionalText } from '../csv/cells.ts'
import { findColumns } from '../csv/columns.ts'
import type { Intern } from '../csv/intern.ts'
import { type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import type { MarketOdds, Series } from '../types.ts'
import { inSeriesOrder, optionalPriceColumns, priceColumns, readPrice } from './price-cells.ts'

/** What the two prices of a row are on. */
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
