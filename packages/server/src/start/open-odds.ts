import { RiftlineError } from '@riftline/base'
import { type Clock, type Log, systemTimers } from '@riftline/base/node'
import { type FeedSource, type OddsStore, openOddsStore, startOddsFeed } from '@riftline/odds'
import type { CatalogueIndex } from '@riftline/predictor'
import type { ServerConfig } from '../config.ts'
import type { Metrics } from '../observe/metrics.ts'

/** Opens what is at the address of a feed. @throws RiftlineError `invalid_config` */
export type OpenFeed = (url: string) => FeedSource | Promise<FeedSource>

/** Captured odds, and where one is configured the feed that adds to them: it ends with them. `catalogue` gives the present one. */
export async function openOdds(
  config: ServerConfig,
  parts: {
    readonly clock: Clock
    readonly log: Log
    readonly metrics: Metrics
    readonly catalogue: () => CatalogueIndex
    readonly openFeed?: OpenFeed | undefined
  },
): Promise<OddsStore> {
  const { clock, log, metrics, catalogue } = parts
  const odds = await openOddsStore({ dataFolder: config.dataFolder, clock, log })
  if (config.oddsFeedUrl === '') return odds
  if (parts.openFeed === undefined) {
    const expected = 'expected startServer to be given openFeed, such as openOddsFeed of @riftline/sources'
    throw new RiftlineError('invalid_config', `RIFTLINE_ODDS_FEED_URL: ${expected}`)
  }
  const feed = startOddsFeed({
    ...{ clock, log, metrics, catalogue },
    source: await parts.openFeed(config.oddsFeedUrl),
    store: odds,
    intervalMs: config.oddsFeedIntervalMs,
    timeoutMs: config.oddsFeedTimeoutMs,
    timers: systemTimers,
  })
  return { ...odds, close: () => feed.stop().then(odds.close) }
}
