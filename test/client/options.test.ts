import { type ClientOptions, createClient, type FetchLike } from '@riftline/client'
import { expect, it, vi } from 'vitest'

const good = { baseUrl: 'https://api.example.org', apiKey: 'rl_live_secret' }

function refusalOf(change: Readonly<Record<string, unknown>>): string {
  try {
    createClient({ ...good, ...change } as ClientOptions)
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({ code: 'invalid_option' })
    return (error as Error).message
  }
  throw new Error('not refused')
}

it.each([
  [{ baseUrl: undefined }, 'baseUrl: must be an absolute http or https URL'],
  [{ baseUrl: '/v1' }, 'baseUrl: must be an absolute http or https URL'],
  [{ baseUrl: 'ftp://api.example.org' }, 'baseUrl: must be an absolute http or https URL'],
  [{ baseUrl: 'https://user:word@api.example.org' }, 'baseUrl: must have no user, query or fragment'],
  [{ baseUrl: 'https://api.example.org?apiKey=x' }, 'baseUrl: must have no user, query or fragment'],
  [{ baseUrl: 'https://api.example.org/v1/' }, 'baseUrl: leave out /v1, the client adds it'],
  [{ apiKey: '' }, 'apiKey: must be visible ASCII characters, without spaces'],
  [{ apiKey: undefined }, 'apiKey: must be visible ASCII characters, without spaces'],
  [{ apiKey: 'rl_live_x\n' }, 'apiKey: must be visible ASCII characters, without spaces'],
  [{ maxRetries: -1 }, 'maxRetries: must be an integer from 0'],
  [{ maxRetries: 1.5 }, 'maxRetries: must be an integer from 0'],
  [{ timeoutMs: 0 }, 'timeoutMs: must be above 0 and at most 2147483647'],
  [{ timeoutMs: Number.NaN }, 'timeoutMs: must be above 0 and at most 2147483647'],
  [{ timeoutMs: Number.POSITIVE_INFINITY }, 'timeoutMs: must be above 0 and at most 2147483647'],
  [{ fetch: 1 }, 'fetch: must be a function; this runtime has none of its own'],
  [{ onResponse: 1 }, 'onResponse: must be a function'],
])('createClient refuses the option %j', (change, message) => {
  expect(refusalOf(change)).toBe(message)
})

it('the error about an option never shows its value, which may be a misplaced key', () => {
  expect(refusalOf({ baseUrl: good.apiKey, apiKey: good.baseUrl })).not.toContain('secret')
  expect(refusalOf({ apiKey: 'secret secret' })).not.toContain('secret')
})

it('createClient needs the option fetch in a runtime without a global fetch', () => {
  vi.stubGlobal('fetch', undefined)
  try {
    expect(refusalOf({})).toMatch(/^fetch: /)
    createClient({ ...good, fetch: async () => new Response() })
  } finally {
    vi.unstubAllGlobals()
  }
})

it('options of one call are refused before anything is sent', async () => {
  const fetch = vi.fn()
  const client = createClient({ ...good, fetch })
  const body = { blueTeamId: 1, redTeamId: 2 } as const
  for (const idempotencyKey of ['', 'a b', 'ü', 'x'.repeat(256)])
    await expect(client.predict(body, { idempotencyKey })).rejects.toMatchObject({ code: 'invalid_option' })
  await expect(client.teams({ timeoutMs: -1 })).rejects.toMatchObject({ code: 'invalid_option' })
  expect(fetch).not.toHaveBeenCalled()
})

it('a client has no property that shows its key', () => {
  expect(JSON.stringify(Object.values(createClient(good)).map(String))).not.toContain(good.apiKey)
})

it.each([
  '.evil.example/v1',
  '@evil.example/v1',
  ':80@evil.example/v1',
  '//evil.example/v1',
  '/\\evil.example/v1',
  '\\evil.example',
  'https://evil.example/v1',
  '',
  'v1/teams',
  '/v1/../../admin',
  '/../admin',
  '/%2e%2e/admin',
  '/v1/\t/teams',
  '/v1/teams#x',
  '/v1/te ams',
])('a request for the path %j is refused and nothing is sent', async (path) => {
  for (const baseUrl of ['https://api.example.org', 'https://api.example.org/prefix/']) {
    const sent: string[] = []
    const client = createClient({
      ...good,
      baseUrl,
      fetch: async (url) => {
        sent.push(url)
        throw new Error('not reached')
      },
    })
    await expect(client.request({ method: 'GET', path, charged: false })).rejects.toMatchObject({
      code: 'invalid_option',
    })
    expect(sent).toEqual([])
  }
})

it.each(['https://api.example.org', 'https://api.example.org/prefix'])(
  'every request goes to a URL below the base URL %s',
  async (baseUrl) => {
    const sent: string[] = []
    const fetch: FetchLike = async (url) => {
      sent.push(url)
      return new Response('{}')
    }
    const client = createClient({ ...good, baseUrl, fetch })
    await client.request({ method: 'GET', path: '/v1/teams', query: { name: 'a/../b#?' } })
    await client.team('../../x' as unknown as number)
    await client.odds({ team1: 'Ä', team2: '//evil.example' })
    expect(sent).toEqual([
      `${baseUrl}/v1/teams?name=a%2F..%2Fb%23%3F`,
      `${baseUrl}/v1/teams/..%2F..%2Fx`,
      `${baseUrl}/v1/odds?team1=%C3%84&team2=%2F%2Fevil.example`,
    ])
  },
)
