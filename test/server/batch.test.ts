import { randomBytes } from 'node:crypto'
import { createMemoryStore } from '@riftline/ledger'
import { type Matchup, parseBatchRequest } from '@riftline/predictor'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { expectError } from '../support/contract-cases.ts'
import {
  send,
  startServer,
  type TestRequest,
  type TestServer,
  type TestServerOptions,
  until,
} from '../support/server.ts'
import { catalogue, draftBody, matchBody } from '../support/server-catalogue.ts'
import { createFakePredictor, fakeForecast } from '../support/server-predictor.ts'
import { sendRaw } from '../support/server-raw.ts'

let server: TestServer
afterEach(() => server.close())

let computed = 0

/** Starts a server that counts its forecasts, and calls `onForecast` before each. */
async function start(options: TestServerOptions = {}, onForecast: (matchup: Matchup) => void = () => {}) {
  computed = 0
  const predictor = createFakePredictor(catalogue, (matchup) => {
    computed += 1
    onForecast(matchup)
    return fakeForecast(matchup)
  })
  server = await startServer({ predictor, topUp: 10_000, ...options })
}

const path = '/v1/predict/batch'
const batch = (body: unknown, request: TestRequest = {}) => send(server, 'POST', path, { body, ...request })
const withKey = (key: string): TestRequest => ({ headers: { 'Idempotency-Key': key } })
const many = (count: number, body: object = matchBody): object[] => Array.from({ length: count }, () => body)

async function lastLine(): Promise<object | undefined> {
  const month = new Date(server.clock.now()).toISOString().slice(0, 7)
  return (await server.credits.statement(server.accountId, month)).at(-1)
}

describe('a batch of predictions', () => {
  it('each prediction has the bytes of a single call, in the order of the requests', async () => {
    await start()
    const requests = [
      matchBody,
      draftBody,
      { blueTeam: 'harbors kings', redTeam: 'NL', model: 'lightgbm', bestOf: 5 },
      { ...draftBody, model: 'pcasweep', tournament: 'NL 2026 Summer' },
      { ...matchBody, model: 'consensus', oddsBlue: 1.5, oddsRed: 2.7 },
    ]
    const single: string[] = []
    for (const body of requests) {
      const route = 'bluePicks' in body ? '/v1/predict-draft' : '/v1/predict'
      single.push((await send(server, 'POST', route, { body })).text)
    }
    const answer = await batch({ requests })
    expect(answer.status).toBe(200)
    const head = `{"count":5,"dataThroughUtc":"${catalogue.asOf}","artifacts":"3f1c9a0b77de","predictions":[`
    expect(answer.text).toBe(`${head}${single.join(',')}]}`)
    expect(answer.headers).toMatchObject({ 'x-artifacts': '3f1c9a0b77de', 'x-credits-charged': '24' })
  })

  it('a model of the batch is that of the requests that name none, and fasttree without it', async () => {
    await start()
    const requests = [matchBody, { ...matchBody, model: 'lightgbm' }, draftBody]
    const models = async (body: object) =>
      (await batch(body)).json.predictions.map(({ model }: { model: string }) => model)
    expect(await models({ requests })).toEqual(['fasttree', 'lightgbm', 'fasttree'])
    expect(await models({ model: 'consensus', requests })).toEqual(['consensus', 'lightgbm', 'consensus'])
  })

  it('a hundred predictions are one charge of the sum, and one line of the statement', async () => {
    await start()
    const answer = await batch({ model: 'consensus', requests: many(100) })
    expect([answer.json.count, answer.json.predictions.length]).toEqual([100, 100])
    expect(answer.headers).toMatchObject({ 'x-credits-charged': '1000', 'x-ratelimit-remaining': '119' })
    expect(await server.balance()).toBe(9020)
    const requestId = answer.headers['x-request-id']
    expect(await lastLine()).toMatchObject({
      ...{ kind: 'capture', operation: 'predict-batch', model: 'consensus', requestId },
      ...{ credits: -1000, calls: 100 },
    })
  })

  it('usage counts a batch as its number of requests, and a batch of several models has no model', async () => {
    await start()
    await batch({ requests: many(3) })
    await batch({ requests: [matchBody, { ...matchBody, model: 'consensus' }] })
    await batch({ requests: [matchBody] })
    expect(await lastLine()).not.toHaveProperty('calls')
    const { calls } = (await send(server, 'GET', '/v1/usage')).json
    expect(calls).toEqual([
      { operation: 'predict-batch', model: 'fasttree', calls: 4, credits: 8 },
      { operation: 'predict-batch', model: null, calls: 2, credits: 12 },
    ])
  })

  it('a repeat under one Idempotency-Key gets the same bytes, free', async () => {
    await start()
    const body = { requests: many(100, draftBody) }
    const first = await batch(body, withKey('a'))
    const [again, sameByModel] = [
      await batch(body, withKey('a')),
      await batch({ requests: parseBatchRequest(body) }, withKey('a')),
    ]
    expect(first.headers['x-credits-charged']).toBe('200')
    for (const { status, text, headers } of [again, sameByModel]) {
      expect([status, text]).toEqual([200, first.text])
      expect(headers).toMatchObject({ 'x-credits-charged': '0', 'idempotent-replayed': 'true' })
    }
    expectError(await batch({ requests: many(99, draftBody) }, withKey('a')), 422, 'idempotency_key_reused')
    expect([computed, await server.balance()]).toEqual([100, 9820])
  })

  it('a batch that costs more than the balance is refused as a whole, before anything is computed', async () => {
    await start({ topUp: 79 })
    expectError(await batch({ requests: many(50) }), 402, 'insufficient_credits', 'needs 100 credits, 99 available')
    expect([computed, await server.balance()]).toEqual([0, 99])
  })
})

describe('a refused batch', () => {
  it.each<[string, unknown, string]>([
    ['no requests', {}, 'requests: must hold 1 to 100 bodies of /v1/predict or /v1/predict-draft'],
    ['an empty list', { requests: [] }, 'requests: must hold 1 to 100 bodies of /v1/predict or /v1/predict-draft'],
    ['101', { requests: many(101) }, 'requests: must hold 1 to 100 bodies of /v1/predict or /v1/predict-draft'],
    [
      'a length without a list',
      { requests: { length: -5 } },
      'requests: must hold 1 to 100 bodies of /v1/predict or /v1/predict-draft',
    ],
    ['a list', many(2), 'body: must be an object'],
    [
      'an unknown model',
      { model: 'fastree', requests: many(1) },
      'model: must be fasttree, lightgbm, pcasweep or consensus; did you mean fasttree?',
    ],
    ['an unknown field', { request: 1, requests: many(1) }, 'request: unknown field; did you mean requests?'],
    ['null', { requests: [null] }, 'requests[0]: must be an object'],
    ['a list inside', { requests: [matchBody, []] }, 'requests[1]: must be an object'],
    [
      'picks of one side',
      { requests: [matchBody, { ...draftBody, redPicks: undefined }] },
      'requests[1].redPicks: must hold exactly 5 picks',
    ],
  ])('a batch is refused and free: %s', async (_name, body, message) => {
    await start()
    const answer = await batch(body)
    expect([answer.status, answer.json.error, answer.json.message]).toEqual([400, 'validation_error', message])
    expect([computed, await server.balance()]).toEqual([0, 10_020])
  })

  const entries: readonly object[] = [
    matchBody,
    { ...draftBody, model: 'lightgbm' },
    { ...matchBody, model: 'consensus', explain: true },
    { ...matchBody, bestOf: 2 },
    { ...matchBody, redTeamId: 999 },
    { blueTeam: 'Nobody', redTeamId: 101 },
    { blueTeamId: 101, redTeam: 'Kings' },
    { blueTeam: 'NL', redTeamId: 101 },
    { ...matchBody, oddsBlue: 9, oddsRed: 9 },
    { ...matchBody, xyz: 1 },
    { ...draftBody, bluePicks: draftBody.redPicks },
    {},
  ]

  it('any mix of requests has the predictions, or the refusal of its first invalid request with its place', async () => {
    await start({ topUp: 1_000_000, config: { ratePerMinute: 1_000_000 } })
    const route = (body: object) => ('bluePicks' in body ? '/v1/predict-draft' : '/v1/predict')
    const single = await Promise.all(entries.map((body) => send(server, 'POST', route(body), { body })))
    const costs = single.map(({ headers }) => Number(headers['x-credits-charged']))
    const chosen = fc.array(fc.oneof({ weight: 6, arbitrary: fc.nat(2) }, fc.nat(entries.length - 1)), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(chosen, async (indexes) => {
        const before = await server.balance()
        const answer = await batch({ requests: indexes.map((index) => entries[index]) })
        const bad = indexes.findIndex((index) => single[index]!.status !== 200)
        const sum = bad === -1 ? indexes.reduce((total, index) => total + costs[index]!, 0) : 0
        expect(before - (await server.balance())).toBe(sum)
        if (bad === -1) {
          const texts = indexes.map((index) => single[index]!.text)
          expect(answer.text.endsWith(`"predictions":[${texts.join(',')}]}`)).toBe(true)
          return
        }
        const alone = single[indexes[bad]!]!
        expect([answer.status, answer.json.error]).toEqual([alone.status, alone.json.error])
        expect(answer.json.candidates).toEqual(alone.json.candidates)
        const field = { '4': 'redTeamId: ', '5': 'blueTeam: ' }[String(indexes[bad])] ?? ''
        expect(answer.json.message).toBe(`requests[${bad}].${field}${alone.json.message}`)
      }),
    )
  })

  it('a body of a batch may have 262,144 bytes, and that of a prediction no more than before', async () => {
    await start()
    const ofLength = (length: number, body: object) => JSON.stringify(body).padEnd(length, ' ')
    expect((await batch(ofLength(262_144, { requests: [matchBody] }))).status).toBe(200)
    const tooLong = ofLength(262_145, { requests: [matchBody] })
    expectError(await batch(tooLong), 413, 'payload_too_large', 'body is over 262144 bytes')
    expectError(await batch(tooLong, { key: null }), 401, 'missing_api_key')
    const chunk = ofLength(65_535, { requests: [matchBody] })
    const [answered, refused] = await Promise.all(
      [
        ['ffff', chunk, 'ffff', ' '.repeat(65_535)],
        ['ffff', chunk, '30002', ' '.repeat(196_610)],
      ].map((parts) => {
        const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${server.key}\r\nContent-Type: application/json`
        return sendRaw(
          server.port,
          `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${[...parts, 0, '', ''].join('\r\n')}`,
        )
      }),
    )
    expect([answered?.responses[0]?.status, refused?.responses[0]?.status]).toEqual([200, 413])
    const single = await send(server, 'POST', '/v1/predict', { body: ofLength(65_537, matchBody) })
    expectError(single, 413, 'payload_too_large', 'body is over 65536 bytes')
  })

  it('a prediction that fails makes the batch fail, and nothing is charged', async () => {
    await start({}, () => {
      if (computed === 57) throw new Error('no number')
    })
    expectError(await batch({ requests: many(100) }, withKey('a')), 500, 'prediction_error')
    expect([computed, await server.balance(), server.credits.heldCredits()]).toEqual([57, 10_020, 0])
    // The key is free again.
    expect((await batch({ requests: many(100) }, withKey('a'))).headers['x-credits-charged']).toBe('200')
  })
})

describe('the work of a batch', () => {
  const explained = many(100, { ...matchBody, explain: true })

  it('other calls are answered while a batch is computed', async () => {
    let answeredAfter = 0
    let other: Promise<unknown> | undefined
    await start({}, () => {
      other ??= send(server, 'GET', '/v1/usage').then(() => {
        answeredAfter = computed
      })
    })
    expect((await batch({ requests: explained })).status).toBe(200)
    await other
    expect(answeredAfter).toBeGreaterThan(0)
    expect(answeredAfter).toBeLessThan(100)
  })

  it('a batch whose caller goes away is given up, and nothing is charged', async () => {
    let gone = (): void => {}
    const onRequest: TestServerOptions['onRequest'] = ({ socket }) => {
      gone = () => socket.destroy()
    }
    await start({ onRequest }, () => {
      if (computed === 20) gone()
    })
    await expect(batch({ requests: explained })).rejects.toThrow('socket hang up')
    await until(() => computed > 0 && server.lifecycle.inFlight === 0)
    expect(computed).toBeLessThan(40)
    expect([await server.balance(), server.credits.heldCredits()]).toEqual([10_020, 0])
    expect(await lastLine()).toMatchObject({ kind: 'grant' })
  })

  it('a batch counts as its requests among the calls at work, and never as more than an account may have', async () => {
    let release = (): void => {}
    const captured = new Promise<void>((resolve) => {
      release = resolve
    })
    let waiting = 0
    await start({
      config: { maxInFlight: 40 },
      credits: (clock) => {
        const store = createMemoryStore({ clock, randomBytes, freeCredits: 20 })
        const capture = store.capture.bind(store)
        store.capture = async (...given) => {
          waiting += 1
          await captured
          return capture(...given)
        }
        return store
      },
    })
    const first = batch({ requests: many(15) })
    await until(() => waiting === 1)
    // 15 of the account's 20 calls are at work.
    expectError(await batch({ requests: many(6) }), 503, 'overloaded')
    const second = batch({ requests: many(5) })
    await until(() => waiting === 2)
    expectError(await send(server, 'POST', '/v1/predict', { body: matchBody }), 503, 'overloaded')
    release()
    expect([(await first).status, (await second).status]).toEqual([200, 200])
    expect((await batch({ requests: many(100) })).status).toBe(200)
    expect((await batch({ requests: many(100) })).status).toBe(200)
  })
})
