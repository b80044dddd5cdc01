// The public names in the order of the flow: artifact -> model -> raw chance -> calibration -> consensus -> market -> answer.

export { type Blend, type SchemaBlend, writeBlend } from './artifacts/blend.ts'
export type { Manifest, ManifestFile } from './artifacts/manifest.ts'
export { type Artifacts, artifactSteps, parseArtifacts, type SchemaModels } from './artifacts/parse-artifacts.ts'
export { parsePcaSweep } from './artifacts/parse-pca-sweep.ts'
export { writeSnapshot } from './artifacts/snapshot.ts'
export {
  type CalibrationCurve,
  type CalibrationLevel,
  calibrate,
  evaluateCurve,
  type GateOutcome,
} from './calibration/calibration-curve.ts'
export {
  type CalibrationHierarchy,
  fitCalibrationHierarchy,
  selectCalibration,
} from './calibration/calibration-hierarchy.ts'
export type { CalibrationOptions } from './calibration/calibration-options.ts'
export type { Cell } from './calibration/cells.ts'
export { fitCalibration } from './calibration/fit-calibration.ts'
export type { CalibrationRecord, GradedRecord } from './calibration/graded-record.ts'
export { isotonicRegression } from './calibration/isotonic-regression.ts'
export { fitLogitSlope, type LogitSlope } from './calibration/logit-slope.ts'
export { interpolate } from './calibration/piecewise-linear.ts'
export { effectiveSize, recencyWeights } from './calibration/recency-weights.ts'
export { vennAbers } from './calibration/venn-abers.ts'
export { baseWeights } from './consensus/base-weights.ts'
export type { ConsensusOptions } from './consensus/consensus-options.ts'
export { type ConsensusRecord, type ConsensusTable, consensusTable } from './consensus/consensus-table.ts'
export {
  type ConsensusTarget,
  type ConsensusWeights,
  consensusWeights,
  prepareConsensus,
} from './consensus/consensus-weights.ts'
export { finalWeights } from './consensus/final-weights.ts'
export { pool } from './consensus/pool.ts'
export { type MemberYield, roiTilt } from './consensus/roi-tilt.ts'
export { shrinkToParent } from './consensus/shrink-to-parent.ts'
export { ArtifactError, RiftlineError } from './errors.ts'
export type {
  Catalogue,
  CatalogueChampion,
  CataloguePlayer,
  CatalogueRole,
  CatalogueTeam,
  CatalogueTournament,
} from './league/catalogue/catalogue.ts'
export type * from './league/catalogue/details.ts'
export { emptyPlayerDetail, emptyTeamDetail, emptyTournamentDetail } from './league/catalogue/empty-details.ts'
export { findChampion } from './league/catalogue/find-champion.ts'
export { findLeague } from './league/catalogue/find-league.ts'
export { findTeams } from './league/catalogue/find-team.ts'
export { normaliseName } from './league/catalogue/normalise-name.ts'
export {
  type Feature,
  type FeatureKind,
  featureNames,
  featureSchemas,
  mirrored,
} from './league/features/feature-schema.ts'
export { type FeatureRequest, featureVector } from './league/features/feature-vector.ts'
export { createForecastState, type ForecastState } from './league/forecast-state.ts'
export {
  dayMs,
  decidedWinner,
  type PlayedGame,
  type PlayedSeries,
  type PlayedSide,
  settledMs,
} from './league/played-series.ts'
export { setPublishedKills } from './league/rating/season-kills.ts'
export { type CatalogueIndex, createCatalogueIndex } from './league/request/catalogue-index.ts'
export { parsePredictRequest, type RequestKind } from './league/request/parse-predict-request.ts'
export { predictRequestJsonSchema } from './league/request/request-json-schema.ts'
export { teamNameFault } from './league/request/request-schema.ts'
export { resolveMatchup, resolveTeam } from './league/request/resolve-matchup.ts'
export { addPlayed, settle } from './league/settle.ts'
export type { LinearModel } from './linear/linear-model.ts'
export { foldPcaSweep, type PcaSweepModel } from './linear/pca-sweep-model.ts'
export { anchor } from './market/anchor.ts'
export {
  type AnchorCellRecord,
  type AnchorHierarchy,
  type AnchorHierarchyOptions,
  fitAnchorHierarchy,
  selectAnchor,
} from './market/anchor-hierarchy.ts'
export {
  type BettableSeries,
  type BettingRow,
  type BettingTableOptions,
  bettingTable,
} from './market/betting-table.ts'
export { type Bet, type BettingYield, bettingYield } from './market/betting-yield.ts'
export { type ClosingLineValue, closingLineValue } from './market/closing-line-value.ts'
export { type Devigged, type DevigMethod, type DevigOptions, type DevigParams, devig } from './market/devig.ts'
export { edge, expectedValue } from './market/expected-value.ts'
export {
  type AnchorOptions,
  type AnchorRecord,
  type AnchorWeight,
  fitAnchorWeight,
} from './market/fit-anchor-weight.ts'
export { impliedOdds } from './market/implied-odds.ts'
export { kellyFraction, kellyGrowth } from './market/kelly.ts'
export { americanToDecimal, fractionalToDecimal } from './market/odds-formats.ts'
export { seriesProbability } from './math/race-to-n.ts'
export { type SeededRandom, seededRandom } from './math/seeded-random.ts'
export { sigmoid } from './math/sigmoid.ts'
export { accuracy } from './metrics/accuracy.ts'
export { type BrierDecomposition, brierDecomposition } from './metrics/brier-decomposition.ts'
export { brierScore } from './metrics/brier-score.ts'
export { expectedCalibrationError, maximumCalibrationError } from './metrics/calibration-error.ts'
export {
  type CalibrationErrorBand,
  type CalibrationErrorBandOptions,
  calibrationErrorBand,
} from './metrics/calibration-error-band.ts'
export {
  type CalibrationSlope,
  type CalibrationSlopeOptions,
  calibrationSlope,
} from './metrics/calibration-slope.ts'
export { type ClusteredDifference, clusteredDifference } from './metrics/clustered-difference.ts'
export { corpDecomposition } from './metrics/corp-decomposition.ts'
export { type CorpReliability, type CorpReliabilityOptions, corpReliability } from './metrics/corp-reliability.ts'
export { type DieboldMariano, dieboldMariano } from './metrics/diebold-mariano.ts'
export { foldToFavourite } from './metrics/fold-to-favourite.ts'
export { logLoss } from './metrics/log-loss.ts'
export { type PairedDifference, pairedDifference } from './metrics/paired-difference.ts'
export { reliabilityCurve } from './metrics/reliability-curve.ts'
export type { ResamplingOptions } from './metrics/resampling.ts'
export { spiegelhalterTest, spiegelhalterZ } from './metrics/spiegelhalter-z.ts'
export {
  type Blender,
  type Chance,
  createBlender,
  forecastVector,
  type Members,
  memberChance,
  type SeriesContext,
  type SeriesForecast,
} from './predict/blender.ts'
export { createMember, type Member } from './predict/member.ts'
export { createMembers, createPredictor, type PredictorOptions } from './predict/predictor.ts'
export type { Predictor } from './predict/predictor-interface.ts'
export { loadEnsemble } from './trees/binary/load-ensemble.ts'
export { saveEnsemble } from './trees/binary/save-ensemble.ts'
export { type CompileOptions, compileEnsemble } from './trees/compile.ts'
export type { EarlyStop } from './trees/early-stop.ts'
export type { BatchOptions, Evaluator, SliceOptions } from './trees/evaluator.ts'
export type { Link, Sigmoid } from './trees/form/output-link.ts'
export type { LinearLeaves, TreeEnsemble, Trees } from './trees/form/tree-ensemble.ts'
export { parseLightgbm } from './trees/lightgbm/parse-lightgbm.ts'
export { parseLightgbmText } from './trees/lightgbm/parse-lightgbm-text.ts'
export { logit } from './trees/logit.ts'
export { parseFasttree } from './trees/mlnet/parse-fasttree.ts'
export { parseMlnetZip } from './trees/mlnet/zip/parse-mlnet-zip.ts'
export type * from './types.ts'
export { baseModels } from './types.ts'
