import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  allowOf,
  call,
  expectAccountHeaders,
  expectError,
  expectPlainHeaders,
  rows,
  startContractServer,
} from '../support/contract-cases.ts'
import type { TestServer } from '../support/server.ts'

/** Every route with a valid key: its answer, its price and its refusals. `send` compares each answer with the OpenAPI document. */

let server: TestServer
beforeAll(async () => {
  server = await startContractServer()
})
afterAll(() => server.close())

describe('with a key and credits', () => {
  it.each(rows)(
    '%s with a key and credits is 200 with exactly its keys and all headers, at its price',
    async (_name, row) => {
      const { response, charged } = await call(server, row)
      expect(response.status).toBe(200)
      expect(Object.keys(response.json)).toEqual(row.keys)
      expectPlainHeaders(response)
      await expectAccountHeaders(server, response, row.cost)
      expect(response.headers['cache-control']).toBe(
        row.head && !/usage$|changes/.test(row.path)
          ? `private, max-age=${row.path === '/v1/schedule' ? 60 : 300}`
          : 'no-store',
      )
      expect(charged).toBe(row.cost)
    },
  )
})

describe('with an unknown parameter', () => {
  it.each(rows)('%s with an unknown parameter is 400', async (_name, row) => {
    const path = `${row.path}${row.path.includes('?') ? '&' : '?'}xyz=1`
    const { response, charged } = await call(server, { ...row, path })
    expectError(response, 400, 'validation_error', 'xyz: unknown parameter')
    await expectAccountHeaders(server, response, 0)
    expect(charged).toBe(0)
  })
})

describe('with an unknown id or name', () => {
  const able = rows.filter(([, { unknown }]) => unknown !== undefined)

  it.each(able)(
    '%s with an unknown id or name is 404 and free, also with an empty balance',
    async (_name, { unknown, ...row }) => {
      const { code = '', message = '', ...changed } = unknown ?? {}
      const { response, charged } = await call(server, { ...row, ...changed })
      expectError(response, 404, code, message)
      await expectAccountHeaders(server, response, 0)
      expect(charged).toBe(0)

      const { key } = await server.addKey((await server.credits.createAccount(`poor ${_name}`)).id)
      expectError((await call(server, { ...row, ...changed }, { key })).response, 404, code, message)
    },
  )

  it('a call for odds that do not exist is 404 and free', async () => {
    const { response, charged } = await call(server, { method: 'GET', path: '/v1/odds?team1Id=340&team2Id=101' })
    expectError(response, 404, 'odds_not_available', 'no odds published for 101 and 340 yet')
    await expectAccountHeaders(server, response, 0)
    expect(charged).toBe(0)
  })
})

describe('with a field or parameter that breaks a rule', () => {
  const able = rows.filter(([, { broken }]) => broken !== undefined)

  it.each(able)(
    '%s with a field or parameter that breaks a rule is 400 and free',
    async (_name, { broken, ...row }) => {
      const { message = '', ...changed } = broken ?? {}
      const { response, charged } = await call(server, { ...row, ...changed })
      expectError(response, 400, 'validation_error', message)
      await expectAccountHeaders(server, response, 0)
      expect(charged).toBe(0)
    },
  )
})

describe('with a wrong method', () => {
  it.each(rows)('%s with a wrong method is 405 and names the right ones', async (_name, row) => {
    const words = row.method === 'POST' ? 'use POST' : row.head ? 'use GET or HEAD' : 'use GET'
    for (const method of ['DELETE', 'PUT', 'PATCH', row.method === 'GET' ? 'POST' : 'GET']) {
      const { response, charged } = await call(server, { method, path: row.path })
      expectError(response, 405, 'method_not_allowed', words)
      expect(response.headers.allow).toBe(allowOf(row))
      await expectAccountHeaders(server, response, 0)
      expect(charged).toBe(0)
    }
  })
})

describe('OPTIONS of every route', () => {
  it.each(rows)('OPTIONS of %s is 204 with Allow and no body, and counts to the rate', async (_name, row) => {
    const { response, charged } = await call(server, { method: 'OPTIONS', path: row.path })
    expect(response).toMatchObject({
      status: 204,
      text: '',
      headers: { allow: allowOf(row), 'cache-control': 'no-store' },
    })
    expect(response.headers['content-length']).toBeUndefined()
    await expectAccountHeaders(server, response, 0)
    expect(charged).toBe(0)
  })
})

describe('HEAD of every route', () => {
  it.each(rows)('HEAD of %s has the headers of GET and no body, or is 405', async (_name, row) => {
    const { response: get } = await call(server, row)
    const { response: head, charged } = await call(server, { method: 'HEAD', path: row.path })
    expect(head.text).toBe('')
    expect(charged).toBe(0)
    await expectAccountHeaders(server, head, 0)
    if (!row.head) return expect(head).toMatchObject({ status: 405, headers: { allow: allowOf(row) } })
    expect(head.status).toBe(200)
    const varying = ['x-request-id', 'date', 'x-ratelimit-reset', 'connection']
    for (const [name, value] of Object.entries(get.headers)) {
      if (!varying.includes(name)) expect(head.headers[name], name).toBe(value)
    }
  })
})
