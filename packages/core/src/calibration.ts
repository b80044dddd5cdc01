// Calibration: raw to honest probabilities

export { RiftlineError } from '@riftline/base'
export {
  type CalibrationCurve,
  type CalibrationLevel,
  calibrate,
  type GateOutcome,
  interpolate,
} from './calibration/calibration-curve.ts'
export {
  type CalibrationHierarchy,
  fitCalibration,
  fitCalibrationHierarchy,
  selectCalibration,
} from './calibration/calibration-hierarchy.ts'
export type { Cell } from './calibration/cells.ts'
export type { CalibrationOptions } from './calibration/fit-level.ts'
export { fitShrunkCalibration, type ShrunkCalibrationOptions } from './calibration/fit-shrunk-calibration.ts'
export type { CalibrationRecord, GradedRecord } from './calibration/graded-history.ts'
export { fitLogitSlope, type LogitSlope } from './calibration/graded-history.ts'
export { isotonicRegression, vennAbers } from './calibration/isotonic-regression.ts'
export { effectiveSize, recencyWeights } from './calibration/recency-weights.ts'
