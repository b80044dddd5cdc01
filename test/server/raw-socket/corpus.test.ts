import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/server.ts'
import { sendRaw } from '../../support/server-raw.ts'
import { bodyCases, framingCases, type RawCase, sizeCases, targetCases, versionCases } from './corpus.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ topUp: 1000 })
})
afterAll(() => server.close())

async function run(raw: RawCase): Promise<void> {
  server.clock.advance(60_000)
  const before = await server.balance()
  const keyLine = `X-Api-Key: ${server.key}\r\n`
  const bytes = Buffer.isBuffer(raw.bytes)
    ? replaceKey(raw.bytes, keyLine)
    : raw.bytes.replaceAll('\nK', `\n${keyLine}`)
  const { responses, closed } = await sendRaw(server.port, bytes, raw.expected.length, raw.noBody)

  const seen = responses.map(({ status, body }) => [status, status >= 400 ? JSON.parse(body).error : null])
  expect(seen).toEqual(raw.expected)
  expect(closed, 'connection closed').toBe(raw.closed)
  for (const { status, headers } of responses) {
    if (status === 100) continue
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9A-Za-z]{20}$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    if (status >= 400) expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    if (raw.closed) expect(headers.get('connection')).toBe('close')
  }
  expect(before - (await server.balance()), 'credits charged').toBe(raw.charged ?? 0)
  expect((await sendRaw(server.port, 'GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n')).responses[0]?.status).toBe(200)
}

function replaceKey(bytes: Buffer, keyLine: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\nK', `\n${keyLine}`), 'latin1')
}

const named = (cases: readonly RawCase[]) => cases.map((raw) => [raw.name, raw] as const)

describe('versions and start line', () => test.each(named(versionCases))('%s', (_name, raw) => run(raw)))
describe('target and Host', () => test.each(named(targetCases))('%s', (_name, raw) => run(raw)))
describe('framing and smuggling', () => test.each(named(framingCases))('%s', (_name, raw) => run(raw)))
describe('sizes, expectations and upgrades', () => test.each(named(sizeCases))('%s', (_name, raw) => run(raw)))
describe('bodies', () => test.each(named(bodyCases))('%s', (_name, raw) => run(raw)))
