import { dayMs } from '@riftline/base'
import { parsePcaSweep } from '@riftline/core'
import { featureNames } from '@riftline/predictor'
import type { FeatureRow } from '../features/feature-rows.ts'
import { averagePcaSweep, fitPcaSweep } from '../fit/pca-sweep.ts'
import { crossValidatePcaSweep, type Fold } from '../fit/select-components.ts'
import type { PcaSweepSettings } from './hyperparameters.ts'
import type { TrainingSpan } from './windows.ts'
import { everyNth, rowsWithin } from './write-table.ts'

const folds = 6
/** A test fold begins this long after its training rows end: longer than any series lasts. */
const gapMs = dayMs

/**
 * Fits pcasweep on the series of a span: the first feature as it is and k components of the others beside it, for every k below
 * full rank, the log odds averaged over k. Returns the artifact's JSON text, with the log-loss of each k over expanding windows in
 * order of time.
 */
export function trainPcaSweep(settings: PcaSweepSettings, rows: readonly FeatureRow[], span: TrainingSpan): string {
  const known = rowsWithin(rows, span)
  const columns = settings.features.map((name) => featureNames.indexOf(name))
  const table = known.map((row) => Float64Array.from(columns, (column) => row.vector[column]!))
  const outcomes = known.map((row) => row.outcome)
  const { C, features: names } = settings
  const options = { C, first: 0, ks: names.slice(1).map((_, i) => i + 1) }
  const validation = crossValidatePcaSweep(table, outcomes, { ...options, folds: expandingFolds(known) })
  const fit = fitPcaSweep(table, outcomes, { ...options, featureNames: names })
  const sweep = options.ks.map((k, index) => ({
    k,
    meanLogLoss: validation.mean[index]!,
    seOfDifference: validation.seOfDifference[index]!,
  }))
  const { explainedRatio } = fit
  const training = { rows: known.length, folds, C, explainedRatio, oneSE: validation.oneSE }
  const equal = options.ks.map(() => 1)
  const model = { ...averagePcaSweep(fit, equal), sweep, training }
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
