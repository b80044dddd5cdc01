import type { CatalogueIndex } from '@riftline/core'
import { type Clock, type Log, systemTimers } from '@riftline/ledger'
import type { ServerConfig } from '../config.ts'
import type { Metrics } from '../observe/metrics.ts'
import { startOddsFeed } from '../odds/feed.ts'
import { type OddsStore, openOddsStore } from '../odds/odds-store.ts'

/** Captured odds, and where one is configured the feed that adds to them: it ends with them. `catalogue` gives the present one. */
export async function openOdds(
  config: ServerConfig,
  parts: {
    readonly clock: Clock
    readonly log: Log
    readonly metrics: Metrics
    readonly catalogue: () => CatalogueIndex
  },
): Promise<OddsStore> {
  const odds = await openOddsStore({ ...parts, dataFolder: config.dataFolder })
  if (config.oddsFeedUrl === '') return odds
  const { openFeedSource } = await import('../odds/feed-source.ts')
  const feed = startOddsFeed({
    ...parts,
    source: openFeedSource(config.oddsFeedUrl),
    store: odds,
    intervalMs: config.oddsFeedIntervalMs,
    timeoutMs: config.oddsFeedTimeoutMs,
    timers: systemTimers,
  })
  return { ...odds, close: () => feed.stop().then(odds.close) }
}
