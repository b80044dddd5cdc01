import { parseUtc } from '@riftline/base'
import type { CapturedSeries, TeamNames } from '../markets/captured-odds.ts'
import { type CalledTeams, teamNames } from '../markets/team-names.ts'
import { columnOf, type JsonRecord, toList, toRecord } from '../shape.ts'

/** An event between two teams, its markets as they came. */
export interface MatchEvent extends Pick<CapturedSeries, 'eventId' | 'teams' | 'tournament' | 'bestOf'> {
  readonly title: string
  /** Short forms of the teams' names, in their order. */
  readonly codes: CalledTeams['codes']
  readonly startMs: number | null
  /** The event says that it is being played or over. */
  readonly hasBegun: boolean
  readonly markets: readonly JsonRecord[]
}

const titleForm = /^LoL: (.+?) vs\.? (.+?)(?: \(BO(\d+)\))?(?: - (.+))?$/i

/** Reads an event; null where it is not between two teams. @throws SourceError `shape` */
export function parseEvent(event: JsonRecord): MatchEvent | null {
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
    // Never `startDate`, which is when the event was listed.
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

/**
 * The moment of a time with its offset from UTC, as Gamma and its database write them; null for anything else.
 *
 * @example instantOf('2026-10-04 16:30:00+00') // => Date.parse('2026-10-04T16:30:00Z')
 */
export function instantOf(value: unknown): number | null {
  const match = typeof value === 'string' ? form.exec(value) : null
  if (match === null) return null
  const [, day, time, sign, hours = '0', minutes = '0'] = match
  const local = parseUtc(`${day}T${time}`)
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000
  return local && local + (sign === '-' ? offsetMs : -offsetMs)
}
