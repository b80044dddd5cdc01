// Calibration: raw to honest probabilities

export { RiftlineError } from '@riftline/base'
export {
  type CalibrationCurve,
  type CalibrationLevel,
  calibrate,
  type GateOutcome,
} from './calibration/calibration-curve.ts'
export {
  type CalibrationHierarchy,
  fitCalibration,
  fitCalibrationHierarchy,
  selectCalibration,
} from './calibration/calibration-hierarchy.ts'
export type { CalibrationOptions } from './calibration/calibration-options.ts'
export type { Cell } from './calibration/cells.ts'
export { fitShrunkCalibration, type ShrunkCalibrationOptions } from './calibration/fit-shrunk-calibration.ts'
export type { CalibrationRecord, GradedRecord } from './calibration/graded-history.ts'
export { isotonicRegression, vennAbers } from './calibration/isotonic-regression.ts'
export { fitLogitSlope, type LogitSlope } from './calibration/logit-slope.ts'
export { interpolate } from './calibration/piecewise-linear.ts'
export { effectiveSize, recencyWeights } from './calibration/recency-weights.ts'
