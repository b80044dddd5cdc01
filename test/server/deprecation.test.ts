import { readFileSync } from 'node:fs'
import { llmsText } from '@riftline/server/docs'
import { type ContractOperation, createOpenApi, operations } from '@riftline/server/openapi'
import { afterEach, describe, expect, it } from 'vitest'
import { deprecationHeaders } from '#server/contract/deprecation.ts'
import { send, startServer, type TestServer } from '../support/server.ts'

const page = 'https://docs.example.org/teams'
const dates = { since: '2026-12-01', sunset: '2027-12-01', page }
const marked: readonly ContractOperation[] = operations.map((one) =>
  one.path === '/v1/teams' ? { ...one, deprecated: dates } : one,
)

/** Deprecated operations of which the changelog does not say that they are, and since when. */
function unannounced(list: readonly ContractOperation[], changelog: string): readonly string[] {
  const lines = changelog.split(/\n(?=- |#)/).map((line) => line.replaceAll(/\s+/g, ' '))
  return list.flatMap(({ deprecated, method, path }) => {
    if (deprecated === undefined) return []
    const name = `\`${method.toUpperCase()} ${path}\``
    const said = lines.some(
      (line) => line.includes(name) && /deprecated/i.test(line) && line.includes(deprecated.since),
    )
    return said ? [] : [name]
  })
}

let server: TestServer | undefined
afterEach(() => server?.close())

describe('an operation that is marked as deprecated', () => {
  it('says so with each of its answers, and no other operation does', async () => {
    server = await startServer({ operations: marked, config: { docsUrl: 'https://docs.example.org' } })
    const { port, key, agent } = server
    const headersOf = async (method: string, path: string, headers = {}) =>
      (await send({ port, key, agent }, method, path, { headers })).headers
    const notice = {
      deprecation: `@${Date.UTC(2026, 11, 1) / 1000}`,
      sunset: 'Wed, 01 Dec 2027 00:00:00 GMT',
      link: `<${page}>; rel="deprecation"; type="text/html"`,
    }
    const answer = await headersOf('GET', '/v1/teams')
    expect(answer).toMatchObject(notice)
    expect(await headersOf('GET', '/v1/teams', { 'If-None-Match': answer.etag })).toMatchObject(notice)
    expect(await headersOf('HEAD', '/v1/teams')).toMatchObject(notice)
    expect(await headersOf('OPTIONS', '/v1/teams')).toMatchObject(notice)
    const link = `<https://docs.example.org/errors#validation_error>; rel="help", ${notice.link}`
    expect(await headersOf('GET', '/v1/teams?x=1')).toMatchObject({ ...notice, link })
    for (const path of ['/v1/teams/101', '/v1/players', '/healthz', '/v1/nowhere']) {
      const { deprecation, sunset } = await headersOf('GET', path)
      expect([path, deprecation, sunset]).toEqual([path, undefined, undefined])
    }
  })

  it('is marked with its dates in the OpenAPI document and in llms.txt', () => {
    const document = createOpenApi({ ratePerMinute: 120 }, marked)
    expect(document.paths['/v1/teams']?.get).toMatchObject({ deprecated: true, 'x-deprecation': dates })
    expect(document.paths['/v1/teams']?.get?.description).toMatch(
      /^Deprecated since 2026-12-01, and may end on 2027-12-01\. See https:/,
    )
    expect(Object.keys(document.paths['/v1/teams']?.get?.responses['200']?.headers ?? {})).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
    )
    expect(document.paths['/v1/players']?.get).not.toHaveProperty('deprecated')
    const text = llmsText({ document, baseUrl: 'https://api.example.org', docsUrl: 'https://docs.example.org' })
    expect(text.match(/Deprecated since 2026-12-01/g)).toHaveLength(1)
  })

  it('needs a line of the changelog with its method, path and date', () => {
    const line = '\n- `GET /v1/teams` is deprecated since\n  2026-12-01: use `/v2/teams`.\n'
    expect(unannounced(marked, line)).toEqual([])
    expect(unannounced(marked, line.replace('2026-12-01', '2026-12-02'))).toEqual(['`GET /v1/teams`'])
    expect(unannounced(marked, '\n- `GET /v1/teams` is new, 2026-12-01\n')).toEqual(['`GET /v1/teams`'])
    const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
    expect(unannounced(operations, changelog)).toEqual([])
  })

  it('has a sunset no earlier than the deprecation, and real dates', () => {
    expect(deprecationHeaders({ since: '2026-12-01' })).toEqual({ Deprecation: '@1796083200' })
    expect(() => deprecationHeaders({ since: '2026-12-02', sunset: '2026-12-01' })).toThrow(RangeError)
    expect(() => deprecationHeaders({ since: '2026-13-01' })).toThrow(RangeError)
    for (const { deprecated } of operations) expect(() => deprecationHeaders(deprecated)).not.toThrow()
  })
})
