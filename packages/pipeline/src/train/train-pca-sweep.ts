import { dayMs, type FeatureSchema, featureNames, parsePcaSweep } from '@riftline/core'
import type { FeatureRow } from '../features/feature-rows.ts'
import { crossValidatePcaSweep, type Fold } from '../fit/cross-validate-pca-sweep.ts'
import { fitPcaSweep } from '../fit/pca-sweep.ts'
import type { PcaSweepSettings } from './hyperparameters.ts'
import type { TrainingSpan } from './windows.ts'
import { everyNth, rowsWithin } from './write-table.ts'

const folds = 6
/** A test fold begins this long after its training rows end: longer than any series lasts. */
const gapMs = dayMs

/**
 * Fits pcasweep on the series of a span: chooses the number of components with the smallest log-loss over expanding windows in
 * order of time, then fits once on everything. Returns the artifact's JSON text, with the curve of the sweep.
 */
export function trainPcaSweep(
  schema: FeatureSchema,
  settings: PcaSweepSettings,
  rows: readonly FeatureRow[],
  span: TrainingSpan,
): string {
  const known = rowsWithin(rows, schema, span)
  const columns = settings.features.map((name) => featureNames(schema).indexOf(name))
  const table = known.map((row) => Float64Array.from(columns, (column) => row.vectors[schema]![column]!))
  const outcomes = known.map((row) => row.outcome)
  const { C, ks } = settings
  const validation = crossValidatePcaSweep(table, outcomes, { C, ks, folds: expandingFolds(known) })
  const fit = fitPcaSweep(table, outcomes, { C, ks: [validation.best], featureNames: settings.features })
  const sweep = ks.map((k, index) => ({
    k,
    meanLogLoss: validation.mean[index]!,
    seOfDifference: validation.seOfDifference[index]!,
  }))
  const { explainedRatio, fits } = fit
  const training = { rows: known.length, folds, C, explainedRatio, oneSE: validation.oneSE }
  const model = { ...fits[0]!.model, sweep, training }
  return `${JSON.stringify({ ...model, verification: verify(model, everyNth(table, verificationRows)) })}\n`
}

const verificationRows = 300

/** Rows with the scores of core's own reader, for other readers of the artifact to check themselves with, as with the trees. */
function verify(model: object, rows: readonly Float64Array[]): object {
  const parsed = parsePcaSweep(model)
  return {
    rows: rows.map((row) => Array.from(row)),
    rawScore: rows.map((row) => parsed.logit(row)),
    probability: rows.map((row) => parsed.predict(row)),
  }
}

/** The latter half of the rows in `folds` blocks; each is forecast from everything before it, less the gap. */
function expandingFolds(rows: readonly FeatureRow[]): Fold[] {
  const half = Math.floor(rows.length / 2)
  const size = Math.floor((rows.length - half) / folds)
  return Array.from({ length: folds }, (_, index) => {
    const from = half + index * size
    const until = index === folds - 1 ? rows.length : from + size
    const firstMs = rows[from]!.startMs
    return {
      train: range(0, from).filter((row) => rows[row]!.startMs < firstMs - gapMs),
      test: range(from, until),
    }
  })
}

function range(from: number, until: number): number[] {
  return Array.from({ length: until - from }, (_, index) => from + index)
}
