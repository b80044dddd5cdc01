// Trees: models of LightGBM, XGBoost, CatBoost, ML.NET and ONNX to exact scores

export * from './trees.ts'

// Linear: principal components and logistic regression

export { foldPcaSweep, type LinearModel, type PcaSweepModel, parsePcaSweep } from './linear/parse-pca-sweep.ts'

// Calibration: raw to honest probabilities

export * from './calibration.ts'

// Consensus: many models to one

export { type ConsensusRecord, type ConsensusTable, consensusTable } from './consensus/consensus-table.ts'
export {
  type ConsensusTarget,
  type ConsensusWeights,
  consensusWeights,
  prepareConsensus,
  prepareWeights,
} from './consensus/consensus-weights.ts'
export { shrinkToParent } from './consensus/league-evidence.ts'
export type { ConsensusOptions } from './consensus/member-weights.ts'
export { baseWeights, finalWeights, linearPool, type MemberYield, pool, roiTilt } from './consensus/member-weights.ts'

// Market: odds, margins, anchor, expected value, stakes

export * from './market.ts'

// Metrics: how good forecasts were, and how certain that is

export * from './metrics.ts'

// Math: functions whose bits are the same on every platform

export * from './math.ts'

// Errors

export { ArtifactError, RiftlineError } from '@riftline/base'
