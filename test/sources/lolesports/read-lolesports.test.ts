import type { StatedSeries } from '@riftline/predictor'
import { expect, it, onTestFinished } from 'vitest'
import { readLolesports } from '#sources/lolesports/read-lolesports.ts'
import type { SourceRun } from '#sources/source-run.ts'
import {
  type FakeLolesports,
  type FakeMatch,
  fakeKey,
  lolesportsMatches,
  startFakeLolesports,
} from '../../support/sources/fake-lolesports.ts'
import {
  body,
  cutJson,
  gzipBomb,
  page,
  redirectLoop,
  redirectTo,
  silence,
  status,
  wrongLength,
} from '../../support/sources/faults.ts'
import type { StandInAnswer } from '../../support/sources/stand-in.ts'
import { afterTheLeague, statedLeague, upcomingSeries } from '../../support/sources/stated-league.ts'
import { readOptions, readSettings } from '../read-options.ts'

const stated = statedLeague()

async function openFake(
  change: (matches: FakeMatch[]) => void = () => {},
  more: StatedSeries[] = [],
): Promise<FakeLolesports> {
  const matches = lolesportsMatches({ games: stated.games, series: [...stated.series, ...more] })
  change(matches)
  const fake = await startFakeLolesports(matches, afterTheLeague)
  onTestFinished(() => fake.close())
  return fake
}

const settingsOf = ({ url, feedUrl }: FakeLolesports, key = fakeKey) =>
  readSettings({ RIFTLINE_LOLESPORTS_URL: url, RIFTLINE_LOLESPORTS_FEED_URL: feedUrl, RIFTLINE_LOLESPORTS_KEY: key })
const read = (fake: FakeLolesports): Promise<SourceRun> => readLolesports(settingsOf(fake), readOptions())

it('series have team ids, true starts and scores', async () => {
  const run = await read(await openFake())
  expect(run).toMatchObject({ status: 'ok', fault: null, skipped: [], scheduled: [] })
  const named = ({ name }: { name: string }) => ({ name, sourceId: `lolesports:team ${name}` })
  expect(run.series.map(({ logoUrls: _, ...series }) => series)).toEqual(
    stated.series.map((series) => ({
      ...series,
      source: 'lolesports',
      tournament: null,
      startedMs: series.scheduledMs,
      teams: series.teams.map(named),
    })),
  )
})

it('games have sides, patch, and line-ups without team codes in names; only a sweep gives their winners', async () => {
  const run = await read(await openFake())
  expect(run.games).toHaveLength(stated.games.length)
  expect(run.games[0]).toMatchObject({
    source: 'lolesports',
    id: 'INVENTED-1-1',
    hasPlatformId: false,
    startMs: stated.games[0]?.startMs,
    gameNumber: 1,
    patch: '21.01',
    sidesKnown: true,
    winner: 0,
  })
  expect(run.games[0]).not.toHaveProperty('startIsEstimate')
  expect(run.games[0]?.sides[0].team).toEqual({ name: 'Amber Foxes', sourceId: 'lolesports:team Amber Foxes' })
  expect(run.games[0]?.sides[1].seats?.map(({ player }) => player?.name)).toEqual(
    ['top', 'jng', 'mid', 'bot', 'sup'].map((role) => `Basalt Bears ${role}`),
  )
  expect(run.games[1]).toMatchObject({ sides: [{ team: { name: 'Basalt Bears' } }, {}], winner: 1 })
  const swept = new Set(stated.series.filter(({ score }) => score?.includes(0)).map(({ id }) => id))
  expect(run.games.every(({ seriesId, winner }) => (winner !== null) === swept.has(String(seriesId)))).toBe(true)
})

it('the schedule is read back to the given time and 60 days ahead', async () => {
  const next = Array.from({ length: 11 }, (_, n) =>
    upcomingSeries({ id: `next ${String(n).padStart(2, '0')}`, scheduledMs: Date.UTC(2031, 0, 26 + 7 * n) }),
  )
  const fake = await openFake(() => {}, next)
  const run = await read(fake)
  expect(run.scheduled.map(({ id }) => id)).toEqual(next.slice(0, 9).map(({ id }) => id))
  expect(run.scheduled[0]).toMatchObject({ state: 'upcoming', bestOf: 3, score: null, startedMs: null })
  // Played matches map team names to ids.
  expect(run.scheduled[0]?.teams[0]).toEqual({ name: 'Amber Foxes', sourceId: 'lolesports:team Amber Foxes' })
  const late = readOptions({ sinceMs: Date.UTC(2031, 0, 19) })
  const since = await readLolesports(settingsOf(fake), late)
  expect(since.series.every(({ scheduledMs }) => scheduledMs >= Date.UTC(2031, 0, 19))).toBe(true)
})

it('shows, and matches that wait for a team, are left out', async () => {
  const run = await read(
    await openFake((matches) => {
      matches[0]!.event.type = 'show'
      matches[1]!.event.match.teams[1]!.name = 'TBD'
    }),
  )
  expect(run.series).toHaveLength(stated.series.length - 2)
  expect(run.skipped).toEqual([])
})

it('images are https addresses', async () => {
  const run = await read(await openFake())
  const logos = run.series.flatMap(({ teams, logoUrls }) => teams.map(({ name }, index) => [name, logoUrls?.[index]]))
  expect(logos).toContainEqual(['Dune Drakes', 'https://static.invented.example/DD.png'])
  expect(new Map(logos as [string, string][]).size).toBe(4)
})

it('a match completed before its start is skipped, but stays upcoming if its details say it has not begun', async () => {
  const later = '2031-01-30T15:00:00Z'
  const run = await read(
    await openFake((matches) => {
      matches[0]!.event.startTime = later
      matches[0]!.windows = {}
      matches[1]!.event.startTime = later
      for (const game of matches[1]!.details!.games) game.state = 'unstarted'
      matches.push(...matches.splice(0, 2))
    }),
  )
  const [first, second] = stated.series.map(({ id }) => id)
  expect(run.skipped).toEqual([
    { what: `series ${first}`, why: 'completed_before_start' },
    { what: `series ${second}`, why: 'completed_before_start' },
  ])
  expect(run.scheduled).toMatchObject([{ id: second, state: 'upcoming', score: null, winner: null }])
  expect(run.series.map(({ id }) => id)).toEqual(stated.series.slice(2).map(({ id }) => id))
  expect(run.games.some(({ seriesId }) => seriesId === first || seriesId === second)).toBe(false)
})

it('games that end before the start of their match are skipped, whatever the schedule states', async () => {
  const run = await read(
    await openFake((matches) => {
      Object.assign(matches[10]!.event, { startTime: '2031-01-30T15:00:00Z', state: 'inProgress' })
      matches[10]!.windows = {}
    }),
  )
  expect(run.skipped).toMatchObject([{ why: 'completed_before_start' }])
  expect(run.games.some(({ seriesId }) => seriesId === stated.series[10]?.id)).toBe(false)
})

it('a winner that the score contradicts is null', async () => {
  const run = await read(
    await openFake((matches) => {
      const [first, second] = matches[0]!.event.match.teams
      ;[first!.result!.outcome, second!.result!.outcome] = ['loss', 'win']
    }),
  )
  expect(run.series[0]).toMatchObject({ state: 'ended', score: [2, 0], winner: null })
  expect(run.games.slice(0, 2).map(({ winner }) => winner)).toEqual([null, null])
})

it('details in an unknown format fail the whole source, or skip one match if only its details are affected', async () => {
  const one = await read(await openFake((matches) => void Object.assign(matches[0]!.details!, { games: 'none' })))
  expect(one).toMatchObject({
    status: 'ok',
    skipped: [{ why: 'bad_row' }],
    series: { length: stated.series.length - 1 },
  })
  const all = await openFake(
    (matches) => {
      for (const { details } of matches) Object.assign(details!, { games: 'none' })
    },
    [upcomingSeries()],
  )
  expect(await read(all)).toMatchObject({ status: 'failed', fault: 'shape' })
})

it('a match played before its scheduled time counts if the live feed shows it', async () => {
  const run = await read(
    await openFake((matches) => void Object.assign(matches[10]!.event, { startTime: '2031-01-26T09:00:00Z' })),
  )
  expect(run.skipped).toEqual([])
  expect(run.series.at(-1)).toMatchObject({ state: 'ended', startedMs: stated.series.at(-1)?.scheduledMs })
})

it('a match that the schedule ends before its games are over is running and has no winner', async () => {
  const run = await read(
    await openFake((matches) => {
      matches[0]!.details!.games[1]!.state = 'inProgress'
    }),
  )
  expect(run.series[0]).toMatchObject({ state: 'running', winner: null })
  expect(run.games.filter(({ seriesId }) => seriesId === stated.series[0]?.id)).toMatchObject([{ winner: null }])
})

it('team ids are assigned by name or code if the details have them, else by order', async () => {
  const ids = (run: SourceRun) => run.series[0]?.teams.map(({ sourceId }) => sourceId)
  const crossed = await openFake((matches) => {
    matches[0]!.details!.teams = [{ id: 'second', code: 'BB' }, { id: 'first' }]
  })
  expect(ids(await read(crossed))).toEqual(['lolesports:first', 'lolesports:second'])
  const bare = await openFake((matches) => {
    matches[0]!.details!.teams = [{ id: 'one' }, { id: 'two' }]
  })
  expect(ids(await read(bare))).toEqual(['lolesports:one', 'lolesports:two'])
})

it("sides that contradict the players' names are unknown, but the line-ups stay", async () => {
  const run = await read(
    await openFake((matches) => {
      const { blueTeamMetadata: blue, redTeamMetadata: red } = matches[0]!.windows['INVENTED-1-1']!.gameMetadata
      ;[blue.esportsTeamId, red.esportsTeamId] = [red.esportsTeamId, blue.esportsTeamId]
    }),
  )
  expect(run.games[0]).toMatchObject({ sidesKnown: false, winner: 0 })
  expect(run.games[0]?.sides.map(({ team, seats }) => [team.name, seats?.[0]?.player?.name])).toEqual([
    ['Amber Foxes', 'Amber Foxes top'],
    ['Basalt Bears', 'Basalt Bears top'],
  ])
})

it("a side whose players' names lack codes, or with two players in a role, has no line-up", async () => {
  const run = await read(
    await openFake((matches) => {
      const window = (game: number) => matches[0]!.windows[`INVENTED-1-${game}`]!.gameMetadata
      for (const one of window(1).redTeamMetadata.participantMetadata) one.summonerName = 'Nobody'
      window(2).blueTeamMetadata.participantMetadata[0]!.role = 'mid'
    }),
  )
  expect(run.games[0]).toMatchObject({ sidesKnown: false, sides: [{ seats: null }, { seats: null }] })
  expect(run.games[1]).toMatchObject({ sidesKnown: true, sides: [{ seats: null }, { seats: { length: 5 } }] })
})

it.each([
  ['204', status(204)],
  ['404', status(404)],
  ['an empty answer', body('')],
])('a game whose first frames are %s counts, with an estimated start', async (_what, answer) => {
  const fake = await openFake((matches) => void matches.splice(1))
  const { requests } = fake
  const run = read(fake)
  // The requests are schedule, details, and the two games.
  await fake.received(2)
  fake.always(answer)
  const { games, series } = await run
  expect(requests.map(({ url }) => url.pathname).slice(2)).toEqual([
    '/feed/window/INVENTED-1-1',
    '/feed/window/INVENTED-1-2',
  ])
  const begunMs = stated.series[0]!.scheduledMs
  expect(games.map(({ startMs, startIsEstimate }) => [startMs, startIsEstimate])).toEqual([
    [begunMs, true],
    [begunMs + 50 * 60_000, true],
  ])
  expect(games).toMatchObject([
    { sidesKnown: false, winner: 0, patch: null },
    { sidesKnown: false, winner: 0, patch: null },
  ])
  expect(series).toMatchObject([{ startedMs: null }])
})

const refusals: readonly (readonly [string, StandInAnswer])[] = [
  ['400', status(400)],
  ['401', status(401)],
  ['403', status(403)],
  ['410', status(410)],
  ['422', status(422)],
  ['a page', page],
  ['no JSON', body('soon')],
]

it.each(refusals)('a live feed that answers %s is skipped and listed, and the rest is kept', async (_what, answer) => {
  const fake = await openFake((matches) => void matches.splice(3), [])
  const whole = await read(fake)
  const { id } = whole.games[2]!
  fake.instead.set(id, answer)
  const run = await read(fake)
  expect(run).toMatchObject({ status: 'ok', fault: null, series: { length: 3 } })
  expect(run.skipped).toEqual([{ what: expect.stringContaining(`feed of game ${id}`), why: 'no_answer' }])
  expect(run.games.map((game) => game.id)).toEqual(whole.games.map((game) => game.id))
  // Later games of the match are timed from the start of its first game.
  const rest = ({ games }: SourceRun): unknown =>
    games.filter((game) => game.id !== id).map(({ startMs: _, startIsEstimate: __, ...game }) => game)
  expect(rest(run)).toEqual(rest(whole))
  expect(run.games[2]).toMatchObject({ sidesKnown: false, startIsEstimate: true })
})

it('if every live feed answers 403, the schedule and scores are kept', async () => {
  const fake = await openFake((matches) => void matches.splice(2, matches.length - 3), [upcomingSeries()])
  const { length } = (await read(fake)).games
  for (const { id } of stated.games) fake.instead.set(id, status(403))
  const run = await read(fake)
  expect(run).toMatchObject({ status: 'ok', scheduled: { length: 1 }, series: { length: 2 } })
  expect(run.skipped).toHaveLength(length)
})

it.each([
  ['400', status(400)],
  ['422', status(422)],
  ['a page', page],
])('details of one match that are %s are listed as skipped, and other matches are kept', async (_what, answer) => {
  const fake = await openFake((matches) => void matches.splice(3, matches.length - 4), [upcomingSeries()])
  const { id } = stated.series[1]!
  fake.instead.set(id, answer)
  const run = await read(fake)
  expect(run).toMatchObject({ status: 'ok', fault: null, scheduled: { length: 1 } })
  expect(run.series.map((one) => one.id)).toEqual([stated.series[0]!.id, stated.series[2]!.id])
  expect(run.skipped).toMatchObject([{ why: 'no_answer' }])
})

it.each<[string, unknown, number | null]>([
  ['playAll', 2, 2],
  ['playAll', 1, 1],
  ['playAll', 3, null],
  ['playAll', 5, null],
  ['playAll', null, null],
  ['playAll', '2', null],
  ['bestOf', 1, 1],
  ['bestOf', 2, 2],
  ['bestOf', 3, 3],
  ['bestOf', 5, 5],
  ['bestOf', 4, null],
  ['bestOf', 7, null],
  ['bestOf', null, null],
  ['another', 3, null],
])('a match of type %s and count %j is a best-of-%j, played or upcoming', async (type, count, bestOf) => {
  const fake = await openFake(
    (matches) => {
      matches.splice(2, matches.length - 3)
      for (const { event } of matches) Object.assign(event.match.strategy, { type, count })
    },
    [upcomingSeries()],
  )
  const run = await read(fake)
  expect(new Set([...run.series, ...run.scheduled].map((one) => one.bestOf))).toEqual(new Set([bestOf]))
  expect(run.scheduled).toHaveLength(1)
})

it('the live feed is requested without a time and without the key', async () => {
  const fake = await openFake()
  await read(fake)
  const asked = fake.requests.filter(({ url }) => url.pathname.startsWith('/feed/'))
  expect(asked).toHaveLength(stated.games.length)
  expect(asked.every(({ url, headers }) => url.search === '' && headers['x-api-key'] === undefined)).toBe(true)
})

const faults: readonly (readonly [string, string, StandInAnswer])[] = [
  ['403', 'status', status(403)],
  ['429', 'rate_limited', status(429)],
  ['a page', 'html', page],
  ['JSON without its end', 'truncated', cutJson],
  ['the wrong length', 'truncated', wrongLength],
  ['a redirect loop', 'redirect', redirectLoop],
  ['a gzip bomb', 'too_large', gzipBomb(40)],
  ['an answer without a schedule', 'shape', body('{"data":{}}')],
  [
    'events with renamed keys',
    'shape',
    body('{"data":{"schedule":{"pages":{},"events":[{"type":"match","begins":1}]}}}'),
  ],
]

it.each(faults)('an answer of %s is the fault %s and gives no data', async (_what, fault, answer) => {
  const fake = await openFake()
  fake.always(answer)
  const run = await read(fake)
  expect(run).toMatchObject({ status: 'failed', fault, games: [], series: [], scheduled: [], known: {} })
  expect(JSON.stringify(run)).not.toMatch(/invented-key|getSchedule\?/)
})

it('a fault in the middle of lolesports gives no data', async () => {
  const fake = await openFake()
  const run = read(fake)
  await fake.received(9)
  fake.always(status(403))
  expect(await run).toMatchObject({ status: 'failed', fault: 'status', games: [], series: [] })
})

it('a silent service is a time-out', async () => {
  const fake = await openFake()
  fake.always(silence)
  const options = readOptions()
  const run = readLolesports(settingsOf(fake), options)
  for (let n = 1; n <= 6; n++) {
    await fake.received(n)
    options.time.pass(60_000)
  }
  expect(await run).toMatchObject({ status: 'failed', fault: 'timeout' })
})

it('the key is sent to no other host', async () => {
  const [fake, other] = [await openFake(), await openFake()]
  fake.next(redirectTo(`${other.url}/getSchedule?hl=en-US`))
  expect(await read(fake)).toMatchObject({ status: 'failed', fault: 'status' })
  expect(JSON.stringify(other.requests)).not.toContain(fakeKey)
})

it('an event in an unknown format is skipped and named', async () => {
  const run = await read(await openFake((matches) => void Object.assign(matches[0]!.event, { startTime: 'soon' })))
  expect(run.series).toHaveLength(stated.series.length - 1)
  expect(run.skipped).toMatchObject([{ what: expect.stringContaining('startTime: expected a time'), why: 'bad_row' }])
})

it('lolesports without a key is off and sends no request', async () => {
  const fake = await openFake()
  const settings = { ...settingsOf(fake), lolesportsKey: null }
  expect(await readLolesports(settings, readOptions())).toMatchObject({
    status: 'off',
    fault: 'not_configured',
    requests: 0,
  })
  expect(fake.requests).toEqual([])
})

it('requests to lolesports are half a second apart', async () => {
  const fake = await openFake()
  const options = readOptions()
  await readLolesports({ ...settingsOf(fake), pauseMs: null }, options)
  expect(new Set(options.time.waits)).toEqual(new Set([500]))
  expect(options.time.waits).toHaveLength(fake.requests.length - 1)
})
