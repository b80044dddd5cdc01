import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CaptureSummary } from '#cli/capture/capture-round.ts'
import { startCaptures } from '#cli/serve/background-runs.ts'
import { runsAll } from '../support/amount.ts'
import { runCliIn } from '../support/cli.ts'
import { startRiftline } from '../support/riftline-process.ts'
import { startFakePolymarket } from '../support/sources/fake-polymarket.ts'
import { silence } from '../support/sources/faults.ts'

type Status = 'ok' | 'failed'

const summaryOf = (statuses: Readonly<Record<string, Status>>): CaptureSummary =>
  ({
    sources: Object.fromEntries(Object.entries(statuses).map(([name, status]) => [name, { status }])),
  }) as unknown as CaptureSummary

it('background captures are counted by market and logged with their summary, including failures', async () => {
  const due: (() => void)[] = []
  const ends: (CaptureSummary | Error)[] = [
    summaryOf({ polymarket: 'ok', kalshi: 'failed' }),
    summaryOf({ polymarket: 'failed', kalshi: 'failed' }),
    new Error('riftline odds capture ended with 1: what'),
  ]
  const counted: string[] = []
  const logged: object[] = []
  const gauges = new Map<string, () => number>()
  let nowMs = 5_000_000
  startCaptures({
    ...{ intervalMs: 300_000, sources: ['polymarket', 'kalshi'], random: () => 0, now: () => nowMs },
    runOnce: async () => {
      const end = ends.shift()!
      if (end instanceof Error) throw end
      return end
    },
    metrics: {
      count: (name, labels) => void counted.push(`${name} ${Object.values(labels ?? {}).join(' ')}`),
      observe: () => {},
      gauge: (name, read) => void gauges.set(name, read),
    },
    log: (entry) => void logged.push(entry),
    timers: {
      after: (_ms, act) => {
        due.push(act)
        return () => {}
      },
    },
  })
  const last = gauges.get('odds_last_capture_timestamp_seconds')!
  expect(last()).toBe(0)
  for (let run = 0; run < 3; run++) {
    due.shift()!()
    await new Promise((resolve) => setImmediate(resolve))
    expect(last()).toBe(5000)
    nowMs += 1000
  }
  expect(counted).toEqual(
    ['polymarket ok', 'kalshi failed', 'polymarket failed', 'kalshi failed', 'polymarket failed', 'kalshi failed'].map(
      (labels) => `odds_captures_total ${labels}`,
    ),
  )
  expect(logged).toMatchObject([
    { level: 'info', event: 'odds_capture_done', summary: { sources: { kalshi: { status: 'failed' } } } },
    { level: 'error', event: 'odds_capture_failed', summary: { sources: {} } },
    { level: 'error', event: 'odds_capture_failed', error: 'riftline odds capture ended with 1: what' },
  ])
})

describe.runIf(runsAll)('a server with RIFTLINE_ODDS_CAPTURE_INTERVAL', { timeout: 300_000 }, () => {
  const startServer = async (env: Readonly<Record<string, string>>) => {
    const root = await mkdtemp(join(tmpdir(), 'riftline-serve-capture-'))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    const data = join(root, 'data')
    const start = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)
    const market = await startFakePolymarket([{ id: '501', teams: ['T1', 'Gen.G Esports'], start }])
    onTestFinished(() => market.close())
    const server = startRiftline({
      args: ['serve', '--port', '0', '--artifacts', 'artifacts', '--data', data],
      env: {
        ...{ RIFTLINE_OPS_PORT: 'any', RIFTLINE_SOURCE_PAUSE_MS: '0', RIFTLINE_SOURCE_BACKOFF_MS: '0' },
        ...{ RIFTLINE_POLYMARKET_GAMMA_URL: market.url, RIFTLINE_POLYMARKET_CLOB_URL: market.url },
        ...{ RIFTLINE_ODDS_CAPTURE_SOURCES: 'polymarket', RIFTLINE_ODDS_CAPTURE_INTERVAL: '1s' },
        ...env,
      },
    })
    return { server, market, data }
  }

  it('the server answers with the odds that it has captured', async () => {
    const { server } = await startServer({})
    const [, url] = await server.printed('stdout', /listens on (\S+)\n/)
    const [, key] = await server.printed('stdout', /^ {2}(rl_live_\S+)$/m)
    await server.printed('stderr', /"event":"odds_capture_done","summary":\{"capturedAtUtc":"[^"]+","stored":1/)
    const answer = await fetch(`${url}/v1/odds?team1=T1&team2=GEN`, { headers: { authorization: `Bearer ${key}` } })
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { source: 'polymarket', match: { esportsMatchId: 'polymarket:501', bestOf: 3 } },
    ])
    server.signal('SIGTERM')
    expect(await server.code).toBe(0)
  })

  it('the server ends a running capture when it stops, and shows no secret in the process list', async () => {
    const secrets = { RIFTLINE_LOLESPORTS_KEY: 'hunter2key' }
    const { server, market, data } = await startServer(secrets)
    market.always(silence)
    await market.received(1)
    const captures = (await processes()).filter(({ words }) => words.includes('capture') && words.includes(data))
    expect(captures.map(({ words }) => words.slice(-6))).toEqual([
      ['capture', '--json', '--data', data, '--artifacts', 'artifacts'],
    ])
    expect(JSON.stringify(captures)).not.toContain('hunter2')
    server.signal('SIGTERM')
    expect(await server.code).toBe(0)
    expect(server.output.stderr).not.toContain('hunter2')
    const alive = async () => (await processes()).filter(({ words }) => words.includes(data))
    await expect.poll(alive, { timeout: 60_000 }).toEqual([])
  })
})

/** All processes of this machine with their command lines. */
async function processes(): Promise<readonly { readonly words: readonly string[] }[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return lines.map((line) => ({ words: line.split('\0').filter((word) => word !== '') }))
}

it.each([
  [{ RIFTLINE_ODDS_CAPTURE_INTERVAL: '5' }, 'RIFTLINE_ODDS_CAPTURE_INTERVAL: expected a duration'],
  [
    { RIFTLINE_ODDS_CAPTURE_INTERVAL: '5m', RIFTLINE_ODDS_CAPTURE_SOURCES: 'betfair' },
    'RIFTLINE_ODDS_CAPTURE_SOURCES: expected one or more of polymarket, kalshi',
  ],
])('serve in %j is refused', async (env, reason) => {
  const { code, stderr } = await runCliIn(env, 'serve')
  expect([code, stderr]).toEqual([1, expect.stringContaining(reason)])
})
