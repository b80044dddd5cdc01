import { requireNumber, requireProbability, requireRecords } from '@riftline/base'
import { type Cell, requireCell } from './cells.ts'

/** A forecast and its outcome. */
export interface GradedRecord {
  /** Forecast probability of the listed side, in [0, 1]. */
  readonly p: number
  /** 1 when the listed side won, 0 when it lost, or a soft label between. */
  readonly y: number
  /** Days before the fit, at least 0; default 0. */
  readonly ageDays?: number
  /** Weight before recency, at least 0; default 1. */
  readonly weight?: number
}

/** A graded forecast that also names the cells it belongs to. */
export interface CalibrationRecord extends GradedRecord, Cell {}

/** Refuses records with a bad probability, outcome, age or weight; none at all is legal. */
export function requireGradedRecords(records: readonly GradedRecord[]): void {
  requireRecords('records', records, true)
  records.forEach((record, i) => {
    requireProbability(`records[${i}].p`, record.p)
    requireProbability(`records[${i}].y`, record.y)
    if (record.ageDays !== undefined) requireNumber(`records[${i}].ageDays`, record.ageDays, 0)
    if (record.weight !== undefined) requireNumber(`records[${i}].weight`, record.weight, 0)
  })
}

/** Refuses records whose cell is not a whole number of games and a name. */
export function requireCalibrationRecords(records: readonly CalibrationRecord[]): void {
  requireGradedRecords(records)
  for (let i = 0; i < records.length; i++) requireCell(`records[${i}]`, records[i]!)
}
