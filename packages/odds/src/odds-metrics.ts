/** Counters of the feed: name -> what it counts. */
export const oddsCounters = {
  odds_feed_polls_total: 'Polls of the odds feed, by outcome.',
  odds_feed_skipped_total: 'Snapshots of the odds feed that were left out because they are captured in the future.',
} as const

/** Takes counts of the feed. */
export interface OddsMetrics {
  count(name: keyof typeof oddsCounters, labels?: Readonly<Record<string, string>>, by?: number): void
}
