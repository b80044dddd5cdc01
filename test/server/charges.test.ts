import { randomBytes } from 'node:crypto'
import { createMemoryStore, StorageError } from '@riftline/ledger'
import { afterEach, describe, expect, it } from 'vitest'
import { send, startServer, type TestServer, until } from '../support/server.ts'
import { catalogue, draftBody, matchBody } from '../support/server-catalogue.ts'
import { createFakePredictor, fakeForecast } from '../support/server-predictor.ts'

let server: TestServer
afterEach(() => server.close())

const predict = (body: object = matchBody, path = '/v1/predict') => send(server, 'POST', path, { body })

describe('a prediction', () => {
  it('a prediction has the keys and numbers of the contract', async () => {
    server = await startServer()
    const body = { blueTeam: 'NL', redTeamId: 102, model: 'consensus', oddsBlue: 1.5, bestOf: 5, tournament: 'NL 2026' }
    const numbers = {
      blueWinProbability: 0.625,
      redWinProbability: 0.375,
      calibratedBlueWinProbability: 0.6,
      calibratedRedWinProbability: 0.4,
      winner: 'blue',
    }
    expect((await predict(body)).json).toEqual({
      blueTeam: { id: 101, name: 'Northern Lights' },
      redTeam: { id: 102, name: "Harbor's Kings" },
      model: 'consensus',
      bestOf: 5,
      league: null,
      asOfUtc: '2026-11-28',
      dataThroughUtc: '2026-11-20T00:00:00',
      artifacts: '3f1c9a0b77de',
      ...numbers,
      odds: {
        blue: 1.5,
        red: null,
        ...{ margin: null, marketBlueProbability: null, marketRedProbability: null },
        blueEv: -0.0625,
        redEv: null,
        calibratedBlueEv: 0.6 * 1.5 - 1,
        calibratedRedEv: null,
      },
      models: ['fasttree', 'lightgbm', 'pcasweep'].map((model) => ({ model, weight: 1 / 3, ...numbers })),
    })
  })

  it('picks are refused on the route without a draft, and required on the other', async () => {
    server = await startServer()
    expect((await predict(draftBody)).json.message).toBe('bluePicks: unknown field')
    expect((await predict(matchBody, '/v1/predict-draft')).json.message).toBe('bluePicks: must hold exactly 5 picks')
  })

  it.each<[string, Parameters<typeof createFakePredictor>[1]]>([
    [
      'throws',
      () => {
        throw new Error('secret detail')
      },
    ],
    ['gives NaN', (matchup) => ({ ...fakeForecast(matchup), blueWinProbability: Number.NaN })],
    ['gives an infinite EV', (matchup) => ({ ...fakeForecast({ ...matchup, odds: { blue: Infinity, red: null } }) })],
    [
      'runs too long',
      (matchup) => {
        server.clock.advance(5001)
        return fakeForecast(matchup)
      },
    ],
  ])('a forecast that %s is 500, costs nothing and leaks nothing', async (_name, forecast) => {
    server = await startServer({ predictor: createFakePredictor(catalogue, forecast) })
    const { status, json, headers } = await predict()
    expect(status).toBe(500)
    expect(json).toEqual({ error: 'prediction_error', message: 'the prediction failed; nothing was charged' })
    expect(headers).toMatchObject({ 'x-credits-remaining': '20', 'x-credits-charged': '0' })
    expect(await server.balance()).toBe(20)
    expect(
      (
        await server.credits.hold({
          requestId: 'r',
          accountId: server.accountId,
          operation: 'predict',
          model: null,
          keyId: null,
          credits: 20,
        })
      ).kind,
    ).toBe('held')
  })

  it('a fault before the forecast is an internal error that leaks nothing', async () => {
    server = await startServer({
      credits: (clock) => {
        const store = createMemoryStore({ clock, randomBytes, freeCredits: 20 })
        store.hold = async () => {
          throw new Error('secret detail')
        }
        return store
      },
    })
    const { status, json } = await predict()
    expect(status).toBe(500)
    expect(json).toEqual({ error: 'internal_error', message: 'internal error; nothing was charged' })
    expect(server.log).toContainEqual(expect.objectContaining({ event: 'internal_error', error: 'secret detail' }))
  })
})

describe('charges', () => {
  it('exactly 100 of 200 parallel predictions succeed on a balance for 100', async () => {
    server = await startServer({ topUp: 180, config: { ratePerMinute: 1000 } })
    const answers = await Promise.all(Array.from({ length: 200 }, () => predict()))
    expect(answers.filter(({ status }) => status === 200).length).toBe(100)
    expect(answers.filter(({ status }) => status === 402).length).toBe(100)
    expect(await server.balance()).toBe(0)
  })

  it('all keys of an account draw on one balance', async () => {
    server = await startServer()
    const { key } = await server.addKey()
    await predict()
    const usage = await send(server, 'GET', '/v1/usage', { key })
    expect(usage.json.creditsRemaining).toBe(18)
  })

  it('each charge names the key that paid, with a draft or without', async () => {
    server = await startServer({ topUp: 100 })
    await predict()
    await predict(draftBody, '/v1/predict-draft')
    const { lines } = await server.credits.statementPage(server.accountId, { month: '2026-11', limit: 2 })
    expect(lines.map(({ kind, keyId }) => [kind, keyId])).toEqual(Array(2).fill(['capture', server.keyId]))
    expect(await server.credits.keyUses(server.accountId)).toMatchObject([{ keyId: server.keyId }])
  })

  it('a 402 states the credits that calls in flight hold', async () => {
    server = await startServer()
    await server.credits.hold({
      requestId: 'r',
      accountId: server.accountId,
      operation: 'predict',
      model: null,
      keyId: null,
      credits: 4,
    })
    const hold = await server.credits.hold({
      requestId: 's',
      accountId: server.accountId,
      operation: 'predict',
      model: null,
      keyId: null,
      credits: 13,
    })
    if (hold.kind === 'held') await server.credits.capture(hold.hold)
    const { json, headers } = await predict({ ...matchBody, model: 'lightgbm' })
    expect(json.message).toBe('needs 5 credits, 7 available, 4 held by calls in flight')
    expect(headers['x-credits-remaining']).toBe('7')
  })

  it('a 402 states the price of the call, as 1 credit or 2 credits', async () => {
    server = await startServer({ config: { freeCredits: 0 } })
    expect((await send(server, 'GET', '/v1/teams/101')).json.message).toBe('needs 1 credit, 0 available')
    expect((await predict({ ...matchBody, model: 'fasttree' })).json.message).toBe('needs 2 credits, 0 available')
  })

  it('a stopped journal makes calls answer 503 and readiness fail', async () => {
    let sound = true
    server = await startServer({
      credits: (clock) => {
        const store = createMemoryStore({ clock, randomBytes, freeCredits: 20 })
        store.isSound = () => sound
        store.capture = async (hold) => {
          sound = false
          store.voidHold(hold)
          throw new StorageError('disk full')
        }
        return store
      },
    })
    expect(await predict()).toMatchObject({
      status: 503,
      json: { error: 'storage_unavailable', message: 'credits cannot be recorded now' },
      headers: { 'retry-after': '1', 'x-credits-remaining': '20', 'x-credits-charged': '0' },
    })
    const later = await send(server, 'GET', '/v1/teams')
    expect(later).toMatchObject({ status: 503, json: { error: 'storage_unavailable' } })
    expect(await send(server, 'GET', '/readyz')).toMatchObject({ status: 503, json: { error: 'storage_unavailable' } })
    expect((await send(server, 'GET', '/healthz')).status).toBe(200)
  })
})

it('a charge is refunded when its answer cannot be sent', async () => {
  server = await startServer({
    onRequest: (_request, response) => {
      response.writeHead = () => {
        throw new Error('no head')
      }
    },
  })
  await expect(predict()).rejects.toThrow('socket hang up')
  await until(async () => (await server.balance()) === 20)
  expect(server.log).toContainEqual(expect.objectContaining({ event: 'send_failed', error: 'no head' }))
})

it('both paths of usage give the same answer, also with an empty balance', async () => {
  server = await startServer({ config: { freeCredits: 10 } })
  await predict({ ...matchBody, model: 'consensus' })
  await predict(matchBody)
  const { json, status, text } = await send(server, 'GET', '/v1/usage')
  expect(status).toBe(200)
  expect(json).toEqual({
    creditsRemaining: 0,
    dataThroughUtc: '2026-11-20T00:00:00',
    artifacts: '3f1c9a0b77de',
    free: { monthly: 10, remaining: 0, periodStartUtc: '2026-11-01T00:00:00', resetsAtUtc: '2026-12-01T00:00:00' },
    plan: null,
    topUp: { remaining: 0 },
    used: { today: 10, thisMonth: 10 },
    calls: [{ operation: 'predict', model: 'consensus', calls: 1, credits: 10 }],
    rateLimit: { limit: 120, windowSeconds: 60, remaining: 117, resetSeconds: 60 },
    key: {
      ...{ id: server.keyId, name: 'prod', prefix: `rl_live_${server.keyId}`, createdAtUtc: '2026-11-21T12:00:00' },
      ...{ monthlyLimit: null, usedThisMonth: 10, expiresUtc: null, scopes: null },
    },
  })
  expect((await send(server, 'GET', '/usage')).text).toBe(text.replace('"remaining":117', '"remaining":116'))
})
