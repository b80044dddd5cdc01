import type { SourceHttp } from '../http/source-client.ts'
import type { CapturedOdds, CapturedSeries } from '../markets/captured-odds.ts'
import { collectSkips, kalshiFee, priceMarkets, startFault, subjectName } from '../markets/price-markets.ts'
import { type JsonRecord, shapeFault, toList, toRecord } from '../shape.ts'
import { groupMatches } from './group-matches.ts'

/**
 * Reads Kalshi's offers on series that start in the next 14 days. Kalshi does not state how many maps a series has.
 * @param url `https://api.elections.kalshi.com/trade-api/v2`
 * @param now milliseconds since 1970, called after everything is read
 * @throws SourceError
 */
export async function readKalshi(http: SourceHttp, url: string, now: () => number): Promise<CapturedOdds> {
  const { skipped, skip } = collectSkips()
  const events = await listEvents(http, url)
  const capturedMs = now()
  const series = groupMatches(events, skip).flatMap((match): readonly CapturedSeries[] => {
    const { eventId, teams, tournament, startMs, markets } = match
    const title = teams.join(' vs ')
    const fault = startFault(startMs, capturedMs)
    if (fault !== null && fault !== 'too_early') skip(fault, eventId, title)
    if (fault !== null || startMs === null) return []
    const priced = priceMarkets(markets, (why, subject) => skip(why, eventId, title, subjectName(subject)))
    if (priced === null) return []
    const captured = { eventId, teams, tournament, startMs, bestOf: null, capturedMs, fee: kalshiFee }
    return [{ source: 'kalshi', ...captured, markets: priced }]
  })
  return { events: events.length, series, skipped }
}

const seriesTickers = ['KXLOLGAME', 'KXLOLMAP', 'KXLOLTOTALMAPS']

/** The open League of Legends events with their markets; none while the exchange is closed. @throws SourceError */
async function listEvents(http: SourceHttp, url: string): Promise<readonly JsonRecord[]> {
  const status = toRecord(await http.json({ url: `${url}/exchange/status` }), 'exchange/status')
  if (typeof status.trading_active !== 'boolean') {
    throw shapeFault('exchange/status.trading_active', 'true or false', status.trading_active)
  }
  const events: JsonRecord[] = []
  for (const ticker of status.trading_active ? seriesTickers : []) events.push(...(await listSeries(http, url, ticker)))
  return events
}

async function listSeries(http: SourceHttp, url: string, ticker: string): Promise<readonly JsonRecord[]> {
  const events: JsonRecord[] = []
  const seen = new Set<string>()
  const query = { series_ticker: ticker, status: 'open', with_nested_markets: 'true', limit: '200' }
  for (let cursor = ''; ; ) {
    const page = { ...query, ...(cursor !== '' && { cursor }) }
    const answer = toRecord(await http.json({ url: `${url}/events?${new URLSearchParams(page)}` }), 'events')
    for (const [at, event] of toList(answer.events, 'events.events').entries()) {
      events.push(toRecord(event, `events.events[${at}]`))
    }
    cursor = typeof answer.cursor === 'string' ? answer.cursor : ''
    if (cursor === '') return events
    if (seen.has(cursor)) throw shapeFault('events.cursor', 'another one on every page', cursor)
    seen.add(cursor)
  }
}
