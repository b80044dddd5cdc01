import type { SourceHttp } from '../http/source-http.ts'
import { type JsonRecord, shapeFault, toList, toRecord } from '../shape.ts'

/** Winners of series, winners of maps, totals. */
const seriesTickers = ['KXLOLGAME', 'KXLOLMAP', 'KXLOLTOTALMAPS']

/** The open events of League of Legends with their markets; none while the exchange does not trade. @throws SourceError */
export async function listEvents(http: SourceHttp, url: string): Promise<readonly JsonRecord[]> {
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
