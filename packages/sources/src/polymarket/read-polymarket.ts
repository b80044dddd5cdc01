import type { TakerFee } from '@riftline/core'
import type { SourceHttp } from '../http/source-client.ts'
import type { CapturedOdds, CapturedSeries } from '../markets/captured-odds.ts'
import {
  collectSkips,
  noQuote,
  polymarketFee,
  priceMarkets,
  type Quote,
  type Skip,
  startFault,
  subjectName,
} from '../markets/price-markets.ts'
import { columnOf, eachInShape, type JsonRecord, numberOf, shapeFault, toList, toRecord, toText } from '../shape.ts'
import { SourceError } from '../source-error.ts'
import { isRead, type MatchEvent, parseEvent, parseMarket, type TokenMarket } from './parse-event.ts'

/** Addresses of Polymarket's two services. */
export interface PolymarketUrls {
  /** Service that lists events: `https://gamma-api.polymarket.com`. */
  readonly gammaUrl: string
  /** Service with the order books: `https://clob.polymarket.com`. */
  readonly clobUrl: string
}

/**
 * Reads Polymarket's offers on series that start in the next 14 days.
 * @param now milliseconds since 1970, called whenever it is needed
 * @throws SourceError
 */
export async function readPolymarket(
  http: SourceHttp,
  { gammaUrl, clobUrl }: PolymarketUrls,
  now: () => number,
): Promise<CapturedOdds> {
  const { skipped, skip } = collectSkips()
  const events = await listEvents(http, gammaUrl)
  requireMarketTypes(events)
  const notAMatch = (event: JsonRecord): void => skip('not_a_match', String(event.id), event.title)
  const open = eachInShape(events, (event) => openMatch(event, now(), skip), notAMatch).flat()
  const matches = readMarkets(open, skip)
  const tokens = matches.flatMap(({ markets }) => markets.flatMap((market) => market.tokens))
  const quotes = await readBooks(http, clobUrl, [...new Set(tokens)])
  const capturedMs = now()
  const series = matches.flatMap(({ match, startMs, fee, markets }): readonly CapturedSeries[] => {
    // The series may have begun while the books were read.
    if (startMs <= capturedMs) skip('started', match.eventId, match.title)
    if (startMs <= capturedMs) return []
    const quoted = markets.map(({ subject, tokens: [first, second] }) => ({
      subject,
      quotes: [quotes.get(first) ?? noQuote, quotes.get(second) ?? noQuote] as const,
    }))
    const priced = priceMarkets(quoted, (why, subject) => skip(why, match.eventId, match.title, subjectName(subject)))
    const { eventId, teams, tournament, bestOf } = match
    return priced === null
      ? []
      : [{ source: 'polymarket', eventId, teams, tournament, startMs, bestOf, capturedMs, fee, markets: priced }]
  })
  return { events: events.length, series, skipped }
}

interface OpenMatch {
  readonly match: MatchEvent
  readonly startMs: number
  readonly fee: TakerFee
}

function openMatch(event: JsonRecord, now: number, skip: Skip): readonly OpenMatch[] {
  const match = parseEvent(event)
  if (match === null) {
    skip('not_a_match', String(event.id), event.title)
    return []
  }
  const { eventId, title, startMs } = match
  const fault = match.hasBegun ? 'started' : startFault(startMs, now)
  if (fault !== null && fault !== 'too_early') skip(fault, eventId, title)
  return fault !== null || startMs === null ? [] : [{ match, startMs, fee: polymarketFee(match.markets) }]
}

function readMarkets(open: readonly OpenMatch[], skip: Skip) {
  const offered = open.flatMap(({ match }) =>
    match.markets.flatMap((market, at) =>
      market.closed === true || !isRead(market)
        ? []
        : [{ match, market, where: `event ${match.eventId}.markets[${at}]` }],
    ),
  )
  const skipMarket = ({ match: { eventId, title }, market }: (typeof offered)[number]): void =>
    skip('not_a_match', eventId, title, market.question)
  const parse = (one: (typeof offered)[number]) => ({ one, parsed: parseMarket(one.market, one.match, one.where) })
  const markets = new Map<MatchEvent, TokenMarket[]>(open.map(({ match }) => [match, []]))
  for (const { one, parsed } of eachInShape(offered, parse, skipMarket)) {
    if (parsed === null) skipMarket(one)
    else markets.get(one.match)?.push(parsed)
  }
  return open.map((one) => ({ ...one, markets: markets.get(one.match) ?? [] }))
}

/** Without this key every market would be ignored silently. @throws SourceError `shape` */
function requireMarketTypes(events: readonly JsonRecord[]): void {
  const markets = events.flatMap(({ markets }) => (Array.isArray(markets) ? (markets as readonly unknown[]) : []))
  if (markets.length === 0 || markets.some((market) => 'sportsMarketType' in Object(market))) return
  throw shapeFault('events.markets.sportsMarketType', 'the key to be there', undefined)
}

const mostTokens = 100

/** Reads the best bid and ask of each token that has an order book. @throws SourceError */
async function readBooks(http: SourceHttp, clobUrl: string, tokens: readonly string[]) {
  const quotes = new Map<string, Quote>()
  for (let start = 0; start < tokens.length; start += mostTokens) {
    const body = tokens.slice(start, start + mostTokens).map((token) => ({ token_id: token }))
    const books = toList(await http.json({ url: `${clobUrl}/books`, method: 'POST', body }), 'books')
    const read = (value: unknown, at: number) => readBook(value, `books[${at}]`)
    for (const [token, quote] of eachInShape(books, read)) quotes.set(token, quote)
  }
  return quotes
}

/** Reads an order book; without bids or asks its market gets no price. @throws SourceError `shape` */
function readBook(value: unknown, where: string): readonly [token: string, quote: Quote] {
  const book = toRecord(value, where)
  const token = toText(columnOf(book, 'asset_id', where), `${where}.asset_id`)
  const bid = best(columnOf(book, 'bids', where), `${where}.bids`, Math.max)
  return [token, { bid, ask: best(columnOf(book, 'asks', where), `${where}.asks`, Math.min) }]
}

/** The best price of a book, which may be sorted either way. */
function best(levels: unknown, where: string, better: (a: number, b: number) => number): number | null {
  let found: number | null = null
  for (const [at, value] of (levels === null ? [] : toList(levels, where)).entries()) {
    const level = toRecord(value, `${where}[${at}]`)
    const price = numberOf(columnOf(level, 'price', `${where}[${at}]`))
    if (price === null || numberOf(level.size) === 0) continue
    found = found === null ? price : better(found, price)
  }
  return found
}

const pageSize = 100

/** The open League of Legends events, each once. @throws SourceError */
async function listEvents(http: SourceHttp, gammaUrl: string): Promise<readonly JsonRecord[]> {
  const query = { series_id: await seriesId(http, gammaUrl), closed: 'false', limit: String(pageSize) }
  const inOrder = { ...query, order: 'startTime', ascending: 'true' }
  try {
    return await byOffset((offset) => http.json({ url: urlOf(`${gammaUrl}/events`, { ...inOrder, offset }) }))
  } catch (error) {
    // Gamma refuses large offsets; cursors have no limit, but not every deployment supports them.
    if (!(error instanceof SourceError && error.status === 422)) throw error
    return await byCursor((cursor) => http.json({ url: urlOf(`${gammaUrl}/events/keyset`, { ...inOrder, ...cursor }) }))
  }
}

async function seriesId(http: SourceHttp, gammaUrl: string): Promise<string> {
  const sports = toList(await http.json({ url: `${gammaUrl}/sports` }), 'sports')
  const row = sports.map((sport, at) => toRecord(sport, `sports[${at}]`)).find(({ sport }) => sport === 'lol')
  const series = row?.series
  if (typeof series === 'string' || typeof series === 'number') return String(series)
  throw shapeFault('sports', 'the series of lol', series)
}

async function byOffset(read: (offset: string) => Promise<unknown>): Promise<readonly JsonRecord[]> {
  const events = new Map<string, JsonRecord>()
  for (let offset = 0; ; offset += pageSize) {
    const page = toList(await read(String(offset)), 'events')
    const isNew = addPage(events, page)
    if (page.length < pageSize) return [...events.values()]
    if (!isNew) throw shapeFault('events', 'another page at every offset', page)
  }
}

async function byCursor(read: (cursor: { readonly after_cursor?: string }) => Promise<unknown>) {
  const events = new Map<string, JsonRecord>()
  for (let cursor: string | null = null; ; ) {
    const answer = toRecord(await read(cursor === null ? {} : { after_cursor: cursor }), 'events/keyset')
    const isNew = addPage(events, toList(answer.events, 'events/keyset.events'))
    const next = answer.next_cursor
    if (typeof next !== 'string' || next === '') return [...events.values()]
    if (!isNew) throw shapeFault('events/keyset', 'another page at every cursor', next)
    cursor = next
  }
}

/** Adds a page; returns whether it had a new event, because pages that only repeat would never end. */
function addPage(events: Map<string, JsonRecord>, page: readonly unknown[]): boolean {
  const before = events.size
  for (const [at, value] of page.entries()) {
    const event = toRecord(value, `events[${at}]`)
    if (typeof event.id !== 'string' && typeof event.id !== 'number')
      throw shapeFault(`events[${at}].id`, 'an id', event.id)
    events.set(String(event.id), event)
  }
  return events.size > before
}

function urlOf(url: string, query: Readonly<Record<string, string>>): string {
  return `${url}?${new URLSearchParams(query)}`
}
