import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '@riftline/base/node'
import { type OddsSnapshot, openOddsStore } from '@riftline/odds'
import type { ScheduledSeries } from '@riftline/predictor'
import { onTestFinished, vi } from 'vitest'
import type { CaptureSummary } from '#cli/capture/capture-round.ts'
import { type CliResult, runCliIn } from '../support/cli.ts'
import { type FakeKalshi, startFakeKalshi } from '../support/sources/fake-kalshi.ts'
import { type FakePolymarket, startFakePolymarket } from '../support/sources/fake-polymarket.ts'

export interface Capturing {
  readonly polymarket: FakePolymarket
  readonly kalshi: FakeKalshi
  readonly data: string
  /** Environment variables of the command. */
  readonly env: Readonly<Record<string, string>>
  /** Moves the wall clock; timers are unaffected. */
  at(utc: string): void
  /** Runs `riftline odds capture`. */
  run(args?: readonly string[], env?: Readonly<Record<string, string>>): Promise<CliResult>
  /** Captures one round and returns its summary and exit code. */
  round(...args: readonly string[]): Promise<CaptureSummary & { readonly code: number }>
  announce(
    ...series: readonly (Pick<ScheduledSeries, 'id' | 'scheduledUtc'> & Partial<ScheduledSeries>)[]
  ): Promise<void>
  /** All stored snapshots of two teams, ordered by capture, source and start. */
  stored(first: number, second: number): Promise<readonly OddsSnapshot[]>
}

export const t1 = { id: 2, name: 'T1' }
export const geng = { id: 3, name: 'Gen.G' }

/** Starts two markets without offers on an empty data folder, with the shipped artifacts unless others are given. */
export async function startCapturing(
  utc: string = '2026-03-01T12:00:00',
  artifacts: string = 'artifacts',
): Promise<Capturing> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${utc}Z`) })
  const data = await mkdtemp(join(tmpdir(), 'riftline-capture-'))
  const [polymarket, kalshi] = [await startFakePolymarket([]), await startFakeKalshi([])]
  onTestFinished(async () => {
    vi.useRealTimers()
    await Promise.all([polymarket.close(), kalshi.close(), rm(data, { recursive: true })])
  })
  const env = {
    RIFTLINE_POLYMARKET_GAMMA_URL: polymarket.url,
    RIFTLINE_POLYMARKET_CLOB_URL: polymarket.url,
    RIFTLINE_KALSHI_URL: kalshi.url,
    RIFTLINE_SOURCE_PAUSE_MS: '0',
    RIFTLINE_SOURCE_BACKOFF_MS: '0',
    RIFTLINE_DATA_DIR: data,
    RIFTLINE_ARTIFACTS_DIR: artifacts,
  }
  const capturing: Capturing = {
    ...{ polymarket, kalshi, data, env },
    at: (time) => void vi.setSystemTime(Date.parse(`${time}Z`)),
    run: (args = [], more = {}) => runCliIn({ ...env, ...more }, 'odds', 'capture', ...args),
    async round(...args) {
      const { code, stdout, stderr } = await capturing.run(['--json', ...args])
      if (stdout === '') throw new Error(stderr)
      return { code, ...JSON.parse(stdout) }
    },
    async announce(...series) {
      const head = { format: 'riftline-schedule', formatVersion: 1, checkedUtc: '2026-03-01T11:00:00' }
      const one = { league: 'LCK', bestOf: 3, startedUtc: null, team1: t1, team2: geng, stated: [] }
      await mkdir(join(data, 'sync'), { recursive: true })
      const text = JSON.stringify({ ...head, series: series.map((fields) => ({ ...one, ...fields })) })
      await writeFile(join(data, 'sync/schedule.json'), text)
    },
    async stored(first, second) {
      const clock = { now: () => Date.now(), monotonicMs: () => 0 }
      const store = await openOddsStore({ dataFolder: data, clock, log: silentLog })
      const series = await store.seriesBetween(first, second, Date.now())
      const all = series.flatMap(({ snapshots }) => snapshots.map(({ json }) => JSON.parse(json) as OddsSnapshot))
      const key = ({ capturedAtUtc, source, match }: OddsSnapshot): string =>
        `${capturedAtUtc} ${source} ${match.scheduledUtc}`
      return all.sort((a, b) => (key(a) < key(b) ? -1 : 1))
    },
  }
  return capturing
}
