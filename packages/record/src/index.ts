// Graded series: every forecast as it was made before a series, and the result

export type * from './graded/graded-series.ts'
export { parseGraded, ratingSystems, writeGraded } from './graded/graded-series.ts'
export { parseJsonDocument } from './json-document.ts'

// Performance: how good the forecasts were, by window, league and format

export { computePerformance, writePerformance } from './performance/compute-performance.ts'
export type * from './performance/performance-file.ts'
export { parsePerformance, performanceRows, recordedModels } from './performance/performance-file.ts'
export {
  binCount,
  type DailyMean,
  fewestDays,
  meansByDay,
  resampling,
  type Scores,
  scoreForecasts,
  simulatePerfect,
  simulation,
} from './performance/scores.ts'

// Kept forecasts: lines of a chain, and the keeper that adds them

export { forecastScheduled, type MadeForecast } from './kept/forecast-scheduled.ts'
export {
  createLiveChain,
  type KeptFault,
  type KeptLines,
  type KeptReport,
  type KeptStore,
  keptReport,
  type LiveChain,
} from './kept/kept-chain.ts'
export {
  type ChainHead,
  emptyChain,
  type KeptChances,
  type KeptForecast,
  type KeptLine,
  keptLineText,
} from './kept/kept-line.ts'
export { type MatchedForecast, type MatchKeptOptions, matchKept, type StartedSeries } from './kept/match-kept.ts'
export { type Keeping, type KeepingOptions, keptCounters, startKeeping } from './kept/start-keeping.ts'

// Results: finished series with their forecasts, page by page; the record as a server shows it

export {
  besideMarketSchema,
  keptChainSchema,
  performanceRowSchema,
  performanceWindowSchema,
} from './performance/performance-answer.ts'
export { recordExamples } from './results/record-examples.ts'
export {
  createKeptReader,
  type KeptRecord,
  openRecorded,
  performanceBody,
  type ReadKeptRecord,
  type Recorded,
  type RecordedOptions,
  type RecordTexts,
  type RunSteps,
  withKept,
} from './results/recorded.ts'
export { type Result, resultForecastSchema, resultSchema, toResult } from './results/result-answer.ts'
export { type ResultPlace, readResultCursor, writeResultCursor } from './results/result-cursor.ts'
export {
  createResultSearch,
  type RecordTeam,
  type ResultFilters,
  type ResultPage,
  type ResultSearch,
} from './results/result-search.ts'
export {
  momentForm,
  mostResults,
  parsePerformanceFilter,
  parseResultsQuery,
  type ResultsQuery,
  resolveResultsQuery,
  type SearchParameters,
  usualResults,
} from './results/results-query.ts'
