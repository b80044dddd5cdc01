import { readFloats } from '../float-file.ts'
import { cached, isCached } from '../peers/cache.ts'
import type { SolvedProblem } from '../problem.ts'
import type { TrainedModel } from './trained-models.ts'

/** Solves a trained model by LightGBM's scores; null if it was not trained on this machine. */
export function solveTrained({ name, scoredRows, table }: TrainedModel, rowLimit: number): SolvedProblem | null {
  const file = (part: string): string => cached(`models/${name}/${part}`)
  if (!isCached(`models/${name}/model.json`)) return null
  const count = Math.min(scoredRows, rowLimit)
  const outputs = readFloats(file('raw.f64')).length / scoredRows
  return {
    name,
    format: 'lightgbm',
    json: file('model.json'),
    text: file('model.txt'),
    rows: file('rows.f64'),
    count,
    features: table.features,
    outputs,
    expected: readFloats(file('raw.f64'), count * outputs),
    answeredBy: 'LightGBM',
  }
}
