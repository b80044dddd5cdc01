import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startSyncs } from '#cli/serve/background-runs.ts'
import type { SyncSummary } from '#cli/sync/summary.ts'
import { runsAll } from '../support/amount.ts'
import { runCliIn } from '../support/cli.ts'
import { afterData, committedArtifacts } from '../support/committed-artifacts.ts'
import { startRiftline } from '../support/riftline-process.ts'
import { startFakeLeaguepedia } from '../support/sources/fake-leaguepedia.ts'
import { leaguepediaTables } from '../support/sources/leaguepedia-tables.ts'
import { weekOf } from '../support/stated-week.ts'

const hourMs = 3_600_000

/** Background syncs with runs and timers under the control of the test. */
function watched(random: number) {
  const timers: { ms: number; act: () => void }[] = []
  const runs: { resolve: (status: SyncSummary['status']) => void; reject: (error: Error) => void }[] = []
  const counted: string[] = []
  const logged: object[] = []
  const gauges = new Map<string, () => number>()
  const stop = startSyncs({
    intervalMs: 6 * hourMs,
    runOnce: () =>
      new Promise((resolve, reject) => {
        const sources = { leaguepedia: { status: 'ok' } } as unknown as SyncSummary['sources']
        runs.push({ resolve: (status) => resolve({ status, sources } as SyncSummary), reject })
      }),
    metrics: {
      count: (name, labels) => void counted.push(`${name} ${JSON.stringify(labels)}`),
      observe: () => {},
      gauge: (name, read) => void gauges.set(name, read),
    },
    log: (entry) => void logged.push(entry),
    timers: {
      after: (ms, act) => {
        timers.push({ ms, act })
        return () => void timers.pop()
      },
    },
    now: () => 5_000_000,
    random: () => random,
  })
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return { timers, runs, counted, logged, gauges, stop, turn }
}

describe('background syncs', () => {
  it.each([
    [0, 0, 5.4],
    [0.5, 30_000, 6],
    [0.75, 45_000, 6.3],
  ])(
    'with random value %d, syncs begin after %d ms and again %d hours after the end of the last one',
    async (chance, firstMs, hours) => {
      const { timers, runs, turn } = watched(chance)
      expect(timers.map(({ ms }) => ms)).toEqual([firstMs])
      timers.shift()!.act()
      await turn()
      expect([timers.length, runs.length]).toEqual([0, 1])
      runs[0]!.resolve('updated')
      await turn()
      expect(timers[0]!.ms / hourMs).toBeCloseTo(hours, 4)
    },
  )

  it('background syncs are counted and logged with their summary, including failures, and continue', async () => {
    const { timers, runs, counted, logged, gauges, turn } = watched(0)
    expect(gauges.get('sync_last_success_timestamp_seconds')!()).toBe(0)
    for (const end of ['partial', 'failed', 'no summary'] as const) {
      timers.shift()!.act()
      await turn()
      if (end === 'no summary') runs.at(-1)!.reject(new Error('riftline sync ended with 2: what'))
      else runs.at(-1)!.resolve(end)
      await turn()
    }
    expect(counted.filter((one) => one.startsWith('sync_runs'))).toEqual([
      'sync_runs_total {"outcome":"partial"}',
      'sync_runs_total {"outcome":"failed"}',
      'sync_runs_total {"outcome":"failed"}',
    ])
    expect(counted).toContain('sync_source_runs_total {"source":"leaguepedia","outcome":"ok"}')
    expect(logged).toMatchObject([
      { level: 'info', event: 'sync_done', summary: { status: 'partial' } },
      { level: 'error', event: 'sync_failed', summary: { status: 'failed' } },
      { level: 'error', event: 'sync_failed', error: 'riftline sync ended with 2: what' },
    ])
    expect(gauges.get('sync_last_success_timestamp_seconds')!()).toBe(5000)
    expect(timers.length).toBe(1)
  })

  it('background syncs stop with the server', async () => {
    const { timers, runs, stop, turn } = watched(0)
    timers.shift()!.act()
    await turn()
    stop()
    runs[0]!.resolve('updated')
    await turn()
    expect(timers).toEqual([])
  })
})

it.runIf(runsAll)(
  'a server with --sync-every loads the results of a sync while it answers calls',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'riftline-serve-sync-'))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    const artifacts = join(root, 'artifacts')
    await cp('artifacts', artifacts, { recursive: true })
    const wiki = await startFakeLeaguepedia(
      leaguepediaTables(weekOf('leaguepedia', (await committedArtifacts()).catalogue)),
    )
    onTestFinished(() => wiki.close())
    const server = startRiftline({
      args: ['serve', '--port', '0', '--artifacts', artifacts, '--data', join(root, 'data'), '--sync-every', '1s'],
      env: { RIFTLINE_OPS_PORT: 'any', RIFTLINE_LEAGUEPEDIA_URL: wiki.url, RIFTLINE_SOURCE_PAUSE_MS: '0' },
    })
    const [, url] = await server.printed('stdout', /listens on (\S+)\n/)
    const [, key] = await server.printed('stdout', /^ {2}(rl_live_\S+)$/m)
    await server.printed('stderr', /"event":"sync_done","summary":\{"status":"updated"/)
    await server.printed('stderr', /"event":"artifacts_swapped"/)
    const answer = await fetch(`${url}/v1/teams`, { headers: { authorization: `Bearer ${key}` } })
    expect([answer.status, answer.headers.get('x-data-through')]).toEqual([200, afterData(9, 5)])
    server.signal('SIGTERM')
    expect(await server.code).toBe(0)
  },
  300_000,
)

it.each([
  [['--sync-every', '5'], {}, '--sync-every: expected a duration such as 90s, 5m, 6h or 1d, up to 366d, got "5"', 2],
  [[], { RIFTLINE_SYNC_INTERVAL: '0h' }, 'RIFTLINE_SYNC_INTERVAL: expected a duration', 1],
])('serve %j in %j is refused', async (args, env, reason, expected) => {
  const { code, stderr } = await runCliIn(env, 'serve', ...args)
  expect([code, stderr]).toEqual([expected, expect.stringContaining(reason)])
})
