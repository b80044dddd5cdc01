// Metrics: how good forecasts were, and how certain that is

export { RiftlineError } from '@riftline/base'
export { accuracy } from './metrics/accuracy.ts'
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
export { type ClusteredMean, clusteredMean } from './metrics/clustered-mean.ts'
export { corpDecomposition } from './metrics/corp-decomposition.ts'
export { type DieboldMariano, dieboldMariano } from './metrics/diebold-mariano.ts'
export { foldToFavourite } from './metrics/fold-to-favourite.ts'
export { logLoss } from './metrics/log-loss.ts'
export { type PairedDifference, pairedDifference } from './metrics/paired-difference.ts'
export { reliabilityCurve } from './metrics/reliability-curve.ts'
export type { ResamplingOptions } from './metrics/resampling.ts'
export { spiegelhalterTest, spiegelhalterZ } from './metrics/spiegelhalter-z.ts'
