import { dayMs } from '@riftline/base'
import {
  type CalibrationHierarchy,
  type ConsensusTable,
  calibrate,
  consensusTable,
  selectCalibration,
} from '@riftline/core'
import { type BaseModel, baseModels } from '@riftline/predictor'
import type { GradedSeries } from './graded-series.ts'

/** Graded series with the members' chances under the present curves: the weighted consensus learns from them. */
export function gradedTable(
  graded: readonly GradedSeries[],
  calibration: Readonly<Record<BaseModel, CalibrationHierarchy>>,
  asOfMs: number,
): ConsensusTable {
  const records = graded.map((series) => {
    const calibrated = baseModels.map((model) => {
      const chance = calibrate(selectCalibration(calibration[model], series), series.raw[model])
      return [model, toMillionths(chance)] as const
    })
    const ageDays = toMillionths((asOfMs - series.startMs) / dayMs)
    return { ageDays, league: series.league, p: Object.fromEntries(calibrated), y: series.outcome }
  })
  return consensusTable(records, baseModels)
}

/** Rounds far below what matters to a loss or a half-life, for half the size of the file. */
function toMillionths(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
