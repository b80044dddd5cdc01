// Calibration: raw to honest probabilities

export { RiftlineError } from '@riftline/base'
export {
  type CalibrationCurve,
  type CalibrationHierarchy,
  type CalibrationLevel,
  calibrate,
  type GateOutcome,
  selectCalibration,
} from './calibration/calibration-curve.ts'
export type { Cell } from './calibration/cells.ts'
export { fitShrunkCalibration, type ShrunkCalibrationOptions } from './calibration/fit-shrunk-calibration.ts'
export type { CalibrationRecord, GradedRecord } from './calibration/graded-history.ts'
export { fitLogitSlope, type LogitSlope } from './calibration/logit-slope.ts'
