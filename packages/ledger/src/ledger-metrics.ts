/** Metrics of a ledger. Keys, addresses and accounts are never labels. */
export interface LedgerMetrics {
  /** Adds to a counter. */
  count(name: keyof typeof counters, labels?: Labels, by?: number): void
  /** Records a value in a histogram, in seconds or as a plain size. */
  observe(name: keyof typeof histograms, value: number, labels?: Labels): void
}

/** Labels that distinguish values of the same metric. */
export type Labels = Readonly<Record<string, string>>

/** Descriptions of the counters by name. */
export const counters = {
  credits_refunded_total: 'Credits given back, by reason.',
  ledger_snapshots_failed_total: 'Snapshots of the ledger that could not be made.',
} as const

/** Descriptions of the histograms by name; times are in seconds. */
export const histograms = {
  ledger_fsync_seconds: 'Time to make a batch of the journal durable.',
  ledger_batch_size: 'Records in a batch of the journal.',
  ledger_snapshot_seconds: 'Time to write a snapshot.',
} as const

/** Discards all metrics. */
export const noMetrics: LedgerMetrics = { count: () => {}, observe: () => {} }
