import {
  type Clock,
  type Log,
  type Metrics,
  type OddsStore,
  openFeedSource,
  openOddsStore,
  type ServerConfig,
  startOddsFeed,
  systemTimers,
} from '@riftline/server'

export interface OpenOdds {
  readonly odds: OddsStore
  close(): Promise<void>
}

/** Captured odds, and where one is configured the feed that adds to them. */
export async function openOdds(
  config: ServerConfig,
  parts: { readonly clock: Clock; readonly log: Log; readonly metrics: Metrics },
): Promise<OpenOdds> {
  const odds = await openOddsStore({ ...parts, dataFolder: config.dataFolder })
  if (config.oddsFeedUrl === '') return { odds, close: odds.close }
  const feed = startOddsFeed({
    ...parts,
    source: openFeedSource(config.oddsFeedUrl),
    store: odds,
    intervalMs: config.oddsFeedIntervalMs,
    timeoutMs: config.oddsFeedTimeoutMs,
    timers: systemTimers,
  })
  return { odds, close: () => feed.stop().then(odds.close) }
}
