import { createMemoryOddsStore, importOdds, type OddsStore } from '@riftline/odds'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyTime, captured, everyMarket, linesOf } from '../odds/captured.ts'
import { call, expectError } from '../support/contract-cases.ts'
import { send, startServer, type TestResponse, type TestServer } from '../support/server.ts'
import { catalogue, draftBody, matchBody } from '../support/server-catalogue.ts'
import { createFakePredictor, fakeForecast } from '../support/server-predictor.ts'

let odds: OddsStore
let server: TestServer
beforeEach(async () => {
  odds = createMemoryOddsStore()
  await importOdds(odds, linesOf([{ ...everyMarket(), mapWinners: [firstMap()] }]), anyTime)
  server = await startServer({ odds, topUp: 1000 })
})
afterEach(() => server.close())

const [northern, harbor] = [
  { id: 101, name: 'Northern Lights' },
  { id: 102, name: "Harbor's Kings" },
]
const ask = (body: object = matchBody) => call(server, { method: 'POST', path: '/v1/markets', body })
const add = (snapshot: object) => importOdds(odds, linesOf([snapshot]), anyTime)

function firstMap(): object {
  return {
    map: 1,
    odds: [
      { team: { id: 101 }, decimalOdds: 1.71 },
      { team: { id: 102 }, decimalOdds: 2.14 },
    ],
  }
}

/** Decimal odds of every selection with a price. */
function pricesOf({ json }: TestResponse): readonly number[] {
  return [...JSON.stringify(json.markets).matchAll(/"decimalOdds":([\d.]+)/g)].map(([, price]) => Number(price))
}

describe('POST /v1/markets', () => {
  it('POST /v1/markets answers with the markets of the predictor and the odds of the pair beside them', async () => {
    const { response, charged } = await ask()
    expect([response.status, charged]).toEqual([200, 2])
    const { json } = response
    expect(json).toMatchObject({
      blueTeam: northern,
      redTeam: harbor,
      model: 'fasttree',
      bestOf: 3,
      standing: { blue: 0, red: 0 },
      calibratedBlueWinProbability: 0.6,
      calibratedRedWinProbability: 0.4,
      book: { esportsMatchId: 'nl-1', capturedAtUtc: '2026-11-21T09:00:00', isClosingLine: false },
    })
    const [own, other] = json.markets.seriesWinner
    expect(own).toMatchObject({ team: northern, book: { decimalOdds: 1.62, ev: own.probability * 1.62 - 1 } })
    expect(own.probability).toBeCloseTo(0.6, 12)
    expect(other).toMatchObject({ team: harbor, book: { decimalOdds: 2.35 } })
    expect(own.book.probability + other.book.probability).toBe(1)
    // Winner, one handicap, totals, two of four scores and one map have a price.
    expect(pricesOf(response)).toEqual([1.62, 2.35, 2.7, 1.46, 1.95, 1.83, 2.7, 4.1, 1.71, 2.14])
    expect(json.markets.correctScore.map((one: { book: object | null }) => one.book)).toMatchObject([
      { decimalOdds: 2.7, probability: null },
      null,
      { decimalOdds: 4.1, probability: null },
      null,
    ])
  })

  it('POST /v1/markets with swapped teams has every price on the other side', async () => {
    const { response } = await ask({ blueTeam: "harbor's kings", redTeam: 'NL' })
    expect(response.json.markets.seriesWinner).toMatchObject([
      { team: harbor, book: { decimalOdds: 2.35 } },
      { team: northern, book: { decimalOdds: 1.62 } },
    ])
    expect(pricesOf(response)).toEqual([2.35, 1.62, 1.46, 2.7, 1.95, 1.83, 4.1, 2.7, 2.14, 1.71])
  })

  it.each<[string, object]>([
    ['another best-of', { bestOf: 5 }],
    ['a standing', { standing: { blue: 1, red: 0 } }],
    ['another pair', { redTeamId: 340 }],
  ])('POST /v1/markets for %s has no odds beside the markets and costs the same', async (_name, change) => {
    const { response, charged } = await ask({ ...matchBody, ...change })
    expect([response.status, charged, response.json.book, pricesOf(response)]).toEqual([200, 2, null, []])
  })

  it('POST /v1/markets has the newest odds of the next series, including those under a team’s former id', async () => {
    await add(captured({ match: 'late', start: '2026-11-29T15:00:00', prices: [5, 1.2] }))
    await add(captured({ teams: [102, 100], at: '2026-11-21T09:30:00', prices: [2.2, 1.7] }))
    const { response } = await ask()
    expect(response.json.book).toMatchObject({ esportsMatchId: 'nl-1', capturedAtUtc: '2026-11-21T09:30:00' })
    expect(pricesOf(response)).toEqual([1.7, 2.2])
  })

  it('POST /v1/markets after the start has the closing line', async () => {
    server.clock.advance(Date.parse('2026-11-22T15:30:00Z') - server.clock.now())
    const { response } = await ask()
    expect(response.json.book).toMatchObject({ isClosingLine: true })
  })

  it.each<[object, string]>([
    [{ standing: null }, 'standing: must hold blue and red'],
    [{ standing: { blue: 1 } }, 'standing: must hold blue and red'],
    [{ standing: { blue: 3, red: 0 } }, 'standing.blue: must be an integer from 0 to 2'],
    [{ standing: { blue: 0, red: 1.5 } }, 'standing.red: must be an integer from 0 to 2'],
    [{ bestOf: 1, standing: { blue: 0, red: 2 } }, 'standing.red: must be an integer from 0 to 1'],
    [{ standing: { blue: 2, red: 2 } }, 'standing: only one team can have won 2'],
    [{ standing: { blue: 1, red: 0, xyz: 1 } }, 'standing.xyz: unknown field'],
    [{ bluePicks: draftBody.bluePicks }, 'redPicks: must hold exactly 5 picks'],
    [{ redPicks: draftBody.redPicks }, 'bluePicks: must hold exactly 5 picks'],
    [{ xyz: 1 }, 'xyz: unknown field'],
    [{ explain: true }, 'explain: unknown field'],
  ])('POST /v1/markets refuses %j, free of charge: %s', async (change, message) => {
    const { response, charged } = await ask({ ...matchBody, ...change })
    expectError(response, 400, 'validation_error', message)
    expect(charged).toBe(0)
  })

  it('POST /v1/markets is charged and listed as markets with its model, in usage and statement', async () => {
    await ask()
    await ask({ ...matchBody, model: 'consensus' })
    const { json } = await send(server, 'GET', '/v1/usage')
    expect(json.calls).toEqual([
      { operation: 'markets', model: 'consensus', calls: 1, credits: 10 },
      { operation: 'markets', model: 'fasttree', calls: 1, credits: 2 },
    ])
    const statement = await server.credits.statement(server.accountId, '2026-11')
    expect(statement.filter(({ kind }) => kind === 'capture')).toMatchObject([
      { operation: 'markets', model: 'fasttree', credits: -2 },
      { operation: 'markets', model: 'consensus', credits: -10 },
    ])
    expect(server.metrics()).toContain('prediction_seconds_count{model="consensus"} 1')
  })

  it('POST /v1/markets replays its answer under an Idempotency-Key, for its own body and path only', async () => {
    const under = (path: string, body: object) =>
      send(server, 'POST', path, { body, headers: { 'Idempotency-Key': 'a' } })
    const first = await under('/v1/markets', matchBody)
    expect((await under('/v1/predict', matchBody)).headers['x-credits-charged']).toBe('2')
    await add(captured({ at: '2026-11-21T09:30:00', prices: [2.2, 1.7] }))
    const again = await under('/v1/markets', matchBody)
    expect([again.text, again.headers['idempotent-replayed'], again.headers['x-credits-charged']]).toEqual([
      first.text,
      'true',
      '0',
    ])
    const other = await under('/v1/markets', { ...matchBody, standing: { blue: 1, red: 0 } })
    expectError(other, 422, 'idempotency_key_reused')
  })

  it('POST /v1/markets without enough credits is 402 for known teams, and 404 for an unknown team', async () => {
    const { key } = await server.addKey((await server.credits.createAccount('poor')).id)
    const post = (body: object) => send(server, 'POST', '/v1/markets', { body, key })
    expect((await post({ ...matchBody, model: 'consensus' })).status).toBe(200)
    expect((await post({ ...matchBody, model: 'consensus' })).status).toBe(200)
    expectError(await post(matchBody), 402, 'insufficient_credits')
    expectError(await post({ blueTeamId: 101, redTeamId: 999 }), 404, 'team_not_found', 'no team 999')
  })
})

it.each<[string, Parameters<typeof createFakePredictor>[1]]>([
  [
    'throws',
    () => {
      throw new Error('secret detail')
    },
  ],
  ['gives NaN', (matchup) => ({ ...fakeForecast(matchup), calibratedBlueWinProbability: Number.NaN })],
])('markets from a predictor that %s are 500 and free', async (_name, forecast) => {
  await server.close()
  server = await startServer({ predictor: createFakePredictor(catalogue, forecast) })
  const { response, charged } = await ask()
  expectError(response, 500, 'prediction_error', 'the prediction failed; nothing was charged')
  expect(charged).toBe(0)
})
