// Sources: games, series and the schedule as sources state them, under their own names

export { readLeaguepedia } from './leaguepedia/read-leaguepedia.ts'
export { readLolesports } from './lolesports/read-lolesports.ts'
export type * from './oracles-elixir/fetch-oracles-elixir.ts'
export { fetchOraclesElixir } from './oracles-elixir/fetch-oracles-elixir.ts'
export type { RunOptions, RunProgress, SkippedPart, SkipReason, SourceOutcome, SourceRun } from './source-run.ts'

// Odds: offers of markets on coming series

export { captureOdds, type OddsRun } from './capture-odds.ts'
export { readKalshi } from './kalshi/read-kalshi.ts'
export type * from './markets/captured-odds.ts'
export { type FeedAnswer, type OddsFeed, type OddsFeedOptions, openOddsFeed } from './odds-feed.ts'
export { type PolymarketUrls, readPolymarket } from './polymarket/read-polymarket.ts'

// Settings: addresses, credentials, pauses and limits

export * from './settings.ts'

// Foreign services: one polite HTTP client for all requests

export type { SourceTime } from './http/exchange.ts'
export type * from './http/source-client.ts'
export { createSourceClient } from './http/source-client.ts'

// Errors

export { SourceError, type SourceErrorOptions, type SourceFault } from './source-error.ts'
