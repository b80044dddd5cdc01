// Public names, sorted by folder; the README lists the functions in the order of their use.

export { type BuiltCatalogue, buildCatalogue } from './catalogue/build-catalogue.ts'
export { climbLadder, type Evaluation, evaluateForecasts, type Ladder, type LadderStep } from './evaluate/evaluation.ts'
export type { GradedForecast } from './evaluate/graded-forecast.ts'
export type { MarketRecord, PickMean, PickRecord, PickRecords } from './evaluate/pick-records.ts'
export type { Gain } from './evaluate/scores.ts'
export { averagePcaSweep, fitPcaSweep, type PcaSweep, type PcaSweepFit, type PcaSweepOptions } from './fit/pca-sweep.ts'
export {
  type ComponentSelection,
  crossValidatePcaSweep,
  type Fold,
  type PcaSweepValidation,
  selectComponents,
} from './fit/select-components.ts'
export { restoreFolder } from './folder/write-folder.ts'
export type { ReadProgress } from './history/csv/read-rows.ts'
export { readYearFiles } from './history/oracles-elixir/read-oracles-elixir.ts'
export { type ReadHistoryOptions, type ReadListeners, readHistory } from './history/read-history.ts'
export type * from './history/types.ts'
export { type Aliases, readOwnAliases } from './names/names.ts'
export { reliabilityDiagrams } from './report/svg/reliability-diagrams.ts'
export { type BuildOptions, type BuildSummary, buildArtifacts } from './runs/build-artifacts.ts'
export {
  type EvaluatedHistory,
  type EvaluateOptions,
  evaluateHistory,
  predictionLines,
} from './runs/evaluate-history.ts'
export { type RunningSeasonOptions, runningSeason } from './runs/running-season.ts'
export { type SearchOptions, searchHyperparameters, type Trial } from './runs/search-hyperparameters.ts'
export { type LogoSuggestions, type SuggestedLogo, suggestLogos } from './runs/suggest-logos.ts'
export { goesOn as syncGoesOn, type SyncedArtifacts, type SyncOptions, syncArtifacts } from './runs/sync-artifacts.ts'
export { readSchedule, type SyncScheduleOptions, syncSchedule } from './runs/sync-schedule.ts'
export { type UpdateOptions, type UpdateSummary, updateArtifacts } from './runs/update-artifacts.ts'
export type { SeasonFormat } from './season/season-format.ts'
export type { Skipped, Unresolved } from './sync/replay.ts'
export type { ScheduleReading } from './sync/schedule.ts'
export type { RefusedReading, SourceReading, SourceStatements } from './sync/sync-folder.ts'
export type { TrainerCommands } from './train/run-trainers.ts'
