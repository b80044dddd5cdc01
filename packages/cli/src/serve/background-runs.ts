import type { Log, Timers } from '@riftline/base/node'
import type { RunningServer } from '@riftline/server'
import { type CaptureSummary, captureExitCode } from '../capture/capture-round.ts'
import type { SyncSummary } from '../sync/summary.ts'

/** A command that runs at intervals in the background of a server. */
export interface CommandRuns<Summary> {
  readonly intervalMs: number
  readonly runOnce: (signal: AbortSignal) => Promise<Summary>
  readonly metrics: RunningServer['metrics']
  readonly log: Log
  readonly now: () => number
  readonly timers: Pick<Timers, 'after'>
  /** Returns a number in [0, 1). */
  readonly random: () => number
}

/** Starts background syncs of a server, with metrics and log; returns the function that stops them. */
export function startSyncs(runs: CommandRuns<SyncSummary>): () => void {
  const { metrics } = runs
  return startRuns(runs, {
    event: 'sync',
    gauge: 'sync_last_success_timestamp_seconds',
    isFailed: ({ status }) => status === 'failed',
    count(summary) {
      metrics.count('sync_runs_total', { outcome: summary?.status ?? 'failed' })
      for (const [source, { status: outcome }] of Object.entries(summary?.sources ?? {})) {
        metrics.count('sync_source_runs_total', { source, outcome })
      }
    },
  })
}

/** Starts background captures of odds, with metrics and log; returns the function that stops them. */
export function startCaptures({
  sources,
  ...runs
}: CommandRuns<CaptureSummary> & { readonly sources: readonly string[] }): () => void {
  return startRuns(runs, {
    event: 'odds_capture',
    gauge: 'odds_last_capture_timestamp_seconds',
    isFailed: (summary) => captureExitCode(summary) === 1,
    count(summary) {
      const outcomes = summary?.sources ?? Object.fromEntries(sources.map((source) => [source, { status: 'failed' }]))
      for (const [source, { status: outcome }] of Object.entries(outcomes)) {
        runs.metrics.count('odds_captures_total', { source, outcome })
      }
    },
  })
}

interface RunReport<Summary> {
  readonly event: string
  /** Metric with the time of the last successful run. */
  readonly gauge: Parameters<RunningServer['metrics']['gauge']>[0]
  readonly isFailed: (summary: Summary) => boolean
  /** Counts a run; null if it gave no summary. */
  readonly count: (summary: Summary | null) => void
}

/** Greatest first delay; it is random, so that servers that start together do not send requests together. */
const mostFirstMs = 60_000
const jitter = 0.1

/** Runs one at a time: the first within a tenth of the interval, at most a minute; each further one after an interval, ±10 %. */
function startRuns<Summary>(
  { runOnce, metrics, log, now, intervalMs, timers, random }: CommandRuns<Summary>,
  { event, gauge, isFailed, count }: RunReport<Summary>,
): () => void {
  const ended = new AbortController()
  let stopTimer = (): void => {}
  let lastMs = 0
  metrics.gauge(gauge, () => lastMs / 1000)
  const run = async (): Promise<void> => {
    try {
      const summary = await runOnce(ended.signal)
      count(summary)
      if (!isFailed(summary)) lastMs = now()
      log(isFailed(summary) ? { ...failed, summary } : { level: 'info', event: `${event}_done`, summary })
    } catch (error) {
      if (ended.signal.aborted) return
      count(null)
      log({ ...failed, error: error instanceof Error ? error.message : String(error) })
    }
    plan(intervalMs * (1 - jitter + 2 * jitter * random()))
  }
  const failed = { level: 'error', event: `${event}_failed` } as const
  const plan = (milliseconds: number): void => {
    if (!ended.signal.aborted) stopTimer = timers.after(milliseconds, () => void run())
  }
  plan(Math.min(intervalMs * jitter, mostFirstMs) * random())
  return () => {
    ended.abort()
    stopTimer()
  }
}
