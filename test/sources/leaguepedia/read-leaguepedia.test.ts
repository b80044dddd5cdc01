import { dayMs } from '@riftline/base'
import { expect, it, onTestFinished } from 'vitest'
import { readLeaguepedia } from '#sources/leaguepedia/read-leaguepedia.ts'
import type { SourceRun } from '#sources/source-run.ts'
import {
  type FakeLeaguepedia,
  type FakeLeaguepediaOptions,
  rateLimited,
  startFakeLeaguepedia,
} from '../../support/sources/fake-leaguepedia.ts'
import {
  body,
  cutJson,
  gzipBomb,
  page,
  redirectLoop,
  silence,
  status,
  wrongLength,
} from '../../support/sources/faults.ts'
import { leaguepediaTables } from '../../support/sources/leaguepedia-tables.ts'
import type { StandInAnswer } from '../../support/sources/stand-in.ts'
import { beforeTheLeagueMs, type Stated, statedLeague, upcomingSeries } from '../../support/sources/stated-league.ts'
import { readOptions, readSettings } from '../read-options.ts'

async function openFake(stated: Stated = statedLeague(), options?: FakeLeaguepediaOptions): Promise<FakeLeaguepedia> {
  const fake = await startFakeLeaguepedia(leaguepediaTables(stated), options)
  onTestFinished(() => fake.close())
  return fake
}

const read = (fake: FakeLeaguepedia, env: Record<string, string> = {}, options = {}): Promise<SourceRun> =>
  readLeaguepedia(readSettings({ RIFTLINE_LEAGUEPEDIA_URL: fake.url, ...env }), readOptions(options))

it('games, line-ups and series equal those on the wiki', async () => {
  const stated = statedLeague()
  const run = await read(await openFake(stated))
  expect(run).toMatchObject({ status: 'ok', fault: null, reason: null, skipped: [] })
  expect(run.games).toEqual(stated.games)
  expect(run.series).toEqual(stated.series)
  // Three queries read the window with games, and one each the two windows of the next 60 days.
  expect(run.requests).toBe(5)
})

it('the schedule covers the next 60 days, without series that wait for a team', async () => {
  const next = upcomingSeries()
  const late = upcomingSeries({ id: 'late', scheduledMs: Date.UTC(2031, 3, 1) })
  const open = upcomingSeries({ id: 'open', teams: [next.teams[0], { name: 'TBD', sourceId: null }] })
  const bye = upcomingSeries({ id: 'bye', teams: [{ name: 'Bye', sourceId: null }, next.teams[1]] })
  const { games, series } = statedLeague()
  const run = await read(await openFake({ games, series: [...series, next, late, open, bye] }))
  expect(run.scheduled).toEqual([next])
  expect(run.series).toEqual(series)
  expect(run.skipped).toEqual([])
})

it('more than 500 rows are read in pages', async () => {
  const { games, series } = statedLeague()
  const many = Array.from({ length: 1200 }, (_, n) => ({
    ...games[0]!,
    id: `INVENTED-MANY-${String(n).padStart(4, '0')}`,
    seriesId: `many ${String(n).padStart(4, '0')}`,
    sides: [
      { ...games[0]!.sides[0], seats: null, deaths: null, assists: null, cs: null },
      { ...games[0]!.sides[1], seats: null, deaths: null, assists: null, cs: null },
    ] as const,
  }))
  const fake = await openFake({ games: many, series })
  const run = await read(fake)
  expect(run.games).toEqual(many)
  expect(fake.requests.flatMap(({ url }) => url.searchParams.get('offset') ?? []).filter((n) => n !== '0')).toEqual([
    '500',
    '1000',
  ])
})

it('a wiki that ignores the offset is refused', async () => {
  const row = {
    title: Object.fromEntries(
      'MatchId,DateTime UTC,Team1,Team2,BestOf,Winner,Team1Score,Team2Score,FF,IsNullified,Team1Advantage,Team2Advantage,Team1Page,Team2Page,Tournament,LeagueShort'
        .split(',')
        .map((key) => [key, null]),
    ),
  }
  const fake = await openFake()
  fake.always(body(JSON.stringify({ cargoquery: Array.from({ length: 500 }, () => row) })))
  expect(await read(fake)).toMatchObject({ status: 'failed', fault: 'shape', requests: 2 })
})

const faults: readonly (readonly [string, string, StandInAnswer, number])[] = [
  ['403', 'status', status(403), 1],
  ['429', 'rate_limited', status(429), 6],
  ['500', 'status', status(500), 6],
  ['a refusal with status 200', 'rate_limited', rateLimited, 6],
  ['a page', 'html', page, 1],
  ['JSON without its end', 'truncated', cutJson, 1],
  ['the wrong length', 'truncated', wrongLength, 1],
  ['a redirect loop', 'redirect', redirectLoop, 6],
  ['a gzip bomb', 'too_large', gzipBomb(40), 1],
  ['an answer without rows', 'shape', body('{"batchcomplete":""}'), 1],
  ['rows of another form', 'shape', body('{"cargoquery":[1]}'), 1],
]

it.each(faults)('an answer of %s is the fault %s and gives no rows', async (_what, fault, answer, requests) => {
  const fake = await openFake()
  fake.always(answer)
  const run = await read(fake)
  expect(run).toMatchObject({ status: 'failed', fault, requests, games: [], series: [], scheduled: [] })
  expect(run).toMatchObject({ coveredUntilMs: null, known: {} })
  expect(run.reason).not.toMatch(/api\.php|cargoquery&|Scoreboard/)
})

it('a renamed column is named in the fault, whether the wiki reports or omits it', async () => {
  const fake = await openFake()
  for (const row of fake.tables.ScoreboardGames ?? []) delete row.Winner
  expect(await read(fake)).toMatchObject({ status: 'failed', fault: 'shape', games: [] })
  fake.next(body('{"cargoquery":[{"title":{"MatchId":"1"}}]}'))
  expect((await read(fake)).reason).toContain('DateTime UTC, Team1, Team2')
})

it('a silent wiki is tried six times, a minute each', async () => {
  const fake = await openFake()
  fake.always(silence)
  const options = readOptions()
  const run = readLeaguepedia(readSettings({ RIFTLINE_LEAGUEPEDIA_URL: fake.url }), options)
  for (let n = 1; n <= 6; n++) {
    await fake.received(n)
    options.time.pass(60_000)
  }
  expect(await run).toMatchObject({ status: 'failed', fault: 'timeout' })
})

it('rate limits are waited out, and later answers count', async () => {
  const fake = await openFake()
  fake.next(rateLimited, rateLimited)
  const options = readOptions()
  const settings = readSettings({ RIFTLINE_LEAGUEPEDIA_URL: fake.url, RIFTLINE_SOURCE_BACKOFF_MS: '5000' })
  expect(await readLeaguepedia(settings, options)).toMatchObject({ status: 'ok', requests: 7 })
  expect(options.time.waits).toEqual([5000, 10_000])
})

it('an anonymous reader waits ten seconds between requests, a logged-in one two', async () => {
  const anonymous = await openFake()
  const first = readOptions()
  const own = { ...readSettings({ RIFTLINE_LEAGUEPEDIA_URL: anonymous.url }), pauseMs: null }
  await readLeaguepedia(own, first)
  expect(new Set(first.time.waits)).toEqual(new Set([10_000]))
  const known = await openFake(statedLeague(), { login: { user: 'Bot@reader', password: 'very secret' } })
  const second = readOptions()
  const login = { leaguepediaUser: 'Bot@reader', leaguepediaPassword: 'very secret', leaguepediaUrl: known.url }
  expect(await readLeaguepedia({ ...own, ...login }, second)).toMatchObject({ status: 'ok', requests: 7 })
  expect(new Set(second.time.waits)).toEqual(new Set([2000]))
})

it('a refused login is reported without its credentials', async () => {
  const fake = await openFake(statedLeague(), { login: { user: 'Bot@reader', password: 'other' } })
  const env = { RIFTLINE_LEAGUEPEDIA_USER: 'Bot@reader', RIFTLINE_LEAGUEPEDIA_PASSWORD: 'very secret' }
  const run = await read(fake, env)
  expect(run).toMatchObject({ status: 'failed', fault: 'credentials', requests: 2 })
  expect(JSON.stringify(run)).not.toMatch(/secret|Bot@/)
  expect(await read(fake)).toMatchObject({ status: 'failed', fault: 'credentials' })
})

it('at the deadline complete windows are kept, and the run states the time that they reach', async () => {
  const { games, series } = statedLeague()
  const sinceMs = beforeTheLeagueMs - 56 * dayMs
  const fake = await openFake({ games, series })
  const options = readOptions({ sinceMs })
  const settings = { ...readSettings({ RIFTLINE_LEAGUEPEDIA_URL: fake.url }), pauseMs: 10_000, deadlineMs: 45_000 }
  const run = await readLeaguepedia(settings, options)
  expect(run).toMatchObject({ status: 'partial', fault: 'deadline', requests: 5, games: [] })
  expect(run.coveredUntilMs).toBe(sinceMs + 28 * dayMs)
})

it('a fault in a later window keeps the earlier windows', async () => {
  const stated = statedLeague()
  const fake = await openFake({ ...stated, series: [...stated.series, upcomingSeries()] })
  const run = read(fake)
  await fake.received(3)
  fake.always(page)
  const { status: outcome, fault, games, scheduled } = await run
  expect([outcome, fault]).toEqual(['partial', 'html'])
  expect(games).toEqual(stated.games)
  expect(scheduled).toHaveLength(1)
  expect(fake.requests).toHaveLength(4)
})

it('an answer that is unchanged since the last run is used again', async () => {
  const stated = statedLeague()
  const fake = await openFake(stated, { tag: '"one"' })
  const first = await read(fake)
  const second = await read(fake, {}, { known: JSON.parse(JSON.stringify(first.known)) })
  expect(second.games).toEqual(stated.games)
  expect(second.known).toEqual(first.known)
  expect(fake.requests.slice(5).map(({ headers }) => headers['if-none-match'])).toEqual(Array(5).fill('"one"'))
})
