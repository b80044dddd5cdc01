import { readFileSync } from 'node:fs'
import type { PcaSweepModel } from '#core/linear/parse-pca-sweep.ts'
import type { Scorer } from '../contestants/contestant.ts'
import type { Problem } from '../problem.ts'
import { rowScorer } from './row-scorer.ts'

/** Scores a PCA-sweep model stage by stage: median, scaler, components, regressions. Its last bits differ from those of the fold. */
export function pcaSweepScorer({ model: path, features }: Problem): Scorer {
  const model = read(path)
  return rowScorer(features, 1, (rows, from, scores, at) => {
    const cells = cellsOf(model, rows.subarray(from, from + features))
    const scaled = model.keptColumns.map((column, j) => (cells[column]! - model.mean[j]!) / model.sd[j]!)
    const components = model.components.map((loadings) => dot(0, loadings, scaled))
    scores[at] = model.members.reduce(
      (sum, { weight, coef, intercept }) => sum + weight * dot(intercept, coef, components),
      0,
    )
  })
}

/** Scores the same model folded to one weight per cell; these scores are the answer. */
export function foldedScorer({ model: path, features }: Problem): Scorer {
  const model = read(path)
  return rowScorer(features, 1, (rows, from, scores, at) => {
    const cells = cellsOf(model, rows.subarray(from, from + features))
    scores[at] = dot(model.fold.intercept, model.fold.weights, cells)
  })
}

function read(path: string): PcaSweepModel {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Row with medians in place of missing cells, then one flag for each column that may be missing. */
function cellsOf({ median, indicatorColumns }: PcaSweepModel, row: Float64Array): number[] {
  const filled = Array.from(row, (value, j) => (Number.isNaN(value) ? median[j]! : value))
  return [...filled, ...indicatorColumns.map((column) => (Number.isNaN(row[column]!) ? 1 : 0))]
}

function dot(start: number, a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, start)
}
