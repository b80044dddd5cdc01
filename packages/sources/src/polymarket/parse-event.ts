import { parseUtc } from '@riftline/base'
import type { CapturedSeries, TeamNames } from '../markets/captured-odds.ts'
import type { MarketSubject } from '../markets/price-markets.ts'
import { type CalledTeams, fittingSides, sidesOf, teamNames } from '../markets/team-names.ts'
import { columnOf, type JsonRecord, numberOf, toList, toRecord } from '../shape.ts'

/** An event between two teams, with its raw markets. */
export type MatchEvent = NonNullable<ReturnType<typeof parseEvent>>

const titleForm = /^LoL: (.+?) vs\.? (.+?)(?: \(BO(\d+)\))?(?: - (.+))?$/i

/** Reads an event; null if it is not between two teams. @throws SourceError `shape` */
export function parseEvent(event: JsonRecord) {
  const eventId = String(event.id)
  const where = `event ${eventId}`
  const title = columnOf(event, 'title', where)
  const match = typeof title === 'string' ? titleForm.exec(title.trim()) : null
  const teams = statedTeams(event.teams) ?? (match && teamNames(match[1] ?? '', match[2] ?? ''))
  if (typeof title !== 'string' || teams === null) return null
  const markets = toList(columnOf(event, 'markets', where), `${where}.markets`).map((market, at) =>
    toRecord(market, `${where}.markets[${at}]`),
  )
  const moneyline = markets.find((market) => market.sportsMarketType === 'moneyline')
  return {
    eventId,
    title,
    teams,
    codes: statedCodes(event.teams),
    tournament: match?.[4] ?? null,
    bestOf: bestOfIn(match?.[3]),
    // `startDate` is unusable: it is the time when the event was listed.
    startMs: instantOf(moneyline?.gameStartTime) ?? instantOf(event.startTime),
    hasBegun: event.live === true || event.ended === true,
    markets,
  }
}

function statedTeams(teams: unknown): TeamNames | null {
  if (!Array.isArray(teams) || teams.length !== 2) return null
  const [first, second] = teams.map((team: unknown) => (Object(team) as { readonly name?: unknown }).name)
  return typeof first === 'string' && typeof second === 'string' ? teamNames(first, second) : null
}

function statedCodes(teams: unknown): CalledTeams['codes'] {
  const codesOf = (team: unknown): readonly string[] => {
    const { abbreviation, alias } = Object(team) as Readonly<Record<string, unknown>>
    return [abbreviation, alias].filter((text) => typeof text === 'string')
  }
  const [first, second] = Array.isArray(teams) && teams.length === 2 ? (teams as readonly unknown[]) : []
  return [codesOf(first), codesOf(second)]
}

function bestOfIn(digits: string | undefined): CapturedSeries['bestOf'] {
  const number = Number(digits)
  return number === 1 || number === 2 || number === 3 || number === 5 ? number : null
}

const form = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/

/** Parses a time with UTC offset, such as `2026-10-04 16:30:00+00`; null for anything else. */
export function instantOf(value: unknown): number | null {
  const match = typeof value === 'string' ? form.exec(value) : null
  if (match === null) return null
  const [, day, time, sign, hours = '0', minutes = '0'] = match
  const local = parseUtc(`${day}T${time}`)
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000
  return local && local + (sign === '-' ? offsetMs : -offsetMs)
}

/** A market with the tokens of its two outcomes, in the order of the series' teams, or over and under. */
export interface TokenMarket {
  readonly subject: MarketSubject
  readonly tokens: readonly [string, string]
}

/** Reads subject and tokens of a match's market; null if its names, line or map do not fit. */
export function parseMarket(
  market: JsonRecord,
  { teams, codes, bestOf }: Pick<MatchEvent, 'teams' | 'codes' | 'bestOf'>,
  where: string,
): TokenMarket | null {
  const called = { teams, codes }
  const subject = readers.get(market.sportsMarketType)?.(market, called) ?? null
  const names = pairIn(columnOf(market, 'outcomes', where))
  const ids = pairIn(columnOf(market, 'clobTokenIds', where))
  if (names === null || ids === null || subject === null) return null
  if (subject.kind === 'mapWinners' && bestOf !== null && subject.map > bestOf) return null
  const sides = subject.kind === 'totalMaps' ? sidesOf(['Over', 'Under'], ...names) : teamSides(called, names)
  return sides && { subject, tokens: [ids[sides[0]], ids[sides[1]]] }
}

export function isRead(market: JsonRecord): boolean {
  return readers.has(market.sportsMarketType)
}

type Reader = (market: JsonRecord, called: CalledTeams) => MarketSubject | null

const readers: ReadonlyMap<unknown, Reader> = new Map<unknown, Reader>([
  ['moneyline', () => ({ kind: 'seriesWinner' })],
  ['child_moneyline', mapWinner],
  ['totals', totalMaps],
  ['map_handicap', handicap],
])

function mapWinner(market: JsonRecord): MarketSubject | null {
  const map = Number(/\b(?:Game|Map) ([1-5]) Winner\b/i.exec(questionOf(market))?.[1])
  return Number.isNaN(map) ? null : { kind: 'mapWinners', map }
}

/** Reads a total with the line in its title; null if the market's own `line` differs. */
function totalMaps(market: JsonRecord): MarketSubject | null {
  const match = /^Games Total: O\/U (\d+(?:\.\d+)?)$/i.exec(questionOf(market))
  const stated = numberOf(market.line)
  const line = stated ?? numberOf(match?.[1])
  return match === null || line === null || line !== Number(match[1]) ? null : { kind: 'totalMaps', line }
}

const handicapForm = /^Game Handicap: (.+?) \(([+-]\d+(?:\.\d+)?)\) vs\.? (.+?) \(([+-]\d+(?:\.\d+)?)\)$/i

function handicap(market: JsonRecord, called: CalledTeams): MarketSubject | null {
  const [, first = '', firstLine, second = '', secondLine] = handicapForm.exec(questionOf(market)) ?? []
  const sides = fittingSides(called, first, second)
  if (sides === null || Number(firstLine) !== -Number(secondLine)) return null
  return { kind: 'handicap', line: Number(sides[0] === 0 ? firstLine : secondLine) }
}

function questionOf({ question }: JsonRecord): string {
  return typeof question === 'string' ? question.trim() : ''
}

/** Teams of a handicap's outcomes, whose names may end with the line. */
function teamSides(called: CalledTeams, names: TeamNames): ReturnType<typeof sidesOf> {
  const [first, second] = [bare(names[0]), bare(names[1])]
  return fittingSides(called, first, second)
}

function bare(name: string): string {
  return name.replace(/ \([+-][\d.]+\)$/, '')
}

/** Reads two different texts from a list that is itself encoded as JSON text. */
function pairIn(value: unknown): TeamNames | null {
  const list = typeof value === 'string' ? parsed(value) : value
  if (!Array.isArray(list) || list.length !== 2) return null
  const [first, second]: readonly unknown[] = list
  return isText(first) && isText(second) && first !== second ? [first, second] : null
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
