import { type CaptureSummary, captureExitCode } from '../capture/capture-round.ts'
import type { CommandRuns } from './command-runs.ts'
import { runAtIntervals } from './run-at-intervals.ts'

const failed = { level: 'error', event: 'odds_capture_failed' } as const

/** Captures of odds beside a server, with metrics and log. @returns the function that ends them */
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
    log(isFailed ? { ...failed, summary } : { level: 'info', event: 'odds_capture_done', summary })
  }
  const onFailure = (error: string): void => {
    for (const source of sources) count(source, 'failed')
    log({ ...failed, error })
  }
  return runAtIntervals({ runOnce, onSummary, onFailure }, when)
}
