import type { SyncSummary } from '../sync/summary.ts'
import type { CommandRuns } from './command-runs.ts'
import { runAtIntervals } from './run-at-intervals.ts'

const failed = { level: 'error', event: 'sync_failed' } as const

/** Syncs beside a server, with metrics and log. @returns the function that ends them */
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
    log(status === 'failed' ? { ...failed, summary } : { level: 'info', event: 'sync_done', summary })
  }
  const onFailure = (error: string): void => {
    metrics.count('sync_runs_total', { outcome: 'failed' })
    log({ ...failed, error })
  }
  return runAtIntervals({ runOnce, onSummary, onFailure }, when)
}
