import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amount } from '../../support/amount.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { sendRaw } from '../../support/server-raw.ts'
import { bodyAttacks, headerAttacks, smugglingCases, targetAttacks } from './attack-cases.ts'
import { framingCases } from './framing-cases.ts'
import { bodyCases, keyCases } from './key-and-body-cases.ts'
import { lineCases } from './line-cases.ts'
import { pipelineCases } from './pipeline-cases.ts'
import type { RawCase } from './raw-case.ts'
import { sizeCases } from './size-cases.ts'
import { targetCases, versionCases } from './start-line-cases.ts'

let server: TestServer
let other: string
beforeAll(async () => {
  server = await startServer({ topUp: 1000, config: { authFailsPerMinute: 0 } })
  other = (await server.addKey()).key
})
afterAll(() => server.close())

async function run(raw: RawCase): Promise<void> {
  server.clock.advance(60_000)
  const before = await server.balance()
  const { responses, closed } = await sendRaw(server.port, withKeys(raw.bytes), raw.expected.length, raw.noBody)

  const seen = responses.map(({ status, body }) => [status, status >= 400 && body !== '' ? codeOf(body) : null])
  expect(seen).toEqual(raw.expected)
  if (raw.closed !== 'either') expect(closed, 'connection closed').toBe(raw.closed)
  for (const { status, headers, body } of responses) {
    if (status === 100) continue
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9A-Za-z]{20}$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.has('x-evil')).toBe(false)
    if (status !== 204) expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    if (status !== 204 && !raw.noBody) expect(headers.get('content-length')).toBe(String(body.length))
  }
  if (raw.closed === true && responses.length > 0) expect(responses.at(-1)?.headers.get('connection')).toBe('close')
  for (const [name, value] of Object.entries(raw.headers ?? {})) {
    expect(responses.at(-1)?.headers.get(name), name).toBe(value)
  }
  expect(before - (await server.balance()), 'credits charged').toBe(raw.charged ?? 0)
  expect(
    (await sendRaw(server.port, withKeys('GET /v1/teams HTTP/1.1\r\nHost: h\r\nK\r\n'))).responses[0]?.status,
  ).toBe(200)
}

/** Error code of a body with exactly two strings; other bodies fail the test. */
function codeOf(text: string): string {
  const { error, message, ...rest } = JSON.parse(text)
  expect([typeof error, typeof message, rest]).toEqual(['string', 'string', {}])
  return error
}

function withKeys(bytes: string | Buffer): Buffer {
  const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1') : Buffer.from(bytes).toString('latin1')
  const keyed = text
    .replaceAll('\nK', `\nX-Api-Key: ${server.key}\r\n`)
    .replaceAll('<key>', server.key)
    .replaceAll('<other>', other)
  return Buffer.from(keyed, 'latin1')
}

const groups: Readonly<Record<string, readonly RawCase[]>> = {
  'versions and start line': versionCases,
  'target and Host': targetCases,
  'framing and smuggling': framingCases,
  'sizes, expectations and upgrades': sizeCases,
  keys: keyCases,
  bodies: bodyCases,
  'more ways to smuggle': smugglingCases,
  'more targets': targetAttacks,
  'more bodies': bodyAttacks,
  'more headers': headerAttacks,
  pipelines: pipelineCases,
}

describe.each(Object.entries(groups))('on a raw socket, %s:', (_name, cases) => {
  const some = cases.filter((_, index) => index % amount(3, 1) === 0)
  it.each(some.map((raw) => [raw.name, answersOf(raw), raw] as const))('%s gets %s', (_caseName, _answers, raw) => {
    return run(raw)
  })
})

function answersOf({ expected }: RawCase): string {
  const answers = expected.map(([status, code]) => (code === null ? String(status) : `${status} ${code}`))
  const distinct = [...new Set(answers)].join(' and ')
  if (answers.length === 0) return 'no answer'
  return answers.length === 1 ? distinct : `${answers.length} answers: ${distinct}`
}

it('the corpus of raw requests has all of its 82 cases', () => {
  const names = [
    ...Object.values(groups)
      .flat()
      .map(({ name }) => name),
    ...Object.keys(lineCases),
  ]
  const numbers = new Set(names.flatMap((name) => /^([0-9]+) /.exec(name)?.[1] ?? []).map(Number))
  const all = Array.from({ length: 82 }, (_, index) => index + 1)
  expect(all.filter((number) => !numbers.has(number))).toEqual([])
})
