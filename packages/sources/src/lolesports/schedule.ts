import { parseUtc } from '@riftline/base'
import type { SourceHttp } from '../http/source-client.ts'
import {
  isPlaceholder,
  isRecord,
  type JsonRecord,
  shapeFault,
  toList,
  toOptionalText,
  toPatch,
  toRecord,
  toText,
} from '../shape.ts'

export interface Gateway {
  readonly http: SourceHttp
  readonly url: string
  readonly key: string
}

export type ScheduleEvent = NonNullable<ReturnType<typeof toEvent>>

const maxPages = 20

/** The raw events of type `match` around now, back to `sinceMs` and ahead to `untilMs`, at most 20 pages in each direction. */
export async function listEvents(gateway: Gateway, sinceMs: number, untilMs: number): Promise<readonly unknown[]> {
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

/** Parses a time with `Z` and drops fractions of a second; null for other text. */
function parseMoment(text: string): number | null {
  return /^.{19}(\.\d{1,9})?Z$/.test(text) ? parseUtc(text.slice(0, 19)) : null
}

/** Converts a match; null while a team is undecided. @throws SourceError `shape` */
export function toEvent(raw: unknown, place: string) {
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
    teams: [first, second] as const,
  }
}

function toTeam(raw: unknown, place: string) {
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
  // Both of two games are played whoever wins the first, so the series may end without a winner.
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

export type MatchDetails = NonNullable<Awaited<ReturnType<typeof readDetails>>>

export type MatchGame = ReturnType<typeof toGame>

/** Reads the details of a match; null if the source has none. @throws SourceError */
export async function readDetails({ http, url, key }: Gateway, matchId: string) {
  const answer = await http.json({
    url: `${url}/getEventDetails?hl=en-US&id=${encodeURIComponent(matchId)}`,
    headers: { 'x-api-key': key },
    mayBeAbsent: true,
  })
  if (answer === null) return null
  const data = toRecord(toRecord(answer, 'getEventDetails').data, 'getEventDetails, data')
  if (data.event === null) return null
  const place = 'getEventDetails, data.event.match'
  const match = toRecord(toRecord(data.event, 'getEventDetails, data.event').match, place)
  return {
    teams: toList(match.teams, `${place}.teams`).map((raw, index) => {
      const at = `${place}.teams[${index}]`
      const team = toRecord(raw, at)
      const [name, code] = [toOptionalText(team.name, `${at}.name`), toOptionalText(team.code, `${at}.code`)]
      return { id: toText(team.id, `${at}.id`), name, code }
    }),
    games: toList(match.games, `${place}.games`)
      .map((raw, index) => toGame(raw, `${place}.games[${index}]`))
      .sort((a, b) => a.number - b.number),
  }
}

function toGame(raw: unknown, place: string) {
  const game = toRecord(raw, place)
  const { number } = game
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 9) {
    throw shapeFault(`${place}.number`, 'a number from 1 to 9', number)
  }
  return { id: toText(game.id, `${place}.id`), number, state: toText(game.state, `${place}.state`) }
}

export function hasGameBegun(game: MatchGame): boolean {
  return game.state === 'completed' || game.state === 'inProgress'
}

interface CalledTeam {
  readonly name: string | null
  readonly code: string | null
}

/** Id of each team in the schedule: matched by name or code if the details have them, else by order. */
export function teamIds(
  teams: readonly [CalledTeam, CalledTeam],
  details: MatchDetails | null,
): readonly [string | null, string | null] {
  const [first, second] = details?.teams ?? []
  if (first === undefined || second === undefined) return [null, null]
  const isCrossed = isSame(teams[0], second) || isSame(teams[1], first)
  return isCrossed ? [second.id, first.id] : [first.id, second.id]
}

function isSame(a: CalledTeam, b: CalledTeam): boolean {
  return (b.name !== null && a.name === b.name) || (b.code !== null && a.code === b.code)
}

export type FeedWindow = NonNullable<Awaited<ReturnType<typeof readWindow>>>

export type FeedSide = ReturnType<typeof toSide>

export type Participant = FeedSide['participants'][number]

/** Reads the first frames of a game, which the feed returns for a request without a time; null before the first. @throws SourceError */
export async function readWindow(http: SourceHttp, url: string, gameId: string) {
  const answer = await http.json({ url: `${url}/window/${encodeURIComponent(gameId)}`, mayBeAbsent: true })
  if (answer === null) return null
  const window = toRecord(answer, 'window')
  const metadata = toRecord(window.gameMetadata, 'window, gameMetadata')
  const frames = toList(window.frames, 'window, frames')
  return {
    startMs: firstMoment(frames),
    patch: toClientPatch(toOptionalText(metadata.patchVersion, 'window, gameMetadata.patchVersion')),
    sides: [toSide(metadata, 'blueTeamMetadata'), toSide(metadata, 'redTeamMetadata')] as const,
  }
}

function firstMoment(frames: readonly unknown[]): number | null {
  const frame = frames.find((one) => isRecord(one) && one.gameState === 'in_game')
  const time = isRecord(frame) ? frame.rfc460Timestamp : undefined
  return typeof time === 'string' ? parseMoment(time) : null
}

/** The game client appends build numbers to the patch: `16.4.741.9024`. */
function toClientPatch(version: string | null): string | null {
  return version === null ? null : toPatch(version.split('.').slice(0, 2).join('.'))
}

function toSide(metadata: JsonRecord, key: string) {
  const place = `window, gameMetadata.${key}`
  const side = toRecord(metadata[key], place)
  return {
    teamId: toOptionalText(side.esportsTeamId, `${place}.esportsTeamId`),
    participants: toList(side.participantMetadata, `${place}.participantMetadata`).map((raw, index) => {
      const at = `${place}.participantMetadata[${index}]`
      const one = toRecord(raw, at)
      return {
        playerId: toOptionalText(one.esportsPlayerId, `${at}.esportsPlayerId`),
        name: toOptionalText(one.summonerName, `${at}.summonerName`),
        role: toOptionalText(one.role, `${at}.role`),
        champion: toOptionalText(one.championId, `${at}.championId`),
      }
    }),
  }
}
