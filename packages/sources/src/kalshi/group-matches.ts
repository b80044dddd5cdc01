import type { TeamNames } from '../markets/captured-odds.ts'
import {
  type MarketSubject,
  noQuote,
  opposite,
  type Quote,
  type QuotedMarket,
  type Skip,
  subjectName,
} from '../markets/price-markets.ts'
import { sideOf, sidesOf, teamNames } from '../markets/team-names.ts'
import { columnOf, eachInShape, type JsonRecord, numberOf, toList, toRecord, toText } from '../shape.ts'
import { matchStart } from './match-start.ts'

/** A match with what its events in the three series of markets say. */
interface KalshiMatch {
  /** The ticker of the event about its winner. */
  readonly eventId: string
  readonly teams: TeamNames
  readonly tournament: string | null
  readonly startMs: number | null
  readonly markets: readonly QuotedMarket[]
}

/** The match is what stands behind the series' ticker: `KXLOLMAP-26AUG031400T1KT-2` is about `26AUG031400T1KT`. */
const eventTickerForm = /^KXLOL(?:GAME|MAP|TOTALMAPS)-([A-Z0-9]+)(?:-\d+)?$/

/** The matches of a listing, those about winners first. @throws SourceError `shape` */
export function groupMatches(events: readonly JsonRecord[], skip: Skip): readonly KalshiMatch[] {
  const offered = events.flatMap((event, at) => {
    const ticker = toText(columnOf(event, 'event_ticker', `events[${at}]`), `events[${at}].event_ticker`)
    const eventId = eventTickerForm.exec(ticker)?.[1]
    if (eventId === undefined) skip('not_a_match', ticker, event.title)
    if (eventId === undefined) return []
    return toList(columnOf(event, 'markets', ticker), `${ticker}.markets`).map((value, index) => {
      const where = `${ticker}.markets[${index}]`
      return { eventId, ticker, where, row: toRecord(value, where) }
    })
  })
  const skipMarket = ({ ticker, row }: (typeof offered)[number]): void => skip('not_a_match', ticker, row.title)
  const read = eachInShape(offered, (one) => ({ one, market: parseMarket(one.row, one.where) }), skipMarket)
  const byMatch = new Map<string, YesMarket[]>(offered.map(({ eventId }) => [eventId, []]))
  for (const { one, market } of read) {
    const known = byMatch.get(one.eventId)!
    if (market === null || !isAbout(known[0], market)) skipMarket(one)
    else known.push(market)
  }
  return [...byMatch].flatMap(([id, markets]) => toMatch(`KXLOLGAME-${id}`, markets))
}

function isAbout(first: YesMarket | undefined, { teams }: YesMarket): boolean {
  return first === undefined || sidesOf(first.teams, ...teams) !== null
}

function toMatch(eventId: string, markets: readonly YesMarket[]): readonly KalshiMatch[] {
  const [first] = markets
  if (first === undefined) return []
  const rules = markets.map((market) => market.rules)
  return [
    {
      eventId,
      teams: first.teams,
      tournament: firstOf(rules, (text) => /\bwins (?:map \d+ in )?the (.+): /.exec(text)?.[1] ?? null),
      startMs: matchStart(rules, eventId),
      markets: quotedMarkets(first.teams, markets),
    },
  ]
}

function firstOf<T>(texts: readonly string[], read: (text: string) => T | null): T | null {
  for (const text of texts) {
    const found = read(text)
    if (found !== null) return found
  }
  return null
}

/** The two markets about one winner are one market with two sides; a total has its other side in itself. */
function quotedMarkets(teams: TeamNames, markets: readonly YesMarket[]): readonly QuotedMarket[] {
  const quoted = new Map<string, QuotedMarket>()
  for (const { subject, winner, yes } of markets) {
    const name = subjectName(subject)
    const before: readonly [Quote, Quote] = quoted.get(name)?.quotes ?? [noQuote, noQuote]
    const side = winner === null ? null : sideOf(teams, winner)
    if (side === null) quoted.set(name, { subject, quotes: [yes, opposite(yes)] })
    else quoted.set(name, { subject, quotes: side === 0 ? [yes, before[1]] : [before[0], yes] })
  }
  return [...quoted.values()]
}

/** A yes-or-no market: about a winner, yes is one team's; about a total, yes is over. */
interface YesMarket {
  readonly subject: MarketSubject
  readonly teams: TeamNames
  /** The team that wins; null for a total. */
  readonly winner: string | null
  readonly yes: Quote
  readonly rules: string
}

const seriesForm = /^Will (?<winner>.+?) win the (?<first>.+?) vs\.? (?<second>.+?) (?:League of Legends|LoL) match\?$/i
const mapForm =
  /^Will (?<winner>.+?) win map (?<map>[1-5]) in the (?<first>.+?) vs\.? (?<second>.+?)(?: League of Legends| LoL)? match\?$/i
const totalForm =
  /^Will over (?<line>\d+(?:\.\d+)?) maps be played in the (?<first>.+?) vs\.? (?<second>.+?)(?: League of Legends| LoL)? match\?$/i

/** Reads a market; null where its title fits no known form. @throws SourceError `shape` */
function parseMarket(market: JsonRecord, where: string): YesMarket | null {
  const title = toText(columnOf(market, 'title', where), `${where}.title`).trim()
  const bid = columnOf(market, 'yes_bid_dollars', where)
  const ask = columnOf(market, 'yes_ask_dollars', where)
  // Maps before series, whose form a map's title fits too.
  const match = mapForm.exec(title) ?? totalForm.exec(title) ?? seriesForm.exec(title)
  const { winner = null, map, line, first = '', second = '' } = match?.groups ?? {}
  const teams = teamNames(first, second)
  if (teams === null || (winner !== null && sideOf(teams, winner) === null)) return null
  const isTraded = market.status === undefined || market.status === 'active'
  return {
    subject: subjectOf(map, line),
    teams,
    winner,
    yes: isTraded ? { bid: numberOf(bid), ask: numberOf(ask) } : noQuote,
    rules: typeof market.rules_primary === 'string' ? market.rules_primary : '',
  }
}

function subjectOf(map: string | undefined, line: string | undefined): MarketSubject {
  if (map !== undefined) return { kind: 'mapWinners', map: Number(map) }
  return line === undefined ? { kind: 'seriesWinner' } : { kind: 'totalMaps', line: Number(line) }
}
