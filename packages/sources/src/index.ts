// Reaching a source: one way to it, and why it could not be read

export type { SourceHttp, SourceRequest } from './http/source-http.ts'
export { SourceError, type SourceErrorOptions, type SourceFault } from './source-error.ts'

// Odds: what markets offer for series to come

export { readKalshi } from './kalshi/read-kalshi.ts'
export type * from './markets/captured-odds.ts'
export { type PolymarketUrls, readPolymarket } from './polymarket/read-polymarket.ts'
