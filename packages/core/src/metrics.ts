// Metrics: how good forecasts were, and how certain that is

export { RiftlineError } from '@riftline/base'
export {
  type ClusteredMean,
  clusteredDifference,
  clusteredMean,
  clusteredMeans,
  type DieboldMariano,
  dieboldMariano,
  type PairedDifference,
  pairedDifference,
} from './metrics/compare-forecasters.ts'
export { corpDecomposition } from './metrics/corp-decomposition.ts'
export {
  type CalibrationErrorBand,
  type CalibrationErrorBandOptions,
  calibrationErrorBand,
  expectedCalibrationError,
  foldToFavourite,
  reliabilityCurve,
} from './metrics/reliability.ts'
export type { ResamplingOptions } from './metrics/resampling.ts'
export {
  accuracy,
  brierScore,
  type CalibrationSlope,
  type CalibrationSlopeOptions,
  calibrationSlope,
  logLoss,
  spiegelhalterTest,
} from './metrics/scores.ts'
