// Stored odds

export type { StoredSeries } from './book/odds-book.ts'
export {
  createMemoryOddsStore,
  type OddsImport,
  type OddsStore,
  type OddsStoreOptions,
  openOddsStore,
} from './book/odds-store.ts'
export { fromStored, type StoredSnapshot, toStored } from './book/stored-snapshot.ts'
export type { OddsSnapshot } from './snapshot.ts'

// Import and feed

export { archiveLines, isOddsArchive } from './book/archive-member.ts'
export {
  type FeedMark,
  type FeedPolling,
  type FeedPollingOptions,
  type FeedResponse,
  type FeedSource,
  type OddsMetrics,
  oddsCounters,
  startOddsFeed,
} from './feed.ts'
export { importOdds, maxOddsFileBytes } from './import/import-odds.ts'

// Answers

export { type PairQuery, parsePair, resolvePair, storedPair } from './answer/asked-teams.ts'
export { sameSeriesMs } from './answer/choose-odds.ts'
export { type AskedPair, findOdds } from './answer/find-odds.ts'
export { marketChance } from './answer/market-chance.ts'
export { marketsExample, oddsExamples } from './answer/odds-examples.ts'
export { allOddsAnswerSchema, oddsHistoryAnswerSchema, winnerOddsAnswerSchema } from './answer/odds-schema.ts'
export { type AskedTeam, idsOf, type OddsScope } from './answer/shown-offers.ts'
export {
  type AskedHistory,
  type HistoryPlace,
  mostHistorySeries,
  oddsHistory,
  parseHistoryCursor,
} from './history/odds-history.ts'
