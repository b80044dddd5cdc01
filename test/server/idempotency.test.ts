import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { createMemoryStore } from '@riftline/ledger'
import { afterEach, describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
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
import { open } from '../support/server-raw.ts'

let server: TestServer
afterEach(() => server.close())

let computed = 0

async function start({ topUp = 100, ...options }: TestServerOptions = {}): Promise<void> {
  computed = 0
  const predictor = createFakePredictor(catalogue, (matchup) => {
    computed += 1
    return fakeForecast(matchup)
  })
  server = await startServer({ predictor, ...(topUp === 0 ? {} : { topUp }), ...options })
}

/** Credits whose captures wait until they are released. */
function gated() {
  const waiting: (() => void)[] = []
  let isOpen = false
  const credits: TestServerOptions['credits'] = (clock) => {
    const store = createMemoryStore({ clock, randomBytes, freeCredits: 20 })
    const capture = store.capture.bind(store)
    store.capture = async (...given) => {
      if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve))
      return capture(...given)
    }
    return store
  }
  const release = (): void => {
    isOpen = true
    for (const resolve of waiting) resolve()
  }
  return { credits, release, waiting }
}

const predict = (idempotencyKey: string | string[], body: unknown = matchBody, request: TestRequest = {}) =>
  send(server, 'POST', '/v1/predict', {
    body,
    ...request,
    headers: { 'Idempotency-Key': idempotencyKey as string, ...request.headers },
  })

describe('an Idempotency-Key after its call succeeded', () => {
  it('a repeat with the same Idempotency-Key and body gets the same bytes, free and marked as a replay', async () => {
    await start()
    const first = await predict('a')
    expect(first.headers).toMatchObject({ 'x-credits-charged': '2', 'x-credits-remaining': '118' })
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    const again = await predict('a')
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'x-credits-charged': '0',
      'x-credits-remaining': '118',
      'x-ratelimit-remaining': '118',
    })
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect([computed, await server.balance()]).toEqual([1, 118])
  })

  it('an Idempotency-Key keeps its first answer when the models change', async () => {
    await start()
    const first = await predict('a')
    const other = createFakePredictor(catalogue, (matchup) => ({ ...fakeForecast(matchup), blueWinProbability: 0.9 }))
    server.serving.current = { ...server.serving.current, predictor: other }
    expect((await predict('a')).text).toBe(first.text)
    expect((await predict('b')).json.blueWinProbability).toBe(0.9)
  })

  it('a body with its fields in another order is a repeat', async () => {
    await start()
    const body = { ...draftBody, oddsBlue: 1.5, model: 'consensus' }
    const turned = {
      ...Object.fromEntries(Object.entries(body).reverse()),
      bluePicks: draftBody.bluePicks?.map(({ role, champion }) => ({ champion, role })),
    }
    const path = '/v1/predict-draft'
    const headers = { 'Idempotency-Key': 'a' }
    const first = await send(server, 'POST', path, { body, headers })
    const again = await send(server, 'POST', path, { body: turned, headers })
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
  })

  it('a repeat is answered even with an empty balance', async () => {
    await start({ topUp: 0, config: { freeCredits: 2 } })
    const first = await predict('a')
    expectError(await predict('b'), 402, 'insufficient_credits', 'needs 2 credits, 0 available')
    const again = await predict('a')
    expect([again.status, again.text]).toEqual([200, first.text])
  })

  it('a call with an Idempotency-Key of 24 hours ago is a new call', async () => {
    await start()
    await predict('a')
    server.clock.advance(24 * 3_600_000 - 1)
    expect((await predict('a')).headers['x-credits-charged']).toBe('0')
    server.clock.advance(1)
    expect((await predict('a')).headers['x-credits-charged']).toBe('2')
  })
})

describe('an Idempotency-Key that was used', () => {
  it('a used Idempotency-Key with another body is 422 and free', async () => {
    await start()
    await predict('a')
    for (const body of [
      { ...matchBody, bestOf: 3 },
      { ...matchBody, model: 'lightgbm' },
      { blueTeamId: 102, redTeamId: 101 },
    ]) {
      const response = await predict('a', body)
      expectError(response, 422, 'idempotency_key_reused', 'this key was used with another body')
      expect(response.headers['x-credits-charged']).toBe('0')
    }
    expect((await predict('a')).headers['idempotent-replayed']).toBe('true')
    expect(await server.balance()).toBe(118)
  })

  it('an Idempotency-Key is new for another account and on another path, but not with another key of its account', async () => {
    await start()
    await predict('a')
    const { key } = await server.addKey((await server.credits.createAccount('other')).id)
    expect((await predict('a', matchBody, { key })).headers['x-credits-charged']).toBe('2')
    const draft = await send(server, 'POST', '/v1/predict-draft', {
      body: draftBody,
      headers: { 'Idempotency-Key': 'a' },
    })
    expect(draft.headers['x-credits-charged']).toBe('2')
    const sibling = await server.addKey()
    expect((await predict('a', matchBody, sibling)).headers['idempotent-replayed']).toBe('true')
  })
})

describe('an Idempotency-Key while its first call runs', () => {
  it('an Idempotency-Key whose first call runs is 409 with the same body and 422 with another', async () => {
    const { credits, release, waiting } = gated()
    await start({ credits })
    const first = predict('a')
    await until(() => waiting.length === 1)
    const second = await predict('a')
    expectError(second, 409, 'idempotency_in_progress', 'retry after the first call has ended')
    expect(second.headers).toMatchObject({ 'retry-after': '1', 'x-credits-charged': '0' })
    expectError(await predict('a', { ...matchBody, bestOf: 5 }), 422, 'idempotency_key_reused')
    release()
    const { status, text } = await first
    expect(status).toBe(200)
    expect((await predict('a')).text).toBe(text)
    expect([computed, await server.balance()]).toEqual([1, 118])
  })

  it('of 50 calls at once under an Idempotency-Key one is computed and charged, and the others get 409 or its answer', async () => {
    await start()
    for (let round = 0; round < amount(2, 10); round++) {
      const before = await server.balance()
      const answers = await Promise.all(Array.from({ length: 50 }, () => predict(`round ${round}`.replace(' ', '-'))))
      const charged = answers.filter(({ headers }) => headers['x-credits-charged'] === '2')
      expect(charged.length).toBe(1)
      const fitting = answers.filter(
        ({ status, text }) => status === 409 || (status === 200 && text === charged[0]?.text),
      )
      expect(fitting.length).toBe(50)
      expect([computed, before - (await server.balance())]).toEqual([round + 1, 2])
      server.clock.advance(60_000)
    }
  })
})

describe('an Idempotency-Key after its call failed', () => {
  it('an Idempotency-Key is free again after a refused call, and the retry is a new call', async () => {
    await start()
    expectError(await predict('a', { blueTeamId: 101, redTeamId: 999 }), 404, 'team_not_found')
    expectError(await predict('a', '{"blueTeamId":'), 400, 'bad_request')
    expectError(await predict('a', { ...matchBody, bestOf: 2 }), 400, 'validation_error')
    const done = await predict('a')
    expect(done.headers).toMatchObject({ 'x-credits-charged': '2' })
    expect(done.headers['idempotent-replayed']).toBeUndefined()
  })

  it('an Idempotency-Key is free again after a failed prediction', async () => {
    let broken = true
    const predictor = createFakePredictor(catalogue, (matchup) => {
      if (broken) throw new Error('broken')
      return fakeForecast(matchup)
    })
    await start({ predictor })
    expectError(await predict('a'), 500, 'prediction_error')
    broken = false
    expect((await predict('a')).headers['x-credits-charged']).toBe('2')
  })

  it('an Idempotency-Key is free again after a call that could not be paid', async () => {
    await start({ topUp: 0, config: { freeCredits: 1 } })
    expectError(await predict('a'), 402, 'insufficient_credits')
    await server.credits.grant(server.accountId, { kind: 'topup', ref: 'later', credits: 10 })
    expect((await predict('a')).headers['x-credits-charged']).toBe('2')
  })

  it('an Idempotency-Key is free again after a refund for a broken line', async () => {
    const { credits, release, waiting } = gated()
    let line: Socket | undefined
    await start({ credits, onRequest: ({ socket }) => (line ??= socket) })
    const socket = await open(server.port)
    const body = JSON.stringify(matchBody)
    socket.write(
      `POST /v1/predict HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\nIdempotency-Key: a\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await until(() => waiting.length === 1)
    socket.resetAndDestroy()
    await until(() => line?.destroyed === true)
    release()
    await until(async () => server.lifecycle.inFlight === 0 && (await server.balance()) === 120)
    const again = await predict('a')
    expect(again.headers).toMatchObject({ 'x-credits-charged': '2', 'x-credits-remaining': '118' })
    expect(again.headers['idempotent-replayed']).toBeUndefined()
  })
})

describe('the header Idempotency-Key', () => {
  const form = 'must be 1-255 visible ASCII characters'
  it.each<[string, string | string[], string?]>([
    ['empty', ''],
    ['with a space', 'a b'],
    ['too long', 'x'.repeat(256)],
    ['not ASCII', 'é'],
    ['given twice', ['a', 'b'], 'given twice'],
    ['given twice alike', ['a', 'a'], 'given twice'],
  ])('a bad Idempotency-Key (%s) is 400 and free', async (_name, key, reason = form) => {
    await start()
    const response = await predict(key)
    expectError(response, 400, 'validation_error', `Idempotency-Key: ${reason}`)
    expect(await server.balance()).toBe(120)
  })

  it('an Idempotency-Key of up to 255 visible characters is accepted', async () => {
    await start()
    for (const key of ['!', '~'.repeat(255), '"quoted"', 'a,b']) expect((await predict(key)).status).toBe(200)
  })

  it('an Idempotency-Key is checked after the body, and before the teams are looked up', async () => {
    await start()
    expect((await predict('a b', { ...matchBody, bestOf: 2 })).json.message).toBe('bestOf: must be 1, 3 or 5')
    expect((await predict('a b', { ...matchBody, redTeamId: 999 })).json.message).toMatch(/^Idempotency-Key: /)
  })

  it('an Idempotency-Key is ignored on GET, even a bad one', async () => {
    await start()
    for (const key of ['a', 'a', 'a b']) {
      const { status, headers } = await send(server, 'GET', '/v1/teams/101', { headers: { 'Idempotency-Key': key } })
      expect([status, headers['x-credits-charged'], headers['idempotent-replayed']]).toEqual([200, '1', undefined])
    }
  })
})
