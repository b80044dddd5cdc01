import { parseUtc } from '@riftline/base'
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

/** The match is the part after the series' ticker: `KXLOLMAP-26AUG031400T1KT-2` is about `26AUG031400T1KT`. */
const eventTickerForm = /^KXLOL(?:GAME|MAP|TOTALMAPS)-([A-Z0-9]+)(?:-\d+)?$/

/** Groups a listing's events by match; markets on the winner come first. @throws SourceError `shape` */
export function groupMatches(events: readonly JsonRecord[], skip: Skip) {
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

function toMatch(eventId: string, markets: readonly YesMarket[]) {
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

/** Joins the two markets on one winner, one per team, into a market with two sides; a total's market already has both sides. */
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

/** A yes-or-no market: yes means that a team wins, or that a total is over. */
type YesMarket = NonNullable<ReturnType<typeof parseMarket>>

const seriesForm = /^Will (?<winner>.+?) win the (?<first>.+?) vs\.? (?<second>.+?) (?:League of Legends|LoL) match\?$/i
const mapForm =
  /^Will (?<winner>.+?) win map (?<map>[1-5]) in the (?<first>.+?) vs\.? (?<second>.+?)(?: League of Legends| LoL)? match\?$/i
const totalForm =
  /^Will over (?<line>\d+(?:\.\d+)?) maps be played in the (?<first>.+?) vs\.? (?<second>.+?)(?: League of Legends| LoL)? match\?$/i

/** Reads a market; null if its title fits no known form. @throws SourceError `shape` */
function parseMarket(market: JsonRecord, where: string) {
  const title = toText(columnOf(market, 'title', where), `${where}.title`).trim()
  const bid = columnOf(market, 'yes_bid_dollars', where)
  const ask = columnOf(market, 'yes_ask_dollars', where)
  // Map titles also fit the form for series, so they are tried first.
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

const rulesForm =
  /originally scheduled for ([A-Z][a-z]{2})[a-z]*\.? (\d{1,2}), (\d{4}) at (\d{1,2}):(\d\d) ?([AP])M (EDT|EST|ET)\b/
const tickerForm = /^[A-Z]+-(\d\d)([A-Z]{3})(\d\d)(\d\d)(\d\d)/

/** Start of a match from its rules, else from its event's ticker, in New York's time; null if neither has it. */
export function matchStart(rules: readonly string[], eventTicker: string): number | null {
  const stated = firstOf(rules, startInRules)
  if (stated !== null) return stated
  const [, year, month = '', day, hour, minute] = tickerForm.exec(eventTicker) ?? []
  const clock = clockAt(`20${year}`, month, day, hour, minute)
  return clock && fromEastern(clock)
}

function startInRules(text: string): number | null {
  const [, month = '', day = '', year, hour, minute, half, zone] = rulesForm.exec(text) ?? []
  if (!(Number(hour) >= 1 && Number(hour) <= 12)) return null
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
  const clock = clockAt(year, month, day.padStart(2, '0'), String(hours).padStart(2, '0'), minute)
  if (clock === null || zone === 'ET') return clock && fromEastern(clock)
  return clock + (zone === 'EDT' ? 4 : 5) * 3_600_000
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** Milliseconds of a clock time read as UTC; null for a day or an hour that does not exist. */
function clockAt(year = '', month: string, day = '', hour = '', minute = ''): number | null {
  const number = String(months.indexOf(month.toUpperCase()) + 1).padStart(2, '0')
  return parseUtc(`${year}-${number}-${day}T${hour}:${minute}:00`)
}

const easternClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
})

/** Hours behind UTC; summer time first, so that an hour that occurs twice means its first occurrence. */
const offsetsHours = [4, 5]

/** The moment at which New York's clocks show a time (`clock` is that time read as UTC); null for an hour skipped in March. */
function fromEastern(clock: number): number | null {
  const moments = offsetsHours.map((hours) => clock + hours * 3_600_000)
  return moments.find((ms) => shownInNewYork(ms) === clock) ?? null
}

function shownInNewYork(ms: number): number {
  const parts = new Map(easternClock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const [year = 0, month = 0, day = 0] = [parts.get('year'), parts.get('month'), parts.get('day')]
  return Date.UTC(year, month - 1, day, parts.get('hour'), parts.get('minute'))
}
