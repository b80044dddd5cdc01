import { randomBytes } from 'node:crypto'
import { createMemoryStore } from '@riftline/ledger'
import { createMemoryOddsStore, importOdds, type OddsStore } from '@riftline/odds'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allOddsAnswerSchema, winnerOddsAnswerSchema } from '#odds/answer/odds-schema.ts'
import { addAll, anyTime, captured, everyMarket, linesOf } from '../../odds/captured.ts'
import { amount } from '../../support/amount.ts'
import { send, startServer, type TestResponse, type TestServer } from '../../support/server.ts'

let odds: OddsStore
let server: TestServer

beforeAll(async () => {
  odds = createMemoryOddsStore()
  server = await startServer({ odds, topUp: 1000 })
  await importOdds(odds, linesOf([everyMarket()]), anyTime)
  await addAll(odds, [{ match: 'unpriced', teams: [101, 340], prices: null }])
})
afterAll(() => server.close())

/** Sends a query; gives the response and its cost. */
async function ask(query: string): Promise<{ response: TestResponse; charged: number }> {
  server.clock.advance(1)
  const before = await server.balance()
  const response = await send(server, 'GET', `/v1/odds${query}`, { key: (await server.addKey()).key })
  return { response, charged: before - (await server.balance()) }
}

async function expectRefused(
  query: string,
  status: number,
  error: string,
  message: string,
  more: object = {},
): Promise<void> {
  const { response, charged } = await ask(query)
  expect([query, response.status, response.json, charged]).toEqual([query, status, { error, message, ...more }, 0])
  expect(response.headers['x-credits-charged']).toBe('0')
}

const northern = { id: 101, name: 'Northern Lights' }
const harbor = { id: 102, name: "Harbor's Kings" }

const value = fc.oneof(fc.constantFrom('101', '102', '340', '0', 'nl', 'Kings', 'all', 'winner', ''), fc.string())
const name = fc.constantFrom('team1Id', 'team1', 'team2Id', 'team2', 'markets', 'key')

/** Fields of a price that has decimal odds only. */
const unknown = { bid: null, ask: null, takeDecimalOdds: null }

describe('GET /v1/odds', () => {
  it('GET /v1/odds charges the price of the scope that it answers with, whatever the query', async () => {
    const pairs = fc.array(fc.tuple(name, value), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(pairs, async (parameters) => {
        const { response, charged } = await ask(`?${new URLSearchParams(parameters as [string, string][])}`)
        expect([200, 400, 404]).toContain(response.status)
        expect(charged).toBe(response.status === 200 ? (parameters.some(([, text]) => text === 'all') ? 2 : 1) : 0)
      }),
      { numRuns: amount(20, 200) },
    )
  })

  it('GET /v1/odds answers with the winner prices for 1 credit, under the names of the catalogue', async () => {
    const { response, charged } = await ask('?team1Id=101&team2Id=102')
    expect(response.status).toBe(200)
    expect(charged).toBe(1)
    expect(response.headers).toMatchObject({ 'x-credits-charged': '1', 'cache-control': 'no-store' })
    expect(response.text).toBe(
      JSON.stringify({
        match: {
          esportsMatchId: 'nl-1',
          league: 'NL',
          bestOf: 3,
          scheduledUtc: '2026-11-22T15:00:00',
          team1: northern,
          team2: harbor,
        },
        capturedAtUtc: '2026-11-21T09:00:00',
        isClosingLine: false,
        fee: null,
        price: 'mid',
        markets: {
          seriesWinner: [
            { team: northern, decimalOdds: 1.62, ...unknown },
            { team: harbor, decimalOdds: 2.35, ...unknown },
          ],
        },
      }),
    )
    winnerOddsAnswerSchema.parse(response.json)
    expect((await ask('?team1Id=101&team2Id=102&markets=winner')).response.text).toBe(response.text)
  })

  it('GET /v1/odds answers with all seven markets for 2 credits', async () => {
    const { response, charged } = await ask('?team1Id=101&team2Id=102&markets=all')
    expect([response.status, charged]).toEqual([200, 2])
    const { markets } = everyMarket()
    const named = JSON.stringify(markets)
      .replaceAll('{"id":101,"name":"ignored"}', JSON.stringify(northern))
      .replaceAll('{"id":102,"name":"ignored"}', JSON.stringify(harbor))
      .replaceAll(/"decimalOdds":([\d.]+)/g, `"decimalOdds":$1,"bid":null,"ask":null,"takeDecimalOdds":null`)
      .replaceAll(
        /"under":([\d.]+)/g,
        '"under":$1,"overBid":null,"overAsk":null,"overTakeDecimalOdds":null,' +
          '"underBid":null,"underAsk":null,"underTakeDecimalOdds":null',
      )
    expect(JSON.stringify(response.json.markets)).toBe(named)
    allOddsAnswerSchema.parse(response.json)
  })

  it('GET /v1/odds gives the same bytes for both orders of the teams, by id, name or alias', async () => {
    for (const markets of ['winner', 'all']) {
      const { response } = await ask(`?team1Id=101&team2Id=102&markets=${markets}`)
      for (const query of [
        'team1Id=102&team2Id=101',
        'team1=northern+LIGHTS&team2Id=102',
        "team1=harbor's%20kings&team2=nl",
        'team2=%20Northern.Lights%20&team1Id=102',
      ]) {
        expect((await ask(`?${query}&markets=${markets}`)).response.text).toBe(response.text)
      }
    }
  })

  it('GET /v1/odds refuses bad parameters in the order of the contract, free of charge', async () => {
    const cases: readonly [query: string, message: string][] = [
      ['', 'team1Id: give either team1Id or team1'],
      ['?team1Id=x&team1=&markets=some', 'team1Id: give either team1Id or team1'],
      ['?team1Id=101&team1=Northern+Lights&team2Id=102', 'team1Id: give either team1Id or team1'],
      ['?team1Id=x', 'team2Id: give either team2Id or team2'],
      ['?team1Id=101&team2Id=102&team2=Kings', 'team2Id: give either team2Id or team2'],
      ['?team1=&team2Id=0', 'team2Id: must be a positive integer'],
      ...['', '0', '-1', '1.5', '1e2', '+1', '01', 'x', '9007199254740992', '12345678901234567', '%D9%A1'].map(
        (id) => [`?team1Id=${id}&team2Id=102`, 'team1Id: must be a positive integer'] as [string, string],
      ),
      ['?team1=%20&team2=', 'team1: must be 1-80 characters'],
      [`?team1Id=1&team2=${'x'.repeat(81)}`, 'team2: must be 1-80 characters'],
      ['?team1=a%00b&team2Id=102', 'team1: must have no control characters'],
      ['?team1=a&team2=b&markets=', 'markets: must be winner or all'],
      ['?team1Id=101&team2Id=101&markets=Winner', 'markets: must be winner or all'],
      ['?team1Id=999&team2Id=999', 'team2Id: must differ from team1Id'],
      ['?team1=No+Such&team2=no.such', 'team2: must differ from team1'],
      ['?team1Id=101&team2=Northern+Lights', 'team2: must differ from team1Id'],
      ['?team1=NL&team2=Northern+Lights', 'team2: must differ from team1'],
      ['?team1Id=101&team2Id=102&model=fasttree', 'model: unknown parameter'],
      ['?team1Id=101&team2Id=102&markets=all&markets=all', 'markets: given twice'],
    ]
    for (const [query, message] of cases) await expectRefused(query, 400, 'validation_error', message)
  })

  it('the refusal of GET /v1/odds names an unknown team, or all teams that a name fits', async () => {
    await expectRefused('?team1Id=999&team2Id=102', 404, 'team_not_found', 'no team 999')
    await expectRefused('?team1Id=101&team2=Nobody', 404, 'team_not_found', 'no team Nobody')
    const message = `team2: "kings" fits 102 Harbor's Kings (NL, 2026-02-01), 340 Desert Kings (NL, 2026-01-01); use an id`
    const candidates = [harbor, { id: 340, name: 'Desert Kings' }]
    await expectRefused('?team1Id=101&team2=kings', 400, 'ambiguous_team', message, { candidates })
  })

  it('GET /v1/odds is 404 and free if nothing is published in the requested scope', async () => {
    const none = 'no odds published for 101 and 340 yet'
    for (const query of [
      '?team1Id=101&team2Id=340',
      '?team1Id=340&team2Id=101',
      '?team1Id=340&team2Id=101&markets=all',
    ]) {
      await expectRefused(query, 404, 'odds_not_available', none)
    }
    await expectRefused('?team1Id=340&team2Id=102', 404, 'odds_not_available', 'no odds published for 102 and 340 yet')
    const totals = { totalMaps: [{ line: 2.5, over: 1.9, under: 1.9 }] }
    const later = captured({ match: 'unpriced', teams: [101, 340], at: '2026-11-21T10:00:00' })
    await importOdds(odds, linesOf([{ ...later, markets: totals }]), anyTime)
    await expectRefused('?team1Id=101&team2Id=340', 404, 'odds_not_available', none)
    const { response, charged } = await ask('?team1Id=101&team2Id=340&markets=all')
    expect([response.status, charged]).toEqual([200, 2])
    expect(response.json.markets).toMatchObject({ seriesWinner: null, ...totals, killHandicap: null })
  })
})

it('GET /v1/odds moves to the next series with the clock, and shows a price marked as closing as such', async () => {
  const store = createMemoryOddsStore()
  const other = await startServer({ odds: store })
  await addAll(store, [
    { match: 'first', start: '2026-11-21T12:00:10', closing: true },
    { match: 'second', start: '2026-11-21T13:00:00', prices: [1.8, 2] },
  ])
  const next = async () => (await send(other, 'GET', '/v1/odds?team1Id=101&team2Id=102')).json
  expect(await next()).toMatchObject({ match: { esportsMatchId: 'first' }, isClosingLine: true })
  other.clock.advance(10_000)
  expect(await next()).toMatchObject({ match: { esportsMatchId: 'first' } })
  other.clock.advance(1)
  expect(await next()).toMatchObject({ match: { esportsMatchId: 'second' }, isClosingLine: false })
  other.clock.advance(3_600_000)
  expect(await next()).toMatchObject({ match: { esportsMatchId: 'second' }, isClosingLine: true })
  await other.close()
})

it('GET /v1/odds shows a known source, and the winners of maps beside all markets', async () => {
  const store = createMemoryOddsStore()
  const other = await startServer({ odds: store })
  const odds = [101, 102].map((id) => ({ team: { id }, decimalOdds: 1.9 }))
  const mapWinners = [{ map: 1, odds }]
  await importOdds(store, linesOf([{ ...captured({ source: 'kalshi', prices: null }), mapWinners }]), anyTime)
  const asking = (query: string) => send(other, 'GET', `/v1/odds?team1Id=101&team2Id=102${query}`)
  expect((await asking('')).status).toBe(404)
  const { json, status } = await asking('&markets=all')
  expect([status, Object.keys(json)]).toEqual([
    200,
    ['match', 'capturedAtUtc', 'isClosingLine', 'source', 'fee', 'price', 'markets', 'mapWinners'],
  ])
  expect(json.source).toBe('kalshi')
  expect(Object.keys(json.markets)).toHaveLength(7)
  const prices = [northern, harbor].map((team) => ({ team, decimalOdds: 1.9, ...unknown }))
  expect(json.mapWinners).toEqual([{ map: 1, odds: prices }])
  allOddsAnswerSchema.parse(json)

  await addAll(store, [{ source: 'polymarket', at: '2026-11-21T10:00:00' }])
  const winner = await asking('')
  expect(winner.json.source).toBe('polymarket')
  expect(winner.json).not.toHaveProperty('mapWinners')
  winnerOddsAnswerSchema.parse(winner.json)
  expect((await asking('&markets=all')).json.mapWinners).toBeNull()
  await other.close()
})

it('odds under a former or present id of a team are found by either id and shown under the present one', async () => {
  const store = createMemoryOddsStore()
  const other = await startServer({ odds: store })
  const match = async (query: string) => (await send(other, 'GET', `/v1/odds?${query}`)).json.match
  await addAll(store, [
    { match: 'former', teams: [100, 102], start: '2026-11-22T15:00:00' },
    { match: 'present', teams: [340, 101] },
  ])
  for (const id of [100, 101]) {
    const former = await match(`team1Id=${id}&team2Id=102`)
    expect(former).toMatchObject({ esportsMatchId: 'former', team1: northern, team2: harbor })
    expect(await match(`team1Id=102&team2Id=${id}`)).toEqual(former)
    expect(await match(`team1Id=340&team2Id=${id}`)).toMatchObject({ esportsMatchId: 'present', team2: northern })
  }
  await addAll(store, [{ match: 'sooner', teams: [102, 101], start: '2026-11-22T12:00:00' }])
  expect(await match('team1Id=100&team2Id=102')).toMatchObject({ esportsMatchId: 'sooner' })
  await addAll(store, [{ match: 'soonest', teams: [102, 100], start: '2026-11-22T11:00:00' }])
  expect(await match('team1Id=101&team2Id=102')).toMatchObject({ esportsMatchId: 'soonest', team2: northern })
  await other.close()
})

it('GET /v1/odds with an empty balance is 402 if there are odds, and 404 if there are none', async () => {
  const store = createMemoryOddsStore()
  await addAll(store, [{}])
  const poor = await startServer({
    odds: store,
    credits: (clock) => createMemoryStore({ clock, randomBytes, freeCredits: 1 }),
  })
  const status = async (query: string) => (await send(poor, 'GET', `/v1/odds?${query}`)).status
  expect(await status('team1Id=101&team2Id=102&markets=all')).toBe(402)
  expect(await status('team1Id=101&team2Id=102')).toBe(200)
  expect(await status('team1Id=101&team2Id=102')).toBe(402)
  expect(await status('team1Id=101&team2Id=340')).toBe(404)
  expect(await status('team1Id=101&team2Id=999')).toBe(404)
  await poor.close()
})

it('HEAD and POST of /v1/odds are 405 with the methods that it has', async () => {
  for (const method of ['HEAD', 'POST']) {
    const { status, headers } = await send(server, method, '/v1/odds?team1Id=101&team2Id=102')
    expect([status, headers.allow]).toEqual([405, 'GET, OPTIONS'])
  }
})
