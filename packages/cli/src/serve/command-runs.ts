import type { Log } from '@riftline/base/node'
import type { RunningServer } from '@riftline/server'
import type { IntervalOptions } from './run-at-intervals.ts'

/** A command that runs again and again beside a server. */
export interface CommandRuns<Summary> extends IntervalOptions {
  /** Runs it once; rejects where it gave no summary. */
  readonly runOnce: (signal: AbortSignal) => Promise<Summary>
  readonly metrics: RunningServer['metrics']
  readonly log: Log
  readonly now: () => number
}
