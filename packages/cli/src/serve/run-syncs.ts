import type { Log, Timers } from '@riftline/ledger'
import type { RunningServer } from '@riftline/server'
import type { SyncSummary } from '../sync/summary.ts'

export interface SyncRuns {
  readonly intervalMs: number
  /** Runs one sync; rejects where it gave no summary. */
  readonly runOnce: (signal: AbortSignal) => Promise<SyncSummary>
  readonly metrics: RunningServer['metrics']
  readonly log: Log
  readonly timers: Pick<Timers, 'after'>
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
}

/** Servers that start together do not ask together. */
const mostFirstMs = 60_000
const jitter = 0.1

/**
 * Syncs beside a server, one at a time: the first within a tenth of the interval, at most a minute, each further one an interval,
 * a tenth more or less, behind the end of the one before.
 *
 * @returns the function that ends it, and the run that is under way
 */
export function startSyncs({ intervalMs, runOnce, metrics, log, timers, now, random }: SyncRuns): () => void {
  const ended = new AbortController()
  let stopTimer = (): void => {}
  let lastSuccessMs = 0
  metrics.gauge('sync_last_success_timestamp_seconds', () => lastSuccessMs / 1000)

  const run = async (): Promise<void> => {
    try {
      const summary = await runOnce(ended.signal)
      const { status, sources } = summary
      metrics.count('sync_runs_total', { outcome: status })
      for (const [source, { status: outcome }] of Object.entries(sources)) {
        metrics.count('sync_source_runs_total', { source, outcome })
      }
      if (status !== 'failed') lastSuccessMs = now()
      log({
        level: status === 'failed' ? 'error' : 'info',
        event: status === 'failed' ? 'sync_failed' : 'sync_done',
        summary,
      })
    } catch (error) {
      if (ended.signal.aborted) return
      metrics.count('sync_runs_total', { outcome: 'failed' })
      log({ level: 'error', event: 'sync_failed', error: error instanceof Error ? error.message : String(error) })
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
