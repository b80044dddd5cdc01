import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amount, runsAll } from '../../support/amount.ts'
import { runCli, runCliIn } from '../../support/cli.ts'
import { type McpSession, mcpForTest, openMcp } from '../../support/mcp-client.ts'

// The client of the SDK and the command as a process, on the committed artifacts.

let data: string
let session: McpSession & { close(): Promise<void> }
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'riftline-mcp-'))
  session = await openMcp({ args: ['--data', data] })
})
afterAll(async () => {
  await session.close()
  rmSync(data, { recursive: true })
})

const absentTeam: [string, Record<string, unknown>, RegExp] = [
  'team',
  { id: 999_999 },
  /^team_not_found: no team 999999$/,
]

describe('riftline mcp without a server', () => {
  it('riftline mcp lists its tools with schemas', async () => {
    const { tools } = await session.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['teams', 'predict', 'explain', 'usage']))
    expect(session.client.getServerVersion()).toMatchObject({ name: 'riftline' })
    expect(session.client.getInstructions()).toContain('nothing is charged')
  })

  it('teams, players, champions and tournaments are found by their common names', async () => {
    const { call } = session
    expect((await call('teams', { name: 'T1' })).body.teams).toMatchObject([{ id: 2, name: 'T1', league: 'LCK' }])
    expect((await call('teams', { name: 'SKT' })).body.teams[0]).toMatchObject({ id: 2, name: 'T1' })
    expect((await call('teams', { name: 'gen g' })).body.teams).toMatchObject([{ id: 3, name: 'Gen.G' }])
    const faker = await call('players', { name: 'Faker', team: 2 })
    expect(faker.body.players).toMatchObject([{ id: 3, name: 'Faker', role: 'MID', team: { name: 'T1' } }])
    expect(faker.text).toMatch(
      /^1 player\n- Faker \(id 3\), MID, T1\ndata through \d{4}-\d\d-\d\dT\S+ UTC \(\d+ days old\)$/,
    )
    expect((await call('players', { name: 'Chovy' })).body.players).toMatchObject([{ team: { name: 'Gen.G' } }])
    expect((await call('champions', { name: 'J4' })).body.champions).toMatchObject([{ name: 'Jarvan IV' }])
    expect((await call('tournaments', { name: 'Worlds' })).body.tournaments[0].name).toMatch(/World/)
  })

  // The statistics are read last, some time after the start.
  it.runIf(runsAll)('statistics of a team and a player are one line each', async () => {
    expect((await session.call('team', { id: 2 })).text).toMatch(/^T1: \d+W - \d+L, \d+\.\d % of maps won/)
    expect((await session.call('player', { id: 3 })).body).toMatchObject({ name: 'Faker', team: { id: 2 } })
  })

  it('a forecast is one line, the same for either order of teams and in its explanation', async () => {
    const match = { blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5, model: 'consensus' }
    const forward = await session.call('predict', match)
    expect(forward.text).toMatch(
      /^T1 \d+\.\d % - Gen\.G \d+\.\d % \(consensus, best of 5, LCK\)\ndata through 20\d\d-\S+ UTC \(\d+ days old\)$/,
    )
    const back = await session.call('predict', { ...match, blueTeam: 'Gen.G', redTeam: 'T1' })
    expect(back.body.calibratedRedWinProbability).toBeCloseTo(forward.body.calibratedBlueWinProbability, 6)
    const explained = await session.call('explain', match)
    expect(explained.body.calibratedBlueWinProbability).toBeCloseTo(forward.body.calibratedBlueWinProbability, 6)
    expect(explained.body.explanation.stages.length).toBeGreaterThan(5)
    expect(explained.text).toContain('mid  Faker, Chovy')
    expect(explained.text).toContain('Each best-of has its own calibration curve')
    const markets = await session.call('markets', match)
    expect(markets.body.calibratedBlueWinProbability).toBeCloseTo(forward.body.calibratedBlueWinProbability, 6)
    expect(markets.text).toMatch(/likeliest score (T1|Gen\.G) 3-\d: /)
    const decided = await session.call('markets', { ...match, standing: { blue: 3, red: 0 } })
    expect(decided.text).toMatch(/^T1 100\.0 % - Gen\.G 0\.0 % \(consensus, best of 5 at 3-0, LCK\)\n/)
  })

  it('a long list is complete in structuredContent, and the text shows its beginning', async () => {
    const { content, structuredContent } = await session.client.callTool({
      name: 'players',
      arguments: { limit: 1000 },
    })
    expect((structuredContent as { players: unknown[] }).players).toHaveLength(1000)
    expect(JSON.stringify(content).length).toBeLessThan(4000)
  })

  it('schedule and odds report that there are none, and usage that nothing is charged', async () => {
    expect(await session.call('schedule')).toMatchObject({
      body: { count: 0, schedule: [] },
      text: expect.stringContaining('no series to come is known; riftline sync reads the schedule'),
    })
    const odds = await session.call('odds', { team1: 'T1', team2: 'Gen.G' })
    expect([odds.isError, odds.text]).toEqual([
      true,
      expect.stringMatching(/^odds_not_available: .*riftline odds capture/),
    ])
    expect(await session.call('usage')).toMatchObject({
      body: { creditsCharged: 0, creditsRemaining: null },
      text: expect.stringMatching(/^nothing is charged/),
    })
    expect(readdirSync(data)).toEqual([])
  })

  it.each<[name: string, args: Record<string, unknown>, expected: RegExp]>([
    ['predict', {}, /^validation_error: blueTeamId: give either blueTeamId or blueTeam$/],
    ['predict', { blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 4 }, /^validation_error: bestOf: must be 1, 3 or 5$/],
    ['predict', { blueTeam: 'T1', redTeam: 'Gen.G', model: 'gut' }, /^validation_error: model: /],
    ['predict', { blueTeam: 'T1', redTeam: 'No Such Team' }, /^team_not_found: /],
    ['predict', { blueTeam: 'T1', redTeam: 'Gen.G', stake: 5 }, /^validation_error: stake: /],
    ['explain', { blueTeam: ['T1'], redTeam: null }, /^validation_error: /],
    ['predict-draft', { blueTeam: 'T1', redTeam: 'Gen.G' }, /^validation_error: bluePicks: /],
    ['markets', { blueTeam: 'T1', redTeam: 'Gen.G', standing: { blue: 2, red: 2 } }, /^validation_error: standing/],
    ['simulate_tournament', { format: { name: 'Cup' } }, /^validation_error: format\.teams: must be a list of 2 to 64/],
    ['teams', { nam: 'T1' }, /^validation_error: nam: unknown parameter; did you mean name\?$/],
    ['teams', { name: '' }, /^validation_error: name: must be 1-80 characters$/],
    ['teams', { name: { first: 'T1' } }, /^validation_error: name: must be one value$/],
    ['teams', { active: 'maybe' }, /^validation_error: active: must be true or false$/],
    ['players', { team: 2 }, /^validation_error: name: must be given with team or role$/],
    ['team', {}, /^validation_error: id: is missing; the tool teams finds it by name$/],
    ['team', { id: '../players/3' }, /^validation_error: id: must be a positive integer$/],
    // The quick run tests this with tiny artifacts (server.test.ts): statistics of the committed ones take two seconds to read.
    ...(runsAll ? [absentTeam] : []),
    ['odds', { team1: 'T1', team2: 'SKT' }, /^validation_error: team2: must differ from team1$/],
    ['usage', { all: true }, /^validation_error: all: unknown parameter$/],
    ['player', { name: 'Faker' }, /^validation_error: id: is missing; the tool players finds it by name$/],
  ])('%s %j is refused with the code and field of /v1', async (name, args, expected) => {
    const { isError, text, meta } = await session.call(name, args)
    expect([isError, text]).toEqual([true, expect.stringMatching(expected)])
    expect(text).toBe(`${meta['riftline/error'].error}: ${meta['riftline/error'].message}`)
  })

  it('an unknown tool is a protocol error that names the nearest tool', async () => {
    await expect(session.call('predcit')).rejects.toMatchObject({
      message: expect.stringContaining('did you mean predict?'),
    })
    await expect(session.call('guess')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('guess'),
    })
  })

  it('many simultaneous calls are all answered', async () => {
    const models = ['fasttree', 'lightgbm', 'pcasweep', 'consensus']
    const calls = Array.from({ length: amount(8, 200) }, (_, index) =>
      session.call('predict', { blueTeam: 'T1', redTeam: 'Gen.G', model: models[index % 4] }),
    )
    const answers = await Promise.all(calls)
    expect(answers.map(({ body }) => body.model)).toEqual(calls.map((_, index) => models[index % 4]))
  })

  it('riftline mcp prints nothing on stderr', () => expect(session.stderr()).toBe(''))
})

it.runIf(runsAll)('riftline mcp serves a client of the newest protocol revision', async () => {
  const { client, call } = await mcpForTest({ mode: 'auto', args: ['--data', data] })
  expect(client.getProtocolEra()).toBe('modern')
  expect((await client.listTools()).tools.length).toBeGreaterThan(10)
  expect((await call('teams', { name: 'T1' })).body.count).toBe(1)
})

it.each([
  [
    ['mcp', '--artifacts', '/nowhere'],
    1,
    /^riftline mcp: artifacts folder \/nowhere cannot be used: it has no manifest\.json\n$/,
  ],
  [
    ['mcp', '--url', 'http://127.0.0.1:1'],
    1,
    /^riftline mcp: RIFTLINE_API_KEY: expected the key for --url, got none\n$/,
  ],
  [
    ['mcp', '--url', 'http://127.0.0.1:1', '--data', '.'],
    2,
    /^riftline mcp: --data: not with --url, where a server answers\n/,
  ],
  [['mcp'], 1, /^riftline mcp: expected messages on stdin, got no stdin\n$/],
  [['mcp', 'now'], 2, /^riftline mcp: expected 0 arguments/],
])('the command %j exits with %i and one line', async (args, expected, line) => {
  const { code, stdout, stderr } = await runCli(...args)
  expect([code, stdout, stderr]).toEqual([expected, '', expect.stringMatching(line)])
})

it.each(['localhost:8080', 'ftp://example.org', 'http://example.org/v1'])(
  'riftline mcp --url %s is wrong usage',
  async (url) => {
    const { code, stderr } = await runCliIn({ RIFTLINE_API_KEY: 'secret' }, 'mcp', '--url', url)
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^riftline mcp: --url: /)])
    expect(stderr).not.toContain('secret')
  },
)

it('a key that no header can hold is refused and not printed', async () => {
  const env = { RIFTLINE_API_KEY: 'a secret\n' }
  expect(await runCliIn(env, 'mcp', '--url', 'http://127.0.0.1:1')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'riftline mcp: RIFTLINE_API_KEY: must be visible ASCII characters, without spaces\n',
  })
})

it('a server key in the environment does not stop other commands', async () => {
  const { code, stderr } = await runCliIn({ RIFTLINE_API_KEY: 'secret' }, 'account', 'list', '--data', data)
  expect([code, stderr]).toEqual([0, ''])
})
