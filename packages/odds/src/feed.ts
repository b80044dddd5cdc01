import { requireOptions } from '@riftline/base'
import type { Clock, Log, Timers } from '@riftline/base/node'
import type { CatalogueIndex } from '@riftline/predictor'
import type { OddsImport, OddsStore } from './book/odds-store.ts'
import { importOdds } from './import/import-odds.ts'

/** Response of a feed: a file of snapshots with its mark, or `unchanged` since the mark. */
export type FeedResponse =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mark: FeedMark | null }
  | { readonly kind: 'unchanged' }

/** Validators of a file for a conditional request. */
export interface FeedMark {
  readonly tag: string | null
  readonly date: string | null
}

/** Source of a feed: `openOddsFeed` of `@riftline/sources`, or your own. */
export interface FeedSource {
  /** Scheme, host and port, for logs; the rest of the URL may contain secrets. */
  readonly origin: string
  /** @throws RiftlineError `source_failed`, with the reason as one word in `fault` */
  fetch(mark: FeedMark | null, signal: AbortSignal): Promise<FeedResponse>
  close(): Promise<void>
}

/** Counters of the feed, with their descriptions. */
export const oddsCounters = {
  odds_feed_polls_total: 'Polls of the odds feed, by outcome.',
  odds_feed_skipped_total: 'Snapshots of the odds feed that were left out because they are captured in the future.',
} as const

/** Receives counts of the feed. */
export interface OddsMetrics {
  count(name: keyof typeof oddsCounters, labels?: Readonly<Record<string, string>>, by?: number): void
}

export interface FeedPollingOptions {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: OddsMetrics
  readonly source: FeedSource
  readonly store: OddsStore
  /** Pause between the end of a poll and the next one. */
  readonly intervalMs: number
  /** Time limit for a complete response. */
  readonly timeoutMs: number
  readonly timers: Timers
  /** Current catalogue, read at each poll, to check ids and find names; without it ids are trusted and names refused. */
  readonly catalogue?: () => CatalogueIndex
}

export interface FeedPolling {
  /** Aborts the running poll and closes the source; imported snapshots are kept. */
  stop(): Promise<void>
}

type Outcome =
  | { readonly fault: null; readonly imported: OddsImport | null; readonly skipped: number }
  /** `fault` is the source's, or `content`, or `storage`. */
  | { readonly fault: string; readonly message: string }

/** Polls a source of snapshot files, at once and then at intervals, one poll at a time. A file is imported whole or not at all. */
export function startOddsFeed(options: FeedPollingOptions): FeedPolling {
  requireOptions(options, [
    ...['source', 'store', 'intervalMs', 'timeoutMs', 'timers'],
    ...['clock', 'log', 'metrics', 'catalogue'],
  ])
  const { source, store, timers, clock, log, metrics } = options
  let mark: FeedMark | null = null
  let failures = 0
  const report = createPollReport(metrics, log, source.origin)
  let isStopped = false
  let polling = new AbortController()
  let cancelNext = (): void => {}

  const poll = async (): Promise<Outcome> => {
    const { signal } = polling
    try {
      const answer = await source.fetch(mark, signal)
      if (answer.kind === 'unchanged') return { fault: null, imported: null, skipped: 0 }
      const { skipped, ...imported } = await importOdds(store, answer.bytes, {
        clock,
        ahead: 'skip',
        catalogue: options.catalogue?.(),
      })
      // Set after the import: a refused file must be fetched again, and so must snapshots captured in the future.
      mark = skipped === 0 ? answer.mark : null
      return { fault: null, imported, skipped }
    } catch (error) {
      return failed(error)
    }
  }

  const pollAndPlan = async (): Promise<void> => {
    polling = new AbortController()
    const stopTimeout = timers.after(options.timeoutMs, () => polling.abort())
    const outcome = await poll()
    stopTimeout()
    if (isStopped) return
    report(outcome)
    failures = outcome.fault !== null && transientFaults.has(outcome.fault) ? failures + 1 : 0
    const delayMs = failures === 0 ? options.intervalMs : backoffMs(failures, options.intervalMs)
    cancelNext = timers.after(delayMs, begin)
  }

  let running = Promise.resolve()
  const begin = (): void => {
    running = pollAndPlan()
  }
  begin()

  return {
    async stop() {
      isStopped = true
      cancelNext()
      polling.abort()
      await running
      await source.close()
    },
  }
}

/** Counts each poll. Logs an outcome that differs from the one before, and the first of consecutive polls that skip snapshots. */
function createPollReport(metrics: OddsMetrics, log: Log, feed: string): (outcome: Outcome) => void {
  let lastResult: string | null = null
  let isAhead = false
  return (outcome) => {
    const result = outcome.fault ?? 'ok'
    metrics.count('odds_feed_polls_total', { result })
    if (result !== lastResult) log(entryOf(outcome, feed))
    lastResult = result
    if (outcome.fault !== null || outcome.imported === null) return
    const { skipped } = outcome
    if (skipped > 0) metrics.count('odds_feed_skipped_total', {}, skipped)
    if (skipped > 0 && !isAhead) log({ level: 'warn', event: 'odds_feed_ahead', feed, skipped })
    isAhead = skipped > 0
  }
}

function failed(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error)
  const { code, fault } = Object(error) as { readonly code?: unknown; readonly fault?: unknown }
  if (code === 'source_failed') return { fault: String(fault), message }
  return { fault: code === 'invalid_odds' || code === 'odds_implausible' ? 'content' : 'storage', message }
}

/** Faults worth a quick retry; a bad file stays bad until the feed writes another one. */
const transientFaults: ReadonlySet<string> = new Set(['connection', 'timeout', 'status', 'rate_limited', 'truncated'])

/** Doubles from one second, or the interval if that is shorter, up to the longer of a minute and the interval. */
function backoffMs(failures: number, intervalMs: number): number {
  const first = Math.min(1000, intervalMs)
  return Math.min(first * 2 ** (failures - 1), Math.max(60_000, intervalMs))
}

function entryOf(outcome: Outcome, feed: string): Parameters<Log>[0] {
  if (outcome.fault === null) return { level: 'info', event: 'odds_feed_ok', feed, ...outcome.imported }
  return { level: 'warn', event: 'odds_feed_failed', feed, fault: outcome.fault, error: outcome.message }
}
