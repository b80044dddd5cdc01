import { readFileSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as contract from '@riftline/server/openapi'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTools } from '#mcp/tools.ts'
import { send, startServer, type TestServer } from '../support/server.ts'
import { draftBody, matchBody } from '../support/server-catalogue.ts'

// The SDK's own client over a real socket, in both generations of the protocol.

let server: TestServer
beforeAll(async () => {
  server = await startServer({ topUp: 10_000, config: { ratePerMinute: 10_000 } })
})
afterAll(() => server.close())

interface Session {
  readonly mode?: 'legacy' | 'auto'
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function connect({ mode = 'auto', key = server.key, headers = {} }: Session = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { Authorization: `Bearer ${key}`, ...headers } }
  onTestFinished(() => client.close())
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${server.port}/mcp`), { requestInit }),
  )
  return client
}

/** Tools with the calls of the routes that they stand for. */
const calls: readonly {
  readonly name: string
  readonly args: Record<string, unknown>
  readonly path: string
  readonly body?: object
}[] = [
  { name: 'teams', args: {}, path: '/v1/teams?limit=10' },
  { name: 'team', args: { id: 101 }, path: '/v1/teams/101' },
  { name: 'predict', args: { ...matchBody }, path: '/v1/predict', body: matchBody },
  {
    ...{ name: 'explain', args: { ...matchBody, model: 'lightgbm' } },
    ...{ path: '/v1/predict', body: { ...matchBody, model: 'lightgbm', explain: true } },
  },
  { name: 'predict-draft', args: { ...draftBody }, path: '/v1/predict-draft', body: draftBody },
  {
    ...{ name: 'predict_many', args: { requests: [matchBody, matchBody] } },
    ...{ path: '/v1/predict/batch', body: { requests: [matchBody, matchBody] } },
  },
  {
    ...{ name: 'markets', args: { ...matchBody, model: 'consensus' } },
    ...{ path: '/v1/markets', body: { ...matchBody, model: 'consensus' } },
  },
]

describe.each(['legacy', 'auto'] as const)('the official client over HTTP (%s)', (mode) => {
  it('the tools and their texts are those of riftline mcp with a server', async () => {
    const client = await connect({ mode })
    const { version } = JSON.parse(readFileSync(new URL('../../packages/mcp/package.json', import.meta.url), 'utf8'))
    expect(client.getServerVersion()).toMatchObject({ name: 'riftline', version })
    expect(client.getInstructions()).toContain('Calls are charged in credits')
    const definitions = createTools(contract, { isOffline: false }).map(({ definition }) => definition)
    expect((await client.listTools()).tools).toEqual(JSON.parse(JSON.stringify(definitions)))
  })

  it.each(calls)(
    '$name answers as its route does, for the same charge, and states it',
    async ({ name, args, path, body }) => {
      const client = await connect({ mode })
      const route = await (body === undefined ? send(server, 'GET', path) : send(server, 'POST', path, { body }))
      const charged = Number(route.headers['x-credits-charged'])
      const before = await server.balance()
      const whole = name === 'teams' ? {} : { full: true }
      const answer = await client.callTool({ name, arguments: { ...args, ...whole } })
      expect(answer.structuredContent).toEqual(route.json)
      const left = before - charged
      expect(await server.balance()).toBe(left)
      const charge = { creditsCharged: charged, creditsRemaining: left }
      expect(answer._meta?.['riftline/charge']).toMatchObject(charge)
      expect(JSON.stringify(answer.content)).toContain(
        `charged ${charged} credit${charged === 1 ? '' : 's'}, ${left} remain`,
      )
    },
  )

  it('the charge stands in usage under the operation of the route', async () => {
    const client = await connect({ mode })
    const callsOf = async () => {
      const { calls } = (await send(server, 'GET', '/v1/usage')).json
      return (
        calls.find((one: Record<string, unknown>) => one.operation === 'predict' && one.model === 'pcasweep') ?? {
          calls: 0,
        }
      )
    }
    const before = await callsOf()
    await client.callTool({ name: 'predict', arguments: { ...matchBody, model: 'pcasweep' } })
    expect((await callsOf()).calls).toBe(before.calls + 1)
  })

  it('a refused call is a tool error with the code of the route, and costs nothing', async () => {
    const { id } = await server.credits.createAccount(`poor ${mode}`)
    const client = await connect({ mode, key: (await server.addKey(id)).key })
    const requests = Array.from({ length: 11 }, () => matchBody)
    const refused = await client.callTool({ name: 'predict_many', arguments: { requests } })
    expect([refused.isError, refused.content]).toEqual([
      true,
      [{ type: 'text', text: 'insufficient_credits: needs 22 credits, 20 available\ncharged 0 credits, 20 remain' }],
    ])
    expect(refused._meta?.['riftline/error']).toMatchObject({ error: 'insufficient_credits', status: 402 })
    const unknown = await client.callTool({ name: 'predict', arguments: { blueTeam: 'No Such Team', redTeamId: 102 } })
    expect([unknown.isError, unknown._meta?.['riftline/error']]).toEqual([
      true,
      expect.objectContaining({ error: 'team_not_found', status: 404 }),
    ])
    expect(await server.credits.balance(id)).toBe(20)
  })

  it('an unknown tool is an error of the protocol that names the nearest one', async () => {
    const client = await connect({ mode })
    await expect(client.callTool({ name: 'predikt', arguments: {} })).rejects.toThrow(
      'unknown tool "predikt"; did you mean predict',
    )
  })

  it('a wrong key is refused when the client connects', async () => {
    await expect(connect({ mode, key: 'rl_live_wrong' })).rejects.toThrow(/401|Unauthorized|this key is not valid/)
  })
})

it('a call under an Idempotency-Key is charged once, and its route knows the key too', async () => {
  const client = await connect({ headers: { 'Idempotency-Key': 'once' } })
  const ask = () => client.callTool({ name: 'predict', arguments: { ...matchBody, full: true } })
  const before = await server.balance()
  const first = await ask()
  const again = await ask()
  expect(again.structuredContent).toEqual(first.structuredContent)
  expect([first, again].map(({ _meta }) => _meta?.['riftline/charge'])).toEqual([
    expect.objectContaining({ creditsCharged: 2 }),
    expect.objectContaining({ creditsCharged: 0 }),
  ])
  const route = await send(server, 'POST', '/v1/predict', { body: matchBody, headers: { 'Idempotency-Key': 'once' } })
  expect(route.headers['idempotent-replayed']).toBe('true')
  expect(before - (await server.balance())).toBe(2)
  const other = await client.callTool({ name: 'predict', arguments: { ...matchBody, model: 'consensus' } })
  expect(other._meta?.['riftline/error']).toMatchObject({ error: 'idempotency_key_reused', status: 422 })
})
