import type { Log, Timers } from '@riftline/base/node'
import type { RunningServer } from '@riftline/server'
import { type CaptureSummary, captureExitCode } from '../capture/capture-round.ts'
import type { SyncSummary } from '../sync/summary.ts'

const syncFailed = { level: 'error', event: 'sync_failed' } as const

/** Starts background syncs of a server, with metrics and log; returns the function that stops them. */
export function startSyncs({ runOnce, metrics, log, now, ...when }: CommandRuns<SyncSummary>): () => void {
  let lastSuccessMs = 0
  metrics.gauge('sync_last_success_timestamp_seconds', () => lastSuccessMs / 1000)
  const onSummary = (summary: SyncSummary): void => {
    const { status, sources } = summary
    metrics.count('sync_runs_total', { outcome: status })
    for (const [source, { status: outcome }] of Object.entries(sources)) {
      metrics.count('sync_source_runs_total', { source, outcome })
    }
    if (status !== 'failed') lastSuccessMs = now()
    log(status === 'failed' ? { ...syncFailed, summary } : { level: 'info', event: 'sync_done', summary })
  }
  const onFailure = (error: string): void => {
    metrics.count('sync_runs_total', { outcome: 'failed' })
    log({ ...syncFailed, error })
  }
  return runAtIntervals({ runOnce, onSummary, onFailure }, when)
}

/** A command that runs at intervals in the background of a server. */
export interface CommandRuns<Summary> extends IntervalOptions {
  /** Runs the command once; rejects without a summary. */
  readonly runOnce: (signal: AbortSignal) => Promise<Summary>
  readonly metrics: RunningServer['metrics']
  readonly log: Log
  readonly now: () => number
}

const captureFailed = { level: 'error', event: 'odds_capture_failed' } as const

/** Starts background captures of odds, with metrics and log; returns the function that stops them. */
export function startCaptures({
  sources,
  ...runs
}: CommandRuns<CaptureSummary> & { readonly sources: readonly string[] }): () => void {
  const { runOnce, metrics, log, now, ...when } = runs
  let lastCaptureMs = 0
  metrics.gauge('odds_last_capture_timestamp_seconds', () => lastCaptureMs / 1000)
  const count = (source: string, outcome: string): void => metrics.count('odds_captures_total', { source, outcome })
  const onSummary = (summary: CaptureSummary): void => {
    for (const [source, { status }] of Object.entries(summary.sources)) count(source, status)
    const isFailed = captureExitCode(summary) === 1
    if (!isFailed) lastCaptureMs = now()
    log(isFailed ? { ...captureFailed, summary } : { level: 'info', event: 'odds_capture_done', summary })
  }
  const onFailure = (error: string): void => {
    for (const source of sources) count(source, 'failed')
    log({ ...captureFailed, error })
  }
  return runAtIntervals({ runOnce, onSummary, onFailure }, when)
}

/** Where a command runs again and again beside a server. */
interface IntervalOptions {
  readonly intervalMs: number
  readonly timers: Pick<Timers, 'after'>
  /** In [0, 1). */
  readonly random: () => number
}

/** Callbacks of each run. */
interface RunListeners<Summary> {
  /** Runs once; rejects where there is no summary. */
  readonly runOnce: (signal: AbortSignal) => Promise<Summary>
  readonly onSummary: (summary: Summary) => void
  readonly onFailure: (reason: string) => void
}

/** Servers that start together do not ask together. */
const mostFirstMs = 60_000
const jitter = 0.1

/** Runs one at a time: the first within a tenth of the interval, at most a minute; each further one an interval, a tenth more or less, later. */
function runAtIntervals<Summary>(
  { runOnce, onSummary, onFailure }: RunListeners<Summary>,
  { intervalMs, timers, random }: IntervalOptions,
): () => void {
  const ended = new AbortController()
  let stopTimer = (): void => {}

  const run = async (): Promise<void> => {
    try {
      onSummary(await runOnce(ended.signal))
    } catch (error) {
      if (ended.signal.aborted) return
      onFailure(error instanceof Error ? error.message : String(error))
    }
    plan(intervalMs * (1 - jitter + 2 * jitter * random()))
  }
  const plan = (milliseconds: number): void => {
    if (!ended.signal.aborted) stopTimer = timers.after(milliseconds, () => void run())
  }

  plan(Math.min(intervalMs * jitter, mostFirstMs) * random())
  return () => {
    ended.abort()
    stopTimer()
  }
}
