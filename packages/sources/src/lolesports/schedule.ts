import { parseUtc } from '@riftline/base'
import type { SourceHttp } from '../http/source-client.ts'
import { isPlaceholder, isRecord, shapeFault, toList, toOptionalText, toRecord, toText } from '../shape.ts'

/** Address and key of the schedule. */
export interface Gateway {
  readonly http: SourceHttp
  readonly url: string
  readonly key: string
}

/** A match of the schedule. */
export interface ScheduleEvent {
  readonly matchId: string
  readonly startMs: number
  readonly state: string
  readonly league: string
  readonly bestOf: number | null
  readonly teams: readonly [ScheduledTeam, ScheduledTeam]
}

export interface ScheduledTeam {
  readonly name: string
  readonly code: string | null
  /** An https address. */
  readonly imageUrl: string | null
  readonly gameWins: number | null
  readonly hasWon: boolean
}

const maxPages = 20

/** The raw events of type `match` around now, back to one moment and ahead to another, at most 20 pages each way. */
export async function readSchedule(gateway: Gateway, sinceMs: number, untilMs: number): Promise<readonly unknown[]> {
  const first = await readPage(gateway, null)
  const events = [...first.events]
  const ways = [
    ['older', (page: Page) => startsOf(page).some((ms) => ms < sinceMs)],
    ['newer', (page: Page) => startsOf(page).some((ms) => ms > untilMs)],
  ] as const
  for (const [way, isEnough] of ways) {
    let page = first
    for (let n = 0; n < maxPages && page[way] !== null && !isEnough(page); n++) {
      page = await readPage(gateway, page[way])
      events.push(...page.events)
    }
  }
  return events.filter((event) => isRecord(event) && event.type === 'match')
}

interface Page {
  readonly events: readonly unknown[]
  readonly older: string | null
  readonly newer: string | null
}

async function readPage({ http, url, key }: Gateway, token: string | null): Promise<Page> {
  const page = token === null ? '' : `&pageToken=${encodeURIComponent(token)}`
  const answer = await http.json({ url: `${url}/getSchedule?hl=en-US${page}`, headers: { 'x-api-key': key } })
  const place = 'getSchedule, data.schedule'
  const schedule = toRecord(toRecord(toRecord(answer, 'getSchedule').data, 'getSchedule, data').schedule, place)
  const pages = toRecord(schedule.pages, `${place}.pages`)
  return {
    events: toList(schedule.events, `${place}.events`),
    older: toOptionalText(pages.older, `${place}.pages.older`),
    newer: toOptionalText(pages.newer, `${place}.pages.newer`),
  }
}

function startsOf({ events }: Page): readonly number[] {
  return events.flatMap((event) => {
    const ms = isRecord(event) && typeof event.startTime === 'string' ? parseMoment(event.startTime) : null
    return ms === null ? [] : [ms]
  })
}

/** A time with `Z`, fractions of its second left out; null for another text. */
export function parseMoment(text: string): number | null {
  return /^.{19}(\.\d{1,9})?Z$/.test(text) ? parseUtc(text.slice(0, 19)) : null
}

/** A match; null while it waits for a team. @throws SourceError `shape` */
export function toEvent(raw: unknown, place: string): ScheduleEvent | null {
  const event = toRecord(raw, place)
  const match = toRecord(event.match, `${place}.match`)
  const start = toText(event.startTime, `${place}.startTime`)
  const startMs = parseMoment(start)
  if (startMs === null) throw shapeFault(`${place}.startTime`, 'a time YYYY-MM-DDThh:mm:ssZ', start)
  const teams = toList(match.teams, `${place}.match.teams`)
  if (teams.length !== 2) throw shapeFault(`${place}.match.teams`, 'two teams', teams)
  const [first, second] = teams.map((team, index) => toTeam(team, `${place}.match.teams[${index}]`))
  if (!first || !second) return null
  return {
    matchId: toText(match.id, `${place}.match.id`),
    startMs,
    state: toText(event.state, `${place}.state`),
    league: toText(toRecord(event.league, `${place}.league`).name, `${place}.league.name`),
    bestOf: toBestOf(match.strategy),
    teams: [first, second],
  }
}

function toTeam(raw: unknown, place: string): ScheduledTeam | null {
  const team = toRecord(raw, place)
  const name = toText(team.name, `${place}.name`)
  if (isPlaceholder(name)) return null
  const result = isRecord(team.result) ? team.result : {}
  const { gameWins, outcome } = result
  return {
    name,
    code: toOptionalText(team.code, `${place}.code`),
    imageUrl: toImageUrl(team.image),
    gameWins:
      typeof gameWins === 'number' && Number.isInteger(gameWins) && gameWins >= 0 && gameWins < 10 ? gameWins : null,
    hasWon: outcome === 'win',
  }
}

function toBestOf(strategy: unknown): number | null {
  if (!isRecord(strategy)) return null
  const { type, count } = strategy
  // All of two games are played whoever wins the first: a series that nobody may win.
  if (type === 'playAll') return count === 1 || count === 2 ? count : null
  if (type !== 'bestOf') return null
  return typeof count === 'number' && [1, 2, 3, 5].includes(count) ? count : null
}

function toImageUrl(image: unknown): string | null {
  if (typeof image !== 'string' || image.length > 500 || !/^https?:\/\//.test(image) || !URL.canParse(image))
    return null
  const url = new URL(image)
  url.protocol = 'https:'
  return url.username === '' && url.port === '' ? url.href : null
}
