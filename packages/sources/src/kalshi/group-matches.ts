import { type QuotedMarket, subjectName } from '../markets/captured-markets.ts'
import type { TeamNames } from '../markets/captured-odds.ts'
import { columnOf } from '../markets/columns.ts'
import { eachInShape } from '../markets/in-shape.ts'
import { noQuote, opposite, type Quote } from '../markets/quote.ts'
import type { Skip } from '../markets/skips.ts'
import { sideOf, sidesOf } from '../markets/team-names.ts'
import { type JsonRecord, toList, toRecord, toText } from '../shape.ts'
import { matchStart } from './match-start.ts'
import { parseMarket, type YesMarket } from './parse-market.ts'

/** A match with what its events in the three series of markets say. */
export interface KalshiMatch {
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
