import { toUtc } from '@riftline/base'
import type { ScheduledSeries } from '@riftline/predictor'
import { joinSeries, newestFirst, oddsByStart, type PairSeries, startOf } from '../answer/choose-odds.ts'
import { type AskedPair, isOfPair } from '../answer/find-odds.ts'
import type { OddsHistoryAnswer } from '../answer/odds-schema.ts'
import { idsOf, oddsAnswer, withNames } from '../answer/shown-offers.ts'
import type { OddsStore } from '../book/odds-store.ts'
import { fromStored, teamPair } from '../book/stored-snapshot.ts'
import { byCapture, createPriceHistory, type PriceHistory, type PricePoint } from './price-history.ts'

/** Largest number of series on a page. */
export const mostHistorySeries = 50
/** Largest number of prices on a page; a series with more of them goes on on the next page. */
const mostPrices = 5000
/** Number of stored snapshots read for a page from which on no further series is begun. */
const enoughRead = 100_000

/** Place where a page ended: its last series by start and id, and the last price in it, or null if the series is complete. */
export interface HistoryPlace {
  readonly startMs: number
  readonly seriesId: string
  readonly price: { readonly capturedAt: number; readonly source: string } | null
}

/** Parses the `nextCursor` of an answer; null for any other text. */
export function parseHistoryCursor(text: string): HistoryPlace | null {
  try {
    const [startMs, seriesId, ...price] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (!Number.isSafeInteger(startMs) || typeof seriesId !== 'string') return null
    const [capturedAt, source] = price
    const isPrice = Number.isSafeInteger(capturedAt) && typeof source === 'string'
    const place = { startMs, seriesId, price: isPrice ? { capturedAt, source } : null } as HistoryPlace
    return toCursor(place) === text ? place : null
  } catch {
    return null
  }
}

function toCursor({ startMs, seriesId, price }: HistoryPlace): string {
  const values = [startMs, seriesId, ...(price === null ? [] : [price.capturedAt, price.source])]
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Arguments of a history. */
export interface AskedHistory {
  readonly teams: AskedPair
  /** Id of the only series to show; null for all series of the teams. */
  readonly esportsMatchId: string | null
  /** Number of series, at most `mostHistorySeries`. */
  readonly limit: number
  /** End of the page before; null for the first page. */
  readonly after: HistoryPlace | null
}

/**
 * Lists the prices of each series of two teams on its winner over time, newest series first; null if there are none.
 * @param scheduled series of the schedule, of any teams
 * @param nowMs ms since 1970
 * @throws Error a disk error
 */
export async function oddsHistory(
  store: OddsStore,
  scheduled: readonly ScheduledSeries[],
  { teams, esportsMatchId, limit, after }: AskedHistory,
  nowMs: number,
): Promise<OddsHistoryAnswer | null> {
  const stored = await store.seriesBetween(idsOf(teams[0]), idsOf(teams[1]), nowMs)
  const all = joinSeries(stored, scheduled.filter(isOfPair(teams)))
    .filter((one) => one.snapshots.length > 0 && (esportsMatchId === null || isNamed(one, esportsMatchId)))
    .sort((a, b) => oddsByStart(b, a))
  const series: OddsHistoryAnswer['series'][number][] = []
  let [room, read, end] = [mostPrices, 0, after]
  for (const one of remaining(all, after)) {
    if (series.length === limit || room === 0 || read >= enoughRead) return toAnswer(series, end)
    const history = await readHistory(store, one, teams, nowMs)
    read += history.read
    const shownTo = after?.seriesId === one.id ? after.price : null
    const left = shownTo === null ? history.points : history.points.filter((point) => byCapture(point, shownTo) > 0)
    const points = left.slice(0, room)
    if (points.length === 0) continue
    series.push(shownSeries(one, history, points, teams))
    room -= points.length
    const price = points.length < left.length ? points.at(-1)! : null
    end = { startMs: startOf(one), seriesId: one.id, price }
    if (price !== null) return toAnswer(series, end)
  }
  return toAnswer(series, null)
}

function toAnswer(series: OddsHistoryAnswer['series'], end: HistoryPlace | null): OddsHistoryAnswer | null {
  if (series.length === 0) return null
  return { market: 'seriesWinner', count: series.length, series, nextCursor: end && toCursor(end) }
}

function isNamed({ id, snapshots }: PairSeries, esportsMatchId: string): boolean {
  return id === esportsMatchId || snapshots.some((one) => one.esportsMatchId === esportsMatchId)
}

/** The series behind a place, or from it on if its series is not complete; by start and id if it is no longer there. */
function remaining(series: readonly PairSeries[], after: HistoryPlace | null): readonly PairSeries[] {
  if (after === null) return series
  const at = series.findIndex(({ id }) => id === after.seriesId)
  if (at >= 0) return series.slice(after.price === null ? at + 1 : at)
  return series.filter(
    (one) => startOf(one) < after.startMs || (startOf(one) === after.startMs && one.id < after.seriesId),
  )
}

/** Reads every snapshot of a series, of which only those of the history stay in memory. */
async function readHistory(
  store: OddsStore,
  series: PairSeries,
  [first, second]: AskedPair,
  nowMs: number,
): Promise<PriceHistory & { readonly read: number }> {
  const { startedMs, scheduledMs, snapshots } = series
  const hasStarted = startedMs !== null || scheduledMs < nowMs
  const pairs = new Set(idsOf(first).flatMap((one) => idsOf(second).map((other) => teamPair(one, other))))
  const history = createPriceHistory(hasStarted ? startOf(series) : null)
  let read = 0
  for (const id of [...new Set(snapshots.map((one) => one.esportsMatchId))].sort()) {
    for await (const stored of store.everyOf(id, nowMs)) {
      read += 1
      const { capturedAt, source, pair } = stored
      if (!history.isNew(id, capturedAt, source) || !pairs.has(pair)) continue
      const { markets, mapWinners: _, ...snapshot } = fromStored(stored)
      const { seriesWinner } = markets
      if (seriesWinner !== null)
        history.add(capturedAt, source, { ...snapshot, markets: { ...unpublished, seriesWinner } })
    }
  }
  return { ...history.read(), read }
}

const unpublished = {
  ...{ seriesWinner: null, handicap: null, totalMaps: null, correctScore: null },
  ...{ mapTotals: null, matchTotals: null, killHandicap: null },
}

function shownSeries(
  { snapshots, scheduledMs }: PairSeries,
  history: PriceHistory,
  points: readonly PricePoint[],
  teams: AskedPair,
): OddsHistoryAnswer['series'][number] {
  const { match } = withNames(fromStored(newestFirst(snapshots).snapshots[0]!), teams)
  return {
    match: { ...match, scheduledUtc: toUtc(scheduledMs) },
    openUtc: toUtc(history.points[0]!.capturedAt),
    closeUtc: history.closedAt === null ? null : toUtc(history.closedAt),
    snapshots: points.map(({ snapshot, capturedAt, source, isClosingLine }) => {
      const prices = oddsAnswer(snapshot, 'winner', teams)!.markets.seriesWinner!
      const isInOrder = prices[0]!.team.id === match.team1.id
      return {
        capturedAtUtc: toUtc(capturedAt),
        ...(source !== '' && { source }),
        isClosingLine,
        prices: isInOrder ? prices : [prices[1]!, prices[0]!],
      }
    }),
  }
}
