import type { Clock, Log, RandomBytes } from '@riftline/base/node'
import { changeCounters } from '@riftline/changes'
import { type Labels, counters as ledgerCounters, histograms as ledgerHistograms } from '@riftline/ledger'
import { oddsCounters } from '@riftline/odds'
import { keptCounters } from '@riftline/record'

/** Counters of the server. Keys, addresses and accounts are never labels. */
export interface Metrics {
  count(name: CounterName, labels?: Labels, by?: number): void
  /** Records one value of a histogram, in seconds or as a plain size. */
  observe(name: HistogramName, value: number, labels?: Labels): void
  /** Sets the function that reads a gauge, or a counter kept elsewhere, whenever the metrics are asked for. */
  gauge(name: GaugeName | CounterName, read: () => number): void
}

type CounterName = keyof typeof counters | keyof typeof ledgerCounters | keyof typeof packageCounters
const packageCounters = { ...oddsCounters, ...keptCounters, ...changeCounters } as const
type HistogramName = keyof typeof histograms | keyof typeof ledgerHistograms
type GaugeName = keyof typeof gauges

const counters = {
  credits_captured_total: 'Credits captured, by operation.',
  credits_kept_total: 'Credits of answers that were cut off on the way and stay charged, by reason.',
  rate_limited_total: 'Requests refused over a rate.',
  auth_failed_total: 'Requests refused for their key or account, by error code.',
  ip_rule_total: 'Accounts found by the rule of one account per address, by what was done.',
  unknown_proxy_requests_total:
    'Requests through a proxy that nobody declared (further: perhaps) or that named no client, by reason.',
  addresses_dropped_total: 'Uses of addresses forgotten because an account had too many.',
  idempotency_evicted_total: 'Stored answers that gave way because an account had too many.',
  connections_dropped_total:
    'Connections closed without an answer: pipeline (too many unanswered requests), network (of a network shut out for that), cap.',
  operator_denied_total: "Requests refused on the operators' port, by what was wrong.",
  sync_runs_total: 'Runs of riftline sync beside the server, by outcome.',
  sync_source_runs_total: 'Readings of a source by riftline sync beside the server, by source and outcome.',
  odds_captures_total: 'Readings of a market by riftline odds capture beside the server, by source and outcome.',
  artifacts_reloads_total: 'Reloads of the artifacts folder, by outcome.',
} as const

const gauges = {
  http_requests_in_flight: 'Requests whose answer is not sent yet.',
  event_loop_lag_seconds: 'How late the event loop is.',
  data_age_seconds: 'How long ago the last game began that the artifacts know.',
  sync_last_success_timestamp_seconds:
    'When a sync beside the server last read something, seconds since 1970; 0: never.',
  odds_last_capture_timestamp_seconds:
    'When a capture beside the server last read a market, seconds since 1970; 0: never.',
  streams_open: 'Open streams of changes.',
  credits_held: 'Credits held by calls in flight.',
  ledger_clock_ahead_seconds: 'How far the clock is ahead of what the ledger believes.',
} as const

/** Help texts of the histograms; `bucketBounds` has their bounds. */
const histograms = {
  http_server_request_duration_seconds: 'Time to answer, by method, route template and status.',
  prediction_seconds: 'Time to compute a prediction, by model.',
} as const

export const noMetrics: Metrics = { count: () => {}, observe: () => {}, gauge: () => {} }

/** Clock, random bytes, log and metrics, injected so that tests have their own. */
export interface Tools {
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
  readonly metrics: Metrics
}

export type Watchers = Pick<Tools, 'clock' | 'log' | 'metrics'>

const callSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const bucketBounds: Readonly<Record<HistogramName, readonly number[]>> = {
  http_server_request_duration_seconds: callSeconds,
  prediction_seconds: callSeconds,
  ledger_snapshot_seconds: callSeconds,
  ledger_fsync_seconds: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1],
  ledger_batch_size: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
}

/** One labelled histogram: the number of values in each bucket; the last bucket lies above all bounds. */
type Buckets = { readonly bounds: readonly number[]; readonly counts: number[]; sum: number }

/** Series of each metric, by their labels as JSON, in order of their first use. */
type Families<Series> = Map<string, Map<string, Series>>

function seriesOf<Series>(families: Families<Series>, name: string, labels: Labels, first: () => Series): Series {
  const family = families.get(name) ?? new Map<string, Series>()
  const key = JSON.stringify(labels)
  const series = family.get(key) ?? first()
  families.set(name, family.set(key, series))
  return series
}

/** Writes labels in the text format. */
function textOf(key: string): string {
  const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  const labels = Object.entries(JSON.parse(key) as Labels)
  return labels.map(([label, value]) => `${label}="${escaped(value)}"`).join(',')
}

/** Keeps metrics in memory and writes their text for Prometheus (exposition format 0.0.4). */
export function createMetrics(): Metrics & { text(): string } {
  const sums: Families<{ sum: number }> = new Map()
  const distributions: Families<Buckets> = new Map()
  const readers = new Map<string, () => number>()

  return {
    count(name, labels = {}, by = 1) {
      seriesOf(sums, name, labels, () => ({ sum: 0 })).sum += by
    },
    observe(name, value, labels = {}) {
      const bounds = bucketBounds[name]
      const counts = () => ({ bounds, counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 })
      const buckets = seriesOf(distributions, name, labels, counts)
      const above = bounds.findIndex((bound) => value <= bound)
      buckets.counts[above < 0 ? bounds.length : above]! += 1
      buckets.sum += value
    },
    gauge(name, read) {
      readers.set(name, read)
    },
    text() {
      const lines: string[] = []
      for (const [name, help] of Object.entries({ ...ledgerHistograms, ...histograms })) {
        lines.push(...head(name, help, 'histogram'))
        for (const [key, buckets] of distributions.get(name) ?? [])
          lines.push(...histogramLines(name, textOf(key), buckets))
      }
      for (const [name, help] of Object.entries(gauges)) {
        lines.push(...head(name, help, 'gauge'), line(name, '', readers.get(name)?.() ?? 0))
      }
      for (const [name, help] of Object.entries({ ...ledgerCounters, ...packageCounters, ...counters })) {
        const read = readers.get(name)
        const family = read === undefined ? (sums.get(name) ?? []) : [['{}', { sum: read() }] as const]
        lines.push(...head(name, help, 'counter'))
        for (const [key, { sum }] of family) lines.push(line(name, textOf(key), sum))
      }
      return `${lines.join('\n')}\n`
    },
  }
}

function head(name: string, help: string, type: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function line(name: string, labels: string, value: number): string {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${value}`
}

/** Writes the lines of a histogram. In the text format, each bucket also counts the values of all smaller ones. */
function histogramLines(name: string, labels: string, { bounds, counts, sum }: Buckets): readonly string[] {
  let total = 0
  const buckets = counts.map((count, bucket) => {
    total += count
    const bound = `le="${bounds[bucket] ?? '+Inf'}"`
    return line(`${name}_bucket`, labels === '' ? bound : `${labels},${bound}`, total)
  })
  return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, total)]
}
