// The book

export { createMemoryOddsStore } from './memory-odds-store.ts'
export { type OddsImport, type OddsStore, type OddsStoreOptions, openOddsStore } from './odds-store.ts'
export type { OddsSnapshot } from './snapshot.ts'
export { fromStored, toStored } from './stored-snapshot.ts'

// What fills it

export { startOddsFeed } from './feed.ts'
export type { FeedAnswer, FeedMark, FeedSource } from './feed-source.ts'
export { importOdds, maxOddsFileBytes } from './import-odds.ts'

export { type OddsMetrics, oddsCounters } from './odds-metrics.ts'

// What it answers

export { type ChosenOdds, chooseOdds, sameSeriesMs } from './choose-odds.ts'
export { type AskedTeam, idsOf, type OddsScope, oddsAnswer } from './odds-answer.ts'
export { allOddsAnswerSchema, winnerOddsAnswerSchema } from './odds-schema.ts'
