import { requireOptions } from '@riftline/base'
import type { Clock, Log, Timers } from '@riftline/base/node'
import type { CatalogueIndex } from '@riftline/predictor'
import type { FeedMark, FeedSource } from './feed-source.ts'
import { importOdds } from './import-odds.ts'
import type { OddsMetrics } from './odds-metrics.ts'
import type { OddsImport, OddsStore } from './odds-store.ts'

export interface OddsFeedOptions {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: OddsMetrics
  readonly source: FeedSource
  readonly store: OddsStore
  /** From the end of one poll to the beginning of the next. */
  readonly intervalMs: number
  /** For a whole answer. */
  readonly timeoutMs: number
  readonly timers: Timers
  /** Whose teams a file names, asked for at each poll; without it ids are believed and names refused. */
  readonly catalogue?: () => CatalogueIndex
}

export interface OddsFeed {
  /** Ends what is running and polls no more; what was imported stays. */
  stop(): Promise<void>
}

type Outcome =
  | { readonly fault: null; readonly imported: OddsImport | null; readonly skipped: number }
  /** A fault of the source, `content` or `storage`. */
  | { readonly fault: string; readonly message: string }

/** Polls a feed of snapshots, the first time at once, never twice at a time. A file is imported whole or not at all. */
export function startOddsFeed(options: OddsFeedOptions): OddsFeed {
  requireOptions(options, [
    'source',
    'store',
    'intervalMs',
    'timeoutMs',
    'timers',
    'clock',
    'log',
    'metrics',
    'catalogue',
  ])
  const { source, store, timers, clock, log, metrics } = options
  let mark: FeedMark | null = null
  let failures = 0
  let lastResult: string | null = null
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
      // Not before: an answer that was refused must be fetched again, and so must snapshots whose time is to come.
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
    const result = outcome.fault ?? 'ok'
    metrics.count('odds_feed_polls_total', { result })
    if (result !== lastResult) log(entryOf(outcome, source.origin))
    lastResult = result
    noteAhead(outcome)
    failures = passing.has(result) ? failures + 1 : 0
    const delayMs = failures === 0 ? options.intervalMs : backoffMs(failures, options.intervalMs)
    cancelNext = timers.after(delayMs, begin)
  }

  let isAhead = false
  /** Logs once, until a poll has none. */
  const noteAhead = (outcome: Outcome): void => {
    if (outcome.fault !== null || outcome.imported === null) return
    const { skipped } = outcome
    if (skipped > 0) metrics.count('odds_feed_skipped_total', {}, skipped)
    if (skipped > 0 && !isAhead) log({ level: 'warn', event: 'odds_feed_ahead', feed: source.origin, skipped })
    isAhead = skipped > 0
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

function failed(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error)
  const { code, fault } = Object(error) as { readonly code?: unknown; readonly fault?: unknown }
  if (code === 'source_failed') return { fault: String(fault), message }
  return { fault: code === 'invalid_odds' || code === 'odds_implausible' ? 'content' : 'storage', message }
}

/** These may be over soon. A bad file stays bad until the feed writes another. */
const passing: ReadonlySet<string> = new Set(['connection', 'timeout', 'status', 'rate_limited', 'truncated'])

/** 1, 2, 4, ... seconds, at first never longer than the interval; a minute or the interval at most. */
function backoffMs(failures: number, intervalMs: number): number {
  const first = Math.min(1000, intervalMs)
  return Math.min(first * 2 ** (failures - 1), Math.max(60_000, intervalMs))
}

function entryOf(outcome: Outcome, feed: string): Parameters<Log>[0] {
  if (outcome.fault === null) return { level: 'info', event: 'odds_feed_ok', feed, ...outcome.imported }
  return { level: 'warn', event: 'odds_feed_failed', feed, fault: outcome.fault, error: outcome.message }
}
