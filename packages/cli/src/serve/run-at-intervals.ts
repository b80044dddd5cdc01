import type { Timers } from '@riftline/base/node'

/** Where a command runs again and again beside a server. */
export interface IntervalOptions {
  readonly intervalMs: number
  readonly timers: Pick<Timers, 'after'>
  /** In [0, 1). */
  readonly random: () => number
}

/** Callbacks of each run. */
export interface RunListeners<Summary> {
  /** Runs once; rejects where there is no summary. */
  readonly runOnce: (signal: AbortSignal) => Promise<Summary>
  readonly onSummary: (summary: Summary) => void
  readonly onFailure: (reason: string) => void
}

/** Servers that start together do not ask together. */
const mostFirstMs = 60_000
const jitter = 0.1

/**
 * Runs one at a time: the first within a tenth of the interval, at most a minute, each further one an interval, a tenth more or less,
 * behind the end of the one before.
 *
 * @returns the function that ends it, and the run that is under way
 */
export function runAtIntervals<Summary>(
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
