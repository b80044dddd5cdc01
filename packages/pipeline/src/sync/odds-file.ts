import { existsSync } from 'node:fs'
import { RiftlineError, toUtc } from '@riftline/base'
import type { CapturedOdds, CapturedPrice } from '@riftline/predictor'
import { expected, toId, toText, toUtcMs } from '../history/csv/cells.ts'
import { findColumns, readRows } from '../history/csv/read-rows.ts'
import { toCsv } from '../history/riftline/write-riftline.ts'
import type { SkippedRow } from '../history/types.ts'
import { bookOf, type JoinedOdds, sourceOf } from './learned-odds.ts'

/** Columns of `odds.csv` in riftline's layout, then those of the capture. */
const columns = [
  ...(['book', 'market', 'captured_at_utc', 'start_utc', 'team1_id', 'team2_id'] as const),
  ...(['decimal_odds1', 'decimal_odds2', 'series_id', 'is_closing_line', 'match_id', 'scheduled_utc'] as const),
] as const
/** Columns of files that know such odds; a cell is empty where they are not known. */
const takeColumns = ['take_odds1', 'take_odds2'] as const
type Column = (typeof columns)[number]

/** The odds of played series as `odds.csv` of riftline's layout: a row a price, the closing line marked. */
export function oddsText(joined: readonly JoinedOdds[]): string {
  const isTaken = joined.some(({ prices }) => prices.some(({ takeOdds }) => takeOdds !== undefined))
  const rows = joined.flatMap(({ source, esportsMatchId, scheduledMs, teams, prices, series }) =>
    prices.map(({ capturedMs, odds, takeOdds = [null, null] }, index) => [
      ...[bookOf(source), 'series', toUtc(capturedMs), toUtc(series.startMs), ...teams],
      ...[...odds, series.id, index === prices.length - 1, esportsMatchId, toUtc(scheduledMs)],
      ...(isTaken ? takeOdds : []),
    ]),
  )
  return toCsv(isTaken ? [...columns, ...takeColumns] : columns, rows)
}

/** Reads captured odds; none where there is no file. @throws RiftlineError `sync_folder_invalid` for a file that no sync wrote */
export async function readOdds(path: string): Promise<readonly CapturedOdds[]> {
  if (!existsSync(path)) return []
  const damaged = (what: string): RiftlineError =>
    new RiftlineError('sync_folder_invalid', `${what}: expected what a sync wrote`)
  const skipped: SkippedRow[] = []
  const kept = new Map<string, CapturedOdds & { readonly prices: CapturedPrice[] }>()
  const reading = readRows({ path, name: path }, { skipped, onProgress: undefined }, (header) => {
    const at = findColumns(path, header, columns, takeColumns)
    return (cells) => {
      const utc = (name: Column): number => toUtcMs(cells[at[name]], name)
      const id = (name: Column): number => toId(cells[at[name]], name)
      const price = (name: Column): number => toPrice(cells[at[name]], name)
      const source = sourceOf(toText(cells[at.book], 'book'))
      // Any text may be an id, blanks at its ends too.
      const esportsMatchId = cells[at.match_id] ?? ''
      const one = kept.get(`${source} ${esportsMatchId}`) ?? {
        ...{ esportsMatchId, source, scheduledMs: utc('scheduled_utc'), prices: [] },
        ...{ teams: [id('team1_id'), id('team2_id')] as const },
      }
      const take = (name: (typeof takeColumns)[number]): number | null => {
        const cell = cells[at[name]] ?? ''
        return cell === '' ? null : toPrice(cell, name)
      }
      const takeOdds = [take('take_odds1'), take('take_odds2')] as const
      one.prices.push({
        capturedMs: utc('captured_at_utc'),
        odds: [price('decimal_odds1'), price('decimal_odds2')],
        ...(takeOdds.some((odds) => odds !== null) && { takeOdds }),
      })
      kept.set(`${source} ${esportsMatchId}`, one)
    }
  })
  await reading.catch((error: unknown) => {
    throw error instanceof RiftlineError ? damaged(error.message) : error
  })
  const [bad] = skipped
  if (bad !== undefined) throw damaged(`${path}, line ${bad.line}: ${bad.reason}`)
  return [...kept.values()]
}

/** Reads a price in full, so that captured prices come back to the bit. */
function toPrice(cell: string | undefined, column: string): number {
  const price = Number(cell ?? '')
  if (!(price > 1 && price < Number.POSITIVE_INFINITY)) throw expected(column, 'decimal odds above 1', cell)
  return price
}
