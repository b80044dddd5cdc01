import { toUtc } from '@riftline/base'
import { parseArtifacts } from '@riftline/predictor'
import {
  createKeptReader,
  emptyChain,
  type KeptLine,
  parseGraded,
  parsePerformance,
  performanceRows,
} from '@riftline/record'
import { createServing, defaultConfig, servedBy } from '@riftline/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInTurns } from '#server/serving/serving.ts'
import { expectError } from '../support/contract-cases.ts'
import { catalogueRecord, gradedOf, recordTexts } from '../support/recorded.ts'
import { send, startServer, type TestServer } from '../support/server.ts'
import { tinyArtifacts, withManifest } from '../support/tiny-artifacts.ts'

const texts = catalogueRecord()
const graded = parseGraded('graded.json', texts.graded)
const performance = parsePerformance('performance.json', texts.performance)
const latest = [...graded].sort((a, b) => b.startMs - a.startMs || b.seriesId - a.seriesId)
const ratePerMinute = 100_000

describe('the record', () => {
  let server: TestServer
  const get = (path: string, headers: Record<string, string> = {}) => send(server, 'GET', path, { headers })
  beforeAll(async () => {
    server = await startServer({ record: texts, topUp: 100_000, config: { ratePerMinute } })
  })
  afterAll(() => server.close())

  describe('GET /v1/performance', () => {
    it('the whole is performance.json with the identity of the artifacts first', async () => {
      const { json } = await get('/v1/performance')
      expect(Object.keys(json)).toEqual(['dataThroughUtc', 'artifacts', 'chain', 'windows'])
      expect(json).toMatchObject({ dataThroughUtc: '2026-11-20T00:00:00', artifacts: '3f1c9a0b77de', chain: null })
      expect(json.windows).toEqual(performance.windows)
    })

    it.each([
      ['?league=NL', { league: 'NL' }],
      ['?league=Northern%20League%202026%20Summer&bestOf=3', { league: 'NL', bestOf: 3 }],
      ['?model=market', { model: 'market' }],
      ['?bestOf=5&model=glicko2', { bestOf: 5, model: 'glicko2' }],
    ] as const)('%s leaves the rows that fit, in every window', async (query, filter) => {
      const { json } = await get(`/v1/performance${query}`)
      expect(json.windows).toEqual(performanceRows(performance, filter))
    })

    it('it is free, has a tag that gives a 304, and later comes compressed', async () => {
      const before = await server.balance()
      const { headers } = await get('/v1/performance')
      const again = await get('/v1/performance', { 'If-None-Match': String(headers.etag) })
      expect([again.status, again.bytes.length]).toEqual([304, 0])
      expect((await get('/v1/performance?league=NL', { 'If-None-Match': String(headers.etag) })).status).toBe(200)
      await expect
        .poll(async () => (await get('/v1/performance', { 'Accept-Encoding': 'br' })).headers['content-encoding'])
        .toBe('br')
      expect(await server.balance()).toBe(before)
    })

    it.each([
      ['league=nobody', 'league: must be the name or code of a league'],
      ['bestOf=2', 'bestOf: must be 1, 3 or 5'],
      ['model=lol', 'model: must be one of consensus, fasttree, lightgbm, pcasweep, elo, glicko2, market'],
      ['window=all', 'window: unknown parameter'],
    ])('%s is refused', async (query, message) => {
      expectError(await get(`/v1/performance?${query}`), 400, 'validation_error', message)
    })
  })

  describe('GET /v1/results', () => {
    it('results are finished series, the latest first, with teams, score, forecasts and price', async () => {
      const { json } = await get('/v1/results?limit=3')
      const [first] = latest
      const { raw, calibrated, consensus, market } = first!
      expect(json.count).toBe(3)
      expect(json.results.map(({ id }: { id: number }) => id)).toEqual(
        latest.slice(0, 3).map(({ seriesId }) => seriesId),
      )
      const [shown] = json.results
      expect(shown).toMatchObject({
        startUtc: toUtc(first!.startMs),
        wins1: first!.wins1,
        wins2: first!.wins2,
        kept: false,
      })
      expect(shown.winnerTeam).toEqual(first!.outcome === 1 ? shown.team1 : shown.team2)
      expect(shown.forecasts).toEqual([
        ...(['fasttree', 'lightgbm', 'pcasweep'] as const).map((model) => ({
          ...{ model, probability1: raw[model], calibratedProbability1: calibrated[model] },
        })),
        { model: 'consensus', probability1: consensus.raw, calibratedProbability1: consensus.calibrated },
      ])
      expect(shown.market).toEqual(market && { probability1: market.chance, capturedAtUtc: toUtc(market.capturedMs) })
    })

    it.each(['101', '100', 'northern lights', 'NL'])(
      'team=%s, an id, a former id, a name or an alias, finds its series',
      async (team) => {
        const { json } = await get(`/v1/results?team=${encodeURIComponent(team)}&limit=200`)
        const own = latest.filter(({ team1Id, team2Id }) => team1Id === 101 || team2Id === 101)
        expect(json.results.map(({ id }: { id: number }) => id)).toEqual(own.map(({ seriesId }) => seriesId))
      },
    )

    it('from and to take dates, whose last day counts whole, and times', async () => {
      const { startMs } = latest[10]!
      const [time, day] = [toUtc(startMs), toUtc(startMs).slice(0, 10)]
      const ids = async (query: string): Promise<number[]> =>
        (await get(`/v1/results?limit=200&${query}`)).json.results.map(({ id }: { id: number }) => id)
      const ofDay = latest.filter((one) => toUtc(one.startMs).startsWith(day)).map(({ seriesId }) => seriesId)
      expect(await ids(`from=${day}&to=${day}`)).toEqual(ofDay)
      expect(await ids(`from=${time}&to=${time}`)).toContain(latest[10]!.seriesId)
    })

    it('each page that holds something costs one credit, and an empty one nothing', async () => {
      const before = await server.balance()
      const full = await get('/v1/results?limit=2')
      expect(full.headers['x-credits-charged']).toBe('1')
      const empty = await get('/v1/results?from=2027-01-01')
      expect(empty.json).toMatchObject({ count: 0, results: [], nextCursor: null })
      expect(empty.headers['x-credits-charged']).toBe('0')
      expect(before - (await server.balance())).toBe(1)
    })

    it.each([
      ['team=nobody', 404, 'team_not_found', 'no team nobody'],
      ['team=999', 404, 'team_not_found', 'no team 999'],
      ['league=nobody', 404, 'league_not_found', 'no league nobody'],
      ['limit=0', 400, 'validation_error', 'limit: must be an integer from 1 to 200'],
      ['limit=201', 400, 'validation_error', 'limit: must be an integer from 1 to 200'],
      ['from=2026-02-30', 400, 'validation_error', undefined],
      ['to=yesterday', 400, 'validation_error', undefined],
      ['from=2026-07-02&to=2026-07-01', 400, 'validation_error', 'to: must not be before from'],
      [
        'cursor=abc',
        400,
        'validation_error',
        'cursor: must be the nextCursor of a page with the same league, team, from and to',
      ],
    ] as const)('%s is refused, free', async (query, status, code, message) => {
      const before = await server.balance()
      const response = await get(`/v1/results?${query}`)
      expect([response.status, response.json.error]).toEqual([status, code])
      if (message !== undefined) expect(response.json.message).toBe(message)
      expect(await server.balance()).toBe(before)
    })

    it.each([
      ['team', 5000, 400, 'validation_error'],
      ['league', 5000, 400, 'validation_error'],
      ['cursor', 5000, 400, 'validation_error'],
      ['to', 5000, 400, 'validation_error'],
      ['team', 10_000, 431, 'headers_too_large'],
    ] as const)('%s of %i characters is refused', async (name, length, status, code) => {
      const { json } = await get(`/v1/results?${name}=${'x'.repeat(length)}`)
      expect(json.error).toBe(code)
      expect((await get(`/v1/results?${name}=${'x'.repeat(length)}`)).status).toBe(status)
    })

    it('a cursor of a search with other filters is refused', async () => {
      const { json } = await get('/v1/results?limit=2&team=101')
      expect((await get(`/v1/results?limit=5&team=101&cursor=${json.nextCursor}`)).status).toBe(200)
      expect((await get(`/v1/results?limit=2&team=102&cursor=${json.nextCursor}`)).json.error).toBe('validation_error')
    })

    it('HEAD is refused', async () => {
      expect((await send(server, 'HEAD', '/v1/results')).status).toBe(405)
    })

    it('no series is missing or doubled while newer artifacts are swapped in between the pages', async () => {
      const { current } = server.serving
      const more = gradedOf([101, 102, 340], { count: 20, seed: 9, untilMs: Date.UTC(2026, 8, 1), days: 20 })
      const newer = [...graded, ...more.map((one) => ({ ...one, seriesId: one.seriesId + 1000 }))]
      const { version, predictor, catalogue, resources } = current
      const details = { teams: {}, players: {}, tournaments: {} }
      const swapped = createServing(
        { version, predictor, catalogue, details, record: recordTexts(newer) },
        defaultConfig,
      )
      await resources
      const seen: number[] = []
      let cursor: string | null = ''
      for (let page = 0; cursor !== null; page++) {
        server.serving.current = page % 2 === 0 ? current : swapped
        const { json } = await get(`/v1/results?limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`)
        seen.push(...json.results.map(({ id }: { id: number }) => id))
        cursor = json.nextCursor
      }
      server.serving.current = current
      expect(seen).toEqual(latest.map(({ seriesId }) => seriesId))
    })
  })
})

it('results and the performance show the forecasts that were kept before the start, and the head of their chain', async () => {
  const [series] = latest
  const chances = { probability1: 0.11, calibratedProbability1: 0.12 }
  // The kept line names the teams the other way round.
  const line: KeptLine = {
    ...{
      seq: 1,
      previousSha256: emptyChain.sha256,
      keptAtUtc: toUtc(series!.startMs - 60_000),
      seriesId: 'a',
      league: 'NL',
    },
    ...{ bestOf: series!.bestOf, team1Id: series!.team2Id, team2Id: series!.team1Id, startUtc: toUtc(series!.startMs) },
    artifacts: '3f1c9a0b77de',
    forecasts: { fasttree: chances, lightgbm: chances, pcasweep: chances, consensus: chances },
    market: null,
  }
  const head = { seq: 1, sha256: 'c'.repeat(64) }
  const keptRecord = createKeptReader({ read: async () => ({ lines: [line], head, fault: null }) }, runInTurns)
  const server = await startServer({ record: texts, keptRecord })
  const { json } = await send(server, 'GET', '/v1/results?limit=2')
  expect(json.results.map(({ kept }: { kept: boolean }) => kept)).toEqual([true, false])
  expect(json.results[0].forecasts.at(-1)).toEqual({
    model: 'consensus',
    probability1: 0.89,
    calibratedProbability1: 0.88,
  })
  expect(json.results[0].market).toBeNull()
  const shown = (await send(server, 'GET', '/v1/performance?model=consensus')).json
  expect(shown.chain).toEqual({ lines: 1, sha256: head.sha256 })
  expect(shown.windows.at(-1)).toMatchObject({
    window: 'kept',
    rows: [{ n: 1, logLoss: null }, { bestOf: series!.bestOf }],
  })
  await server.close()
})

it('artifacts without performance.json have no record, and the refusal names the cure', async () => {
  const server = await startServer()
  for (const path of ['/v1/performance', '/v1/results'])
    expectError(await send(server, 'GET', path), 404, 'record_not_available', expect.stringContaining('riftline build'))
  await server.close()
})

it('artifacts in memory have the record of their files, if the folder has one', () => {
  const files = tinyArtifacts()
  expect(servedBy(parseArtifacts(files)).record).toBeNull()
  const recorded = withManifest({ ...files, 'graded.json': texts.graded, 'performance.json': texts.performance })
  expect(servedBy(parseArtifacts(recorded)).record).toEqual(texts)
})
