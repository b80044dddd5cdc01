import { BadRow } from '../csv/bad-row.ts'
import { expected, toId, toOptionalId, toOptionalNumber, toOptionalText, toText, toUtcMs } from '../csv/cells.ts'
import { findColumns } from '../csv/columns.ts'
import type { Intern } from '../csv/intern.ts'
import { type HistoryFile, type ReadContext, readRows } from '../csv/read-rows.ts'
import type { Series, SeriesOdds } from '../types.ts'

const required = [
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

/**
 * Reads `odds.csv` and keeps prices on the winner of a known series, captured to the second before its start. Other markets and
 * prices without a series, of an unknown hour or from after the start are no defects: they are left out without a report.
 * Teams are in the order of the series row, not the bookmaker's. `is_closing_line` is 1 for the last price of a book before the start.
 */
export async function readOddsRows(
  file: HistoryFile,
  context: ReadContext,
  intern: Intern,
  series: ReadonlyMap<number, Series>,
): Promise<readonly SeriesOdds[]> {
  const prices: SeriesOdds[] = []
  await readRows(file, context, (header) => {
    const at = findColumns(file.name, header, required, ['captured_precision', 'is_closing_line'])
    return (cells) => {
      const seriesId = toOptionalId(cells[at.series_id], 'series_id')
      if (toOptionalText(cells[at.market]) !== 'series' || seriesId === null) return
      if ((toOptionalText(cells[at.captured_precision]) ?? 'second') !== 'second') return
      const row = series.get(seriesId)
      if (row === undefined) throw new BadRow(`series_id: no sound series row has ${seriesId}`)
      const capturedMs = toUtcMs(cells[at.captured_at_utc], 'captured_at_utc')
      const startMs = toUtcMs(cells[at.start_utc], 'start_utc')
      const teamA = toId(cells[at.team1_id], 'team1_id')
      const teamB = toId(cells[at.team2_id], 'team2_id')
      const same = teamA === row.team1Id && teamB === row.team2Id
      if (!same && (teamA !== row.team2Id || teamB !== row.team1Id)) {
        throw new BadRow(
          `series_id: series ${seriesId} is ${row.team1Id} against ${row.team2Id}, the price ${teamA} against ${teamB}`,
        )
      }
      const oddsA = toPrice(cells[at.decimal_odds1], 'decimal_odds1')
      const oddsB = toPrice(cells[at.decimal_odds2], 'decimal_odds2')
      if (capturedMs >= startMs) return
      prices.push({
        seriesId,
        book: intern(toText(cells[at.book], 'book')),
        capturedMs,
        startMs,
        team1Id: row.team1Id,
        team2Id: row.team2Id,
        decimalOdds1: same ? oddsA : oddsB,
        decimalOdds2: same ? oddsB : oddsA,
        ...(toOptionalText(cells[at.is_closing_line]) === '1' && { isClosing: true }),
      })
    }
  })
  return prices
}

function toPrice(cell: string | undefined, column: string): number {
  const price = toOptionalNumber(cell, column, 1, 1000)
  if (price === null || price === 1) throw expected(column, 'decimal odds above 1', cell)
  return price
}
