import { request } from 'node:http'
import { StorageError } from '@riftline/ledger'
import { administrationMethods, operatorProof, type ReloadOutcome } from '@riftline/server'
import { describe, expect, it } from 'vitest'
import { useOperators } from '../support/operators.ts'
import { send } from '../support/server.ts'
import { open as connect, readToEnd } from '../support/server-raw.ts'

const { open } = useOperators()

it("the operators' port closes a connection at its 129th unanswered request", async () => {
  const { server } = await open()
  const socket = await connect(server.port)
  socket.write('GET /docs HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(129))
  expect(await readToEnd(socket)).toBe('')
  const metrics = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  expect(await metrics.text()).toContain('connections_dropped_total{reason="pipeline"} 1\n')
})

describe("the pages of the operators' port", () => {
  it("the operators' port shows metrics as text for Prometheus, without a key", async () => {
    const { server } = await open()
    const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect(await answer.text()).toContain('# TYPE credits_captured_total counter')
  })

  it("the operators' port shows the contract, for people and for programs", async () => {
    const { server } = await open()
    const page = await fetch(`http://127.0.0.1:${server.port}/docs`)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(await page.text()).toContain('API reference')
    const script = await fetch(`http://127.0.0.1:${server.port}/docs/start.js`)
    expect(await script.text()).toContain('/v1/predict')
    const document = await send(server, 'GET', '/openapi.json', { key: null })
    expect(document.json.openapi).toMatch(/^3\.1/)
  })

  it("the operators' port refuses other paths, in JSON", async () => {
    const { server } = await open()
    for (const [method, path, status, error] of [
      ['GET', '/v1/teams', 404, 'not_found'],
      ['GET', '/', 404, 'not_found'],
      ['POST', '/metrics', 405, 'method_not_allowed'],
      ['GET', '/metrics?x=1', 400, 'validation_error'],
      ['GET', '/operator/grant', 405, 'method_not_allowed'],
    ] as const) {
      const answer = await send(server, method, path, { key: null })
      expect([path, answer.status, answer.json.error]).toEqual([path, status, error])
    }
  })
})

describe("the operators' port on a loopback address", () => {
  const asked = (port: number, host: string, path = '/metrics', address = '127.0.0.1'): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { Host: host }
      const outgoing = request({ host: address, port, path, agent: false, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
      outgoing.on('error', reject).end()
    })

  it.each(['127.0.0.1', 'localhost', '[::1]', '127.0.0.1:8081', 'LOCALHOST:1', '[::1]:65535'])(
    "the operators' port on a loopback address answers to %s",
    async (host) => {
      const { server } = await open()
      expect(await asked(server.port, host)).toBe(200)
    },
  )

  it.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.',
    '127.0.0.2',
    'localhost:x',
    'localhost:',
    '::1',
    '127.1',
    '0.0.0.0',
    'a@localhost',
  ])("the operators' port on a loopback address refuses %s before anything else", async (host) => {
    const { server, log, metrics } = await open()
    for (const path of ['/metrics', '/docs', '/operator', '/nowhere'])
      expect(await asked(server.port, host, path)).toBe(400)
    expect(log).toEqual([
      { level: 'warn', event: 'operator_denied', reason: 'host', path: undefined, peer: '127.0.0.1', count: 1 },
    ])
    expect(metrics.text()).toContain('operator_denied_total{reason="host"} 4')
  })

  it("the operators' port on a loopback address answers to its own name too, and on another address to any name", async () => {
    const own = await open({ opsHost: '127.0.0.2' })
    expect(await asked(own.operators.port, '127.0.0.2:8081', '/metrics', '127.0.0.2')).toBe(200)
    expect(await asked(own.operators.port, 'evil.example', '/metrics', '127.0.0.2')).toBe(400)
    const { server } = await open({ opsHost: '0.0.0.0' })
    expect(await asked(server.port, 'riftline.monitoring.svc:8081')).toBe(200)
  })
})

describe('a call of a command', () => {
  it('a call of a command reaches every method of the administration', async () => {
    const { credits, ask } = await open()
    const call = async (method: string, ...args: unknown[]) =>
      (await ask('POST', `/operator/${method}`, { body: { arguments: args } })).json.result
    const { id } = await call('createAccount', 'acme')
    const key = { id: 'abcdefgh', accountId: id, name: 'prod', sha256: 'a'.repeat(64) }
    expect(await call('addKey', { ...key, monthlyLimit: 500 })).toMatchObject({ id: 'abcdefgh', monthlyLimit: 500 })
    const limits = { expiresAt: Date.UTC(2027, 0, 1), scopes: ['predict', 'read'] }
    expect(await call('setKey', 'abcdefgh', { ...limits, monthlyLimit: null })).toMatchObject({
      monthlyLimit: null,
      ...limits,
    })
    for (const wrong of [
      { monthlyLimit: '1' },
      { scopes: ['write'] },
      { scopes: {} },
      { expiresAt: 1 },
      { limit: 1 },
      null,
    ]) {
      const refused = await ask('POST', '/operator/setKey', { body: { arguments: ['abcdefgh', wrong] } })
      expect([wrong, refused.status, refused.json.error]).toEqual([wrong, 400, 'validation_error'])
    }
    expect((await ask('POST', '/operator/setKey', { body: { arguments: ['unknown1', {}] } })).status).toBe(404)
    await call('grant', id, { kind: 'topup', ref: 'p1', credits: 100 })
    await call('grant', id, { kind: 'plan', ref: 'p2', credits: 10, name: 'starter', expiresAt: Date.UTC(2026, 11, 4) })
    expect(await call('balance', id)).toBe(130)
    expect(await call('reverseGrant', id, 'p1', 'payment bounced')).toBe(100)
    expect(await call('balance', id)).toBe(30)
    await call('ban', id, { reason: 'its key was sold' })
    expect(await credits.banOf(id)).toMatchObject({ by: 'operator', reason: 'its key was sold' })
    expect(await call('findAccount', 'acme')).toMatchObject({ id, status: 'banned' })
    await call('unban', id, 'operator', false)
    const refused = await ask('POST', '/operator/ban', { body: { arguments: [id, { reason: 1 }] } })
    expect([refused.status, refused.json.error]).toEqual([400, 'validation_error'])
    expect(await call('accounts')).toMatchObject([{ id, status: 'active' }])
    await call('revokeKey', 'abcdefgh')
    expect(await call('keys', id)).toMatchObject([{ revokedAt: expect.any(Number) }])
    expect((await call('statement', id, '2026-11')).length).toBeGreaterThan(3)
    const unknown = await ask('POST', '/operator/refund', { body: { arguments: ['req_x', 'operator'] } })
    expect(unknown.status).not.toBe(200)
    expect(administrationMethods).toHaveLength(14)
  })

  it('a call of a command needs exactly the token', async () => {
    const { server, token, ask } = await open()
    for (const path of ['/operator', '/operator/createAccount', '/operator/reload']) {
      const method = path === '/operator' ? 'GET' : 'POST'
      for (const wrong of ['', 'x', `${token.token}x`, token.token.slice(1), token.token.toLowerCase()]) {
        const answer = await ask(method, path, { token: wrong, ...(method === 'POST' ? { body: {} } : {}) })
        expect([path, wrong, answer.status, answer.json.error]).toEqual([path, wrong, 401, 'invalid_api_key'])
      }
      expect((await send(server, method, path, { key: token.token })).status).toBe(401)
    }
  })

  it('a call with a wrong token is counted each time and logged once a minute', async () => {
    const { ask, clock, log, metrics } = await open()
    const guess = () => ask('POST', '/operator/grant', { token: 'guess', body: {} })
    for (let times = 0; times < 5; times += 1) await guess()
    clock.advance(59_999)
    await guess()
    clock.advance(1)
    await guess()
    const line = {
      level: 'warn',
      event: 'operator_denied',
      reason: 'token',
      path: '/operator/grant',
      peer: '127.0.0.1',
    }
    expect(log).toEqual([
      { ...line, count: 1 },
      { ...line, count: 6 },
    ])
    expect(metrics.text()).toContain('operator_denied_total{reason="token"} 7')
    expect(JSON.stringify(log)).not.toContain('guess')
  })

  it('the server proves to a command that it knows the token, without showing it', async () => {
    const { server, token } = await open()
    const proofOf = async (query: string) => send(server, 'GET', `/operator/proof${query}`, { key: null })
    const nonce = 'n'.repeat(43)
    expect((await proofOf(`?nonce=${nonce}`)).json).toEqual({ proof: operatorProof(token, nonce) })
    expect((await proofOf(`?nonce=${'m'.repeat(43)}`)).json).not.toEqual({ proof: operatorProof(token, nonce) })
    for (const query of ['', '?nonce=', '?nonce=short', `?nonce=${'n'.repeat(44)}`, `?nonce=${nonce}&more=1`])
      expect([query, (await proofOf(query)).json.error]).toEqual([query, 'validation_error'])
    expect((await proofOf(`?nonce=${nonce}`)).text).not.toContain(token.token)
  })

  it('a call with arguments of the wrong shape is refused and changes nothing', async () => {
    const { ask, credits } = await open()
    const bodies = [
      {},
      [],
      { arguments: 'acme' },
      { arguments: [] },
      { arguments: ['a', 'b'] },
      { arguments: [7] },
      { arguments: ['a'], more: 1 },
      { arguments: [{ toString: 'a' }] },
    ]
    for (const body of bodies) {
      const answer = await ask('POST', '/operator/createAccount', { body })
      expect([JSON.stringify(body), answer.status, answer.json.error]).toEqual([
        JSON.stringify(body),
        400,
        'validation_error',
      ])
    }
    const grants = [
      { kind: 'free', ref: 'a', credits: 1 },
      { kind: 'topup', ref: 'a' },
      { kind: 'topup', ref: 'a', credits: '1' },
      { kind: 'topup', ref: 'a', credits: 1, __proto__x: 1 },
    ]
    for (const grant of grants)
      expect((await ask('POST', '/operator/grant', { body: { arguments: ['x', grant] } })).status).toBe(400)
    expect(await credits.accounts()).toEqual([])
  })

  it('a call of a command is refused with the codes of the store', async () => {
    const { ask } = await open()
    const missing = await ask('POST', '/operator/balance', { body: { arguments: ['nobody'] } })
    expect([missing.status, missing.json.error]).toEqual([404, 'account_not_found'])
    await ask('POST', '/operator/createAccount', { body: { arguments: ['acme'] } })
    const twice = await ask('POST', '/operator/createAccount', { body: { arguments: ['acme'] } })
    expect([twice.status, twice.json.error]).toEqual([400, 'account_exists'])
  })

  it('a call of a command gets the reason of a storage error, and no details of an unexpected one', async () => {
    const { ask, log } = await open(
      {},
      {
        credits: {
          createAccount: async () => {
            throw new StorageError('disk full')
          },
          accounts: async () => {
            throw new Error('secret detail')
          },
        },
      },
    )
    const stopped = await ask('POST', '/operator/createAccount', { body: { arguments: ['acme'] } })
    expect([stopped.status, stopped.json.error]).toEqual([503, 'storage_unavailable'])
    const broken = await ask('POST', '/operator/accounts', { body: { arguments: [] } })
    expect([broken.status, broken.json.error]).toEqual([500, 'internal_error'])
    expect(broken.text).not.toContain('secret')
    expect(JSON.stringify(log)).toContain('secret detail')
  })

  it('a call that changes something is logged, without token or hash', async () => {
    const { ask, log, token } = await open()
    const { id } = (await ask('POST', '/operator/createAccount', { body: { arguments: ['acme'] } })).json.result
    const sha256 = 'b'.repeat(64)
    await ask('POST', '/operator/addKey', {
      body: { arguments: [{ id: 'abcdefgh', accountId: id, name: 'prod', sha256 }] },
    })
    await ask('POST', '/operator/grant', { body: { arguments: [id, { kind: 'topup', ref: 'p1', credits: 5 }] } })
    await ask('POST', '/operator/balance', { body: { arguments: [id] } })
    expect(log).toEqual([
      { level: 'info', event: 'administration', method: 'createAccount', subject: 'acme' },
      { level: 'info', event: 'administration', method: 'addKey', subject: `${id} abcdefgh` },
      { level: 'info', event: 'administration', method: 'grant', subject: id, ref: 'p1' },
    ])
    expect(JSON.stringify(log)).not.toContain(token.token)
    expect(JSON.stringify(log)).not.toContain(sha256)
  })

  it('a call of a command longer than 64 KiB is refused', async () => {
    const { ask } = await open()
    const answer = await ask('POST', '/operator/createAccount', { body: { arguments: ['a'.repeat(70_000)] } })
    expect([answer.status, answer.json.error]).toEqual([413, 'payload_too_large'])
  })

  it('the call for a reload answers with its outcome', async () => {
    const refused: ReloadOutcome = { kind: 'refused', asOf: '2026-11-20T00:00:00', reason: 'no manifest' }
    const { ask } = await open({}, { reload: async () => refused })
    expect((await ask('POST', '/operator/reload', { body: {} })).json).toEqual({ result: refused })
  })
})
