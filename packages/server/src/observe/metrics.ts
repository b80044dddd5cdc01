import type { Clock, Log, RandomBytes } from '@riftline/base/node'
import type { Labels, counters as ledgerCounters, histograms as ledgerHistograms } from '@riftline/ledger'
import type { oddsCounters } from '@riftline/odds'

/** Counters of the server. Keys, addresses and accounts are never labels. */
export interface Metrics {
  count(name: CounterName, labels?: Labels, by?: number): void
  /** Notes one value of a histogram, in seconds or as a plain size. */
  observe(name: HistogramName, value: number, labels?: Labels): void
  /** Sets how a gauge, or a counter that is kept elsewhere, is read when the metrics are asked for. */
  gauge(name: GaugeName | CounterName, read: () => number): void
}

export type CounterName = keyof typeof counters | keyof typeof ledgerCounters | keyof typeof oddsCounters
export type HistogramName = keyof typeof histograms | keyof typeof ledgerHistograms
export type GaugeName = keyof typeof gauges

/** Name -> what it tells. */
export const counters = {
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
  sync_source_runs_total: 'Readings of a source in them, by source and outcome.',
  odds_captures_total: 'Readings of a market by riftline odds capture beside the server, by source and outcome.',
  artifacts_reloads_total: 'Reloads of the artifacts folder, by outcome.',
} as const

export const gauges = {
  http_requests_in_flight: 'Requests whose answer is not sent yet.',
  event_loop_lag_seconds: 'How late the event loop is.',
  data_age_seconds: 'How long ago the last game began that the artifacts know.',
  sync_last_success_timestamp_seconds:
    'When a sync beside the server last read something, seconds since 1970; 0: never.',
  odds_last_capture_timestamp_seconds:
    'When a capture beside the server last read a market, seconds since 1970; 0: never.',
  credits_held: 'Credits held by calls in flight.',
  ledger_clock_ahead_seconds: 'How far the clock is ahead of what the ledger believes.',
} as const

/** Name -> what it tells. The bounds of its buckets are in create-metrics.ts. */
export const histograms = {
  http_server_request_duration_seconds: 'Time to answer, by method, route template and status.',
  prediction_seconds: 'Time to compute a prediction, by model.',
} as const

/** Counts nothing. */
export const noMetrics: Metrics = { count: () => {}, observe: () => {}, gauge: () => {} }

/** Time and chance, and where events and numbers go: they are injected, so that a test has its own. */
export interface Tools {
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
  readonly metrics: Metrics
}

/** Tools to measure and to report. */
export type Watchers = Pick<Tools, 'clock' | 'log' | 'metrics'>
