// Changes and their log

export type * from './change.ts'
export { changeTypes } from './change.ts'
export { createMemoryChangeStore, type MemoryChangesOptions } from './store/memory-change-store.ts'
export { isSeq, parseSeq, type Seq } from './store/seq.ts'

// Delivery: pages, waiting calls, streams

export {
  type AwaitedChanges,
  type ChangeFeed,
  type ChangeFeedOptions,
  type ChangeStream,
  createChangeFeed,
} from './delivery/change-feed.ts'
export { type AskedChanges, type ChangePage, pageText } from './delivery/change-page.ts'
export { type ChangesQuery, changeParameters, parseChangesQuery } from './delivery/changes-query.ts'
export type { KeyOfReader } from './delivery/places.ts'

// Contract

export { anyChangeSchema, changeExamples, changePageSchema, changeSchemas, seqForm } from './change-schema.ts'

// Watchers: changes of what a server serves

export { type ChangeMetrics, changeCounters } from './watch/change-writer.ts'
export { startWatching, type Watching } from './watch/start-watching.ts'
export type { WatchedServing, WatchingOptions } from './watch/watching-options.ts'
