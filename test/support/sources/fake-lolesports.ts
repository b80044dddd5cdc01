import type { StatedGame, StatedSeries } from '@riftline/predictor'
import { type StandIn, type StandInAnswer, sendJson, startStandIn } from './stand-in.ts'
import type { Stated } from './stated-league.ts'

/** One match as the service sends it; tests change it to make defects. */
export interface FakeMatch {
  event: FakeEvent
  /** Details of the match; null for a 404. */
  details: { teams: unknown[]; games: { id: string; number: number; state: string; teams: unknown[] }[] } | null
  /** Windows by game id; null for a 204. */
  windows: Record<string, FakeWindow | null>
}

export interface FakeEvent {
  startTime: string
  state: string
  type: string
  league: { name: string; slug: string }
  match: { id: string; teams: FakeTeam[]; strategy: { type: string; count: number | null } }
}

export interface FakeTeam {
  name: string
  code: string
  image: string
  result: { outcome: string | null; gameWins: number } | null
}

export interface FakeWindow {
  gameMetadata: { patchVersion: string; blueTeamMetadata: FakeSide; redTeamMetadata: FakeSide }
  frames: { rfc460Timestamp: string; gameState: string }[]
}

export interface FakeSide {
  esportsTeamId: string
  participantMetadata: { esportsPlayerId: string; summonerName: string; role: string; championId: string }[]
}

export interface FakeLolesports extends StandIn {
  /** Values for `RIFTLINE_LOLESPORTS_URL` and `RIFTLINE_LOLESPORTS_FEED_URL`. */
  readonly url: string
  readonly feedUrl: string
  /** Matches in order of time; a test may change them. */
  matches: FakeMatch[]
  /** Answers about single games or matches by id, in place of the service's own answers. */
  readonly instead: Map<string, StandInAnswer>
}

export const fakeKey = 'invented-key'
const pageEvents = 4
const roles = ['top', 'jungle', 'mid', 'bottom', 'support']

/** Initials of the words in a team's name. */
function codeOf(name: string): string {
  return name.replace(/\s*(\S)\S*/g, '$1').toUpperCase()
}

/** Matches with the stated facts. Players' names begin with the code of their team, by default its initials. */
export function lolesportsMatches({ games, series }: Stated, code: (team: string) => string = codeOf): FakeMatch[] {
  const bySeries = new Map<string | null, StatedGame[]>()
  for (const game of games) bySeries.set(game.seriesId, [...(bySeries.get(game.seriesId) ?? []), game])
  return series
    .map((one) => toMatch(one, bySeries.get(one.id) ?? [], code))
    .sort((a, b) => (a.event.startTime < b.event.startTime ? -1 : 1))
}

/** Starts a service with the schedule in pages of four events; the first page contains the time `now`. */
export async function startFakeLolesports(matches: FakeMatch[], now: string): Promise<FakeLolesports> {
  const serve: StandInAnswer = (request, response) => {
    const { url, headers } = request
    const inFeed = /^\/feed\/window\/(.+)$/.exec(url.pathname)?.[1]
    const windowId = inFeed === undefined ? undefined : decodeURIComponent(inFeed)
    const odd = fake.instead.get(windowId ?? url.searchParams.get('id') ?? '')
    if (odd !== undefined) return odd(request, response)
    if (windowId !== undefined) {
      const window = fake.matches.flatMap((match) => match.windows[windowId] ?? [])[0]
      return window === undefined ? void response.writeHead(204).end() : sendJson(response, window)
    }
    if (headers['x-api-key'] !== fakeKey) return void response.writeHead(403).end('{"message":"Forbidden"}')
    if (url.pathname === '/gw/getEventDetails') {
      const match = fake.matches.find(({ event }) => event.match.id === url.searchParams.get('id'))
      if (!match?.details) return void response.writeHead(404).end('{}')
      return sendJson(response, { data: { event: { match: match.details } } })
    }
    const events = fake.matches.map(({ event }) => event)
    const begun = events.filter(({ startTime }) => startTime <= now).length
    const token = url.searchParams.get('pageToken')
    const from = token === null ? Math.max(0, begun - pageEvents / 2) : Number(token)
    const until = Math.min(from + pageEvents, events.length)
    const pages = {
      older: from === 0 ? null : String(Math.max(0, from - pageEvents)),
      newer: until === events.length ? null : String(until),
    }
    sendJson(response, { data: { schedule: { pages, events: events.slice(from, until) } } })
  }
  const standIn = await startStandIn(serve)
  const fake: FakeLolesports = Object.assign(standIn, {
    url: `${standIn.origin}/gw`,
    feedUrl: `${standIn.origin}/feed`,
    matches,
    instead: new Map<string, StandInAnswer>(),
  })
  return fake
}

function toMatch(series: StatedSeries, games: readonly StatedGame[], code: (team: string) => string): FakeMatch {
  const [first, second] = series.teams.map(({ name }) => name)
  const toTeam = (index: 0 | 1): FakeTeam => ({
    name: series.teams[index].name,
    code: code(series.teams[index].name),
    image: `http://static.invented.example/${code(series.teams[index].name)}.png`,
    result: {
      outcome: series.winner === null ? null : series.winner === index ? 'win' : 'loss',
      gameWins: series.score?.[index] ?? 0,
    },
  })
  const state = { upcoming: 'unstarted', running: 'inProgress', ended: 'completed' }[series.state]
  const unplayed = Math.max(0, (series.bestOf ?? 1) - games.length)
  return {
    event: {
      startTime: time(series.scheduledMs),
      state,
      type: 'match',
      league: { name: series.league, slug: series.league.toLowerCase() },
      match: { id: series.id, teams: [toTeam(0), toTeam(1)], strategy: { type: 'bestOf', count: series.bestOf } },
    },
    details: {
      teams: [{ id: `team ${first}` }, { id: `team ${second}` }],
      games: [
        ...games.map(({ id, gameNumber, sides }) => ({
          id,
          number: gameNumber ?? 1,
          state: 'completed',
          teams: sides.map(({ team }, index) => ({ id: `team ${team.name}`, side: index === 0 ? 'blue' : 'red' })),
        })),
        ...Array.from({ length: unplayed }, (_, index) => ({
          id: `${series.id} ${games.length + index + 1}`,
          number: games.length + index + 1,
          state: series.state === 'ended' ? 'unneeded' : 'unstarted',
          teams: [],
        })),
      ],
    },
    windows: Object.fromEntries(games.map((game) => [game.id, toWindow(game, code)])),
  }
}

function toWindow({ startMs, patch, sides }: StatedGame, code: (team: string) => string): FakeWindow {
  const toSide = (index: 0 | 1): FakeSide => {
    const { team, seats } = sides[index]
    return {
      esportsTeamId: `team ${team.name}`,
      participantMetadata: (seats ?? []).map(({ player, champion }, role) => ({
        esportsPlayerId: `player ${player?.name}`,
        summonerName: `${code(team.name)} ${player?.name}`,
        role: roles[role]!,
        championId: champion ?? '',
      })),
    }
  }
  return {
    gameMetadata: {
      patchVersion: `${patch}.721.3`,
      blueTeamMetadata: toSide(0),
      redTeamMetadata: toSide(1),
    },
    frames: [
      { rfc460Timestamp: time(startMs - 60_000), gameState: 'paused' },
      { rfc460Timestamp: time(startMs).replace('Z', '.417Z'), gameState: 'in_game' },
      { rfc460Timestamp: time(startMs + 10_000), gameState: 'in_game' },
    ],
  }
}

function time(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}
