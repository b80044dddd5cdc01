import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captured, linesOf } from '../../odds/captured.ts'
import { runsAll } from '../../support/amount.ts'
import { runCli, runCliIn } from '../../support/cli.ts'
import { knownDraft } from '../../support/known-draft.ts'
import { type McpSession, mcpForTest, openMcpHere } from '../../support/mcp-client.ts'
import { type CommandServer, serveHere } from '../../support/serve-process.ts'
import { playedArtifacts } from '../../support/tiny-artifacts-played.ts'

// Two sessions beside one server: remote with its key, offline on its data folder without a key.

const publicUrl = 'http://riftline.test'
const teams = { team1: { id: 2, name: 'Basalt Bears' }, team2: { id: 3, name: 'Copper Cranes' } }
const scheduled = { id: 'lck-1', league: 'LCK', bestOf: 3, scheduledUtc: '2999-07-24T15:00:00', ...teams }
const schedule = {
  ...{ format: 'riftline-schedule', formatVersion: 1, checkedUtc: '2026-01-24T09:41:07' },
  series: [{ ...scheduled, startedUtc: null, stated: [] }],
}
const snapshot = captured({ match: 'lck-1', teams: [2, 3], start: scheduled.scheduledUtc })

let server: CommandServer
const keys = { rich: '', poor: '' }
type Session = McpSession & { close(): Promise<void> }
let remote: Session
let offline: Session

/** Three free credits a month. */
const free = { RIFTLINE_FREE_CREDITS: '3' }

async function prepare(dataFolder: string): Promise<void> {
  const riftline = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCliIn(free, ...args, '--data', dataFolder, '--json')
    expect([code, stderr]).toEqual([0, ''])
    return stdout
  }
  const keyOf = async (account: string): Promise<string> =>
    JSON.parse(await riftline('key', 'create', account, '--name', 'agent')).key
  await riftline('account', 'create', 'rich')
  await riftline('account', 'create', 'poor')
  await riftline('grant', 'rich', '--topup', '100', '--ref', 'p1')
  keys.rich = await keyOf('rich')
  keys.poor = await keyOf('poor')
  const file = join(dataFolder, 'odds.jsonl')
  writeFileSync(file, linesOf([snapshot]))
  await riftline('odds', 'import', file)
  mkdirSync(join(dataFolder, 'sync'))
  writeFileSync(join(dataFolder, 'sync/schedule.json'), JSON.stringify(schedule))
}

const withKey = (key: string, url = server.baseUrl) => ({ args: ['--url', url], env: { RIFTLINE_API_KEY: key } })

beforeAll(async () => {
  server = await serveHere({
    artifacts: playedArtifacts(),
    key: 'made before',
    env: { FREE_CREDITS: free.RIFTLINE_FREE_CREDITS, PUBLIC_URL: publicUrl },
    before: prepare,
  })
  remote = await openMcpHere(withKey(keys.rich))
  offline = await openMcpHere({
    args: ['--data', server.dataFolder, '--artifacts', server.artifactsFolder],
    env: { RIFTLINE_PUBLIC_URL: publicUrl },
  })
})
afterAll(async () => {
  for (const session of [remote, offline]) await session?.close()
  await server?.stop()
})

/** Replaces numbers within 1e-7 by those of the other answer: the moment of a forecast changes its last digits. */
function near(body: unknown, other: unknown): unknown {
  if (typeof body === 'number' && typeof other === 'number')
    return Math.abs(body - other) < 1e-7 * Math.abs(other) ? other : body
  if (Array.isArray(body) && Array.isArray(other)) return body.map((value, i) => near(value, other[i]))
  if (!isObject(body) || !isObject(other)) return body
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, near(value, other[key])]))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const match = { blueTeam: 'Basalt Bears', redTeam: 'Copper Cranes' }

const finalists = Object.values(match)
const final = {
  name: 'Final',
  teams: finalists,
  stages: [{ id: 'final', kind: 'singleElimination', bestOf: 5, slots: finalists }],
}

describe('riftline mcp --url', () => {
  const every: readonly (readonly [name: string, args: Record<string, unknown>, credits: number])[] = [
    ['teams', { name: 'Basalt Bears' }, 0],
    ['teams', { active: 'true' }, 0],
    ['players', { name: 'Bruin', role: 'MID' }, 0],
    ['champions', {}, 0],
    ['tournaments', {}, 0],
    ['schedule', {}, 0],
    ['team', { id: 2 }, 1],
    ['player', { id: 3 }, 1],
    ['tournament', { id: 1 }, 1],
    ['odds', { team1: 'BB', team2Id: 3 }, 1],
    ['odds', { team1: 'Basalt Bears', team2: 'CC', markets: 'all' }, 2],
    ['predict', { ...match, bestOf: 5, oddsBlue: 2.1, oddsRed: 1.75 }, 2],
    ['explain', { ...match, model: 'lightgbm' }, 5],
    ['predict-draft', { ...match, ...knownDraft, model: 'consensus' }, 10],
    ['markets', { ...match, model: 'pcasweep' }, 5],
    ['simulate_tournament', { format: final, runs: 2000 }, 20],
  ]
  // The quick run covers a list, a detail, odds and a forecast.
  const calls = every.filter((_, index) => runsAll || [0, 6, 10, 11].includes(index))

  it.each(calls)('%s %j has the body that the files give, and states its charge of %i', async (name, args, credits) => {
    const [there, here] = [await remote.call(name, args), await offline.call(name, args)]
    expect([there.isError, near(there.body, here.body)]).toEqual([false, here.body])
    expect(there.meta['riftline/charge']).toMatchObject({ creditsCharged: credits, requestId: expect.any(String) })
    expect(there.text).toContain(`charged ${credits} credit${credits === 1 ? '' : 's'}, `)
    expect(here.meta?.['riftline/charge']).toBeUndefined()
    expect(there.text.startsWith(here.text)).toBe(true)
  })

  it('usage counts the charges of the calls', async () => {
    const { body, text } = await remote.call('usage')
    const sum = calls.reduce((all, [, , credits]) => all + credits, 0)
    expect(body).toMatchObject({ creditsRemaining: 103 - sum, used: { thisMonth: sum } })
    expect(text).toContain(`${103 - sum} credits remain; ${sum} used today, ${sum} this month`)
  })

  it('a refused call has the code and message of the server and costs nothing', async () => {
    const { isError, text, meta } = await remote.call('predict', { blueTeam: 'BB', redTeam: 'No Such Team' })
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/^team_not_found: no team No Such Team\ncharged 0 credits, \d+ remain$/),
    ])
    expect(meta['riftline/error']).toMatchObject({
      error: 'team_not_found',
      status: 404,
      requestId: expect.any(String),
    })
    const { text: local } = await offline.call('predict', { blueTeam: 'BB', redTeam: 'No Such Team' })
    expect(text.startsWith(local)).toBe(true)
    expect(await offline.call('team', { id: 999_999 })).toMatchObject({
      isError: true,
      text: 'team_not_found: no team 999999',
    })
  })

  it.runIf(runsAll)(
    'too few credits and too many calls at once are tool errors, and the latter state how long to wait',
    async () => {
      const { call } = await mcpForTest(withKey(keys.poor))
      const { isError, text, meta } = await call('predict', { ...match, model: 'consensus' })
      expect([isError, text]).toEqual([
        true,
        'insufficient_credits: needs 10 credits, 3 available\ncharged 0 credits, 3 remain',
      ])
      expect(meta['riftline/error'].status).toBe(402)
      const answers = await Promise.all(Array.from({ length: 125 }, () => call('usage')))
      const refused = answers.filter((answer) => answer.isError)
      expect(refused).toHaveLength(6)
      expect(refused[0]?.text).toMatch(/^rate_limited: .* \(retry after \d+ s\)/)
      expect(refused[0]?.meta['riftline/error'].status).toBe(429)
    },
  )

  it.runIf(runsAll)('an unknown key and an absent or foreign server are tool errors that show no key', async () => {
    const other: Server = createServer((_, response) => response.end('<h1>hello</h1>'))
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const key = 'rl_live_00000000_secretsecretsecretsecretsecretsecretse'
    try {
      const cases = [
        [server.baseUrl, 'invalid_api_key'],
        ['http://127.0.0.1:1', 'connection_failed'],
        [elsewhere, 'invalid_response'],
      ] as const
      for (const [url, code] of cases) {
        const session = await mcpForTest(withKey(key, url))
        const answer = await session.call('teams', { name: 'BB' })
        expect([answer.isError, answer.text]).toEqual([true, expect.stringMatching(`^${code}: `)])
        expect(JSON.stringify([answer, session.stderr()])).not.toContain('secret')
      }
    } finally {
      other.close()
    }
  })
})

it('offline tools see data that other processes add to the data folder', async () => {
  const asked = { team1Id: 4, team2Id: 5 }
  expect((await offline.call('odds', asked)).isError).toBe(true)
  const file = join(server.dataFolder, 'more.jsonl')
  writeFileSync(file, linesOf([captured({ match: 'later', teams: [4, 5], start: '2999-07-25T15:00:00' })]))
  expect((await runCli('odds', 'import', file, '--data', server.dataFolder)).code).toBe(0)
  const { isError, body } = await offline.call('odds', asked)
  expect([isError, body?.match.esportsMatchId]).toEqual([false, 'later'])
})
