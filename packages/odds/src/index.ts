// Stored odds

export {
  createMemoryOddsStore,
  type OddsImport,
  type OddsStore,
  type OddsStoreOptions,
  openOddsStore,
} from './book/odds-store.ts'
export { fromStored, toStored } from './book/stored-snapshot.ts'
export type { OddsSnapshot } from './snapshot.ts'

// Import and feed

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

export { type ChosenOdds, chooseOdds, sameSeriesMs } from './answer/choose-odds.ts'
export { allOddsAnswerSchema, winnerOddsAnswerSchema } from './answer/odds-schema.ts'
export { type AskedTeam, idsOf, type OddsScope, oddsAnswer } from './answer/shown-offers.ts'
