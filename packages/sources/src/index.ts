// Sources: what they state of games, series and the schedule, in their own names

export { readLeaguepedia } from './leaguepedia/read-leaguepedia.ts'
export { readLolesports } from './lolesports/read-lolesports.ts'
export type * from './oracles-elixir/fetch-oracles-elixir.ts'
export { fetchOraclesElixir } from './oracles-elixir/fetch-oracles-elixir.ts'
export type { RunOptions, RunProgress, SkippedPart, SkipReason, SourceOutcome, SourceRun } from './source-run.ts'

// Odds: what markets offer for series to come

export { captureOdds, type OddsRun } from './capture-odds.ts'
export { readKalshi } from './kalshi/read-kalshi.ts'
export type * from './markets/captured-odds.ts'
export { type FeedAnswer, type OddsFeed, type OddsFeedOptions, openOddsFeed } from './odds-feed.ts'
export { type PolymarketUrls, readPolymarket } from './polymarket/read-polymarket.ts'

// Settings: addresses, credentials, manners

export * from './settings.ts'

// The way to foreign services: one polite HTTP client

export type { SourceTime } from './http/exchange.ts'
export type * from './http/source-client.ts'
export { createSourceClient } from './http/source-client.ts'

// Ground: errors

export { SourceError, type SourceErrorOptions, type SourceFault } from './source-error.ts'
