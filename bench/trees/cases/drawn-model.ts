import { writeFileSync } from 'node:fs'
import { writeFloats } from '../float-file.ts'
import { cachedForWriting } from '../peers/cache.ts'
import { type CatboostJson, catboostScorer } from '../plain/catboost.ts'
import type { Problem, SolvedProblem } from '../problem.ts'
import { createChance } from './chance.ts'
import { numericTable } from './numeric-table.ts'
import { drawSample } from './table.ts'
import { scoreSeed } from './trained-models.ts'

/** Model of CatBoost's default size. It is drawn, not trained, as CatBoost has no package here; its time depends on the size alone. */
export const drawnModel = { name: 'catboost-1000d6', trees: 1000, depth: 6 } as const

const scoredRows = 4096
const bordersPerFeature = 32
const chance = createChance(20_004)

/** Draws the model and its rows, and solves it by plain JavaScript. */
export function solveDrawn(rowLimit: number): SolvedProblem {
  const { features } = numericTable
  const count = Math.min(scoredRows, rowLimit)
  const { rows } = drawSample(numericTable, scoreSeed, count)
  const problem: Problem = {
    name: drawnModel.name,
    format: 'catboost',
    model: cachedForWriting(`models/${drawnModel.name}/model.json`),
    text: null,
    rows: cachedForWriting(`models/${drawnModel.name}/rows.f64`),
    count,
    features,
    outputs: 1,
  }
  writeFileSync(problem.model, JSON.stringify(drawModel(features)))
  writeFloats(problem.rows, rows)
  const expected = new Float64Array(count)
  catboostScorer(problem).scoreBatch(rows, expected)
  return { ...problem, expected, answeredBy: 'plain JavaScript' }
}

/** Symmetric trees whose borders are quantiles of the table. */
function drawModel(features: number): CatboostJson {
  const borders = quantiles(features)
  const draw = (below: number): number => Math.floor(below * chance.uniform())
  return {
    features_info: {
      float_features: borders.map((list, feature) => ({
        borders: list,
        feature_index: feature,
        flat_feature_index: feature,
        has_nans: true,
        nan_value_treatment: 'AsFalse',
      })),
    },
    model_info: { params: { loss_function: { type: 'Logloss' } } },
    oblivious_trees: Array.from({ length: drawnModel.trees }, () => ({
      splits: Array.from({ length: drawnModel.depth }, () => {
        const feature = draw(features)
        const border = borders[feature]![draw(borders[feature]!.length)]!
        return { split_type: 'FloatFeature', float_feature_index: feature, border }
      }),
      leaf_values: Array.from({ length: 2 ** drawnModel.depth }, () => 0.05 * chance.normal()),
    })),
    scale_and_bias: [1, [0]],
  }
}

function quantiles(features: number): number[][] {
  const rows = 1000
  const sample = drawSample(numericTable, 20_005, rows).rows
  return Array.from({ length: features }, (_, feature) => {
    const cells = Float64Array.from({ length: rows }, (_, r) => sample[r * features + feature]!)
    const present = cells.filter((cell) => !Number.isNaN(cell)).sort()
    const at = (i: number): number => present[Math.floor(((i + 0.5) / bordersPerFeature) * present.length)]!
    return [...new Set(Array.from({ length: bordersPerFeature }, (_, i) => Math.fround(at(i))))]
  })
}
