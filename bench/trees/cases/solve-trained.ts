import { lightgbm } from '../contestants/lightgbm.ts'
import { onnxFloat32 } from '../contestants/onnxruntime.ts'
import { xgboost } from '../contestants/xgboost.ts'
import { readFloats } from '../float-file.ts'
import { cached, isCached } from '../peers/cache.ts'
import type { Problem, SolvedProblem } from '../problem.ts'
import { type ConvertedModel, rowsFile, type TrainedModel } from './trained-models.ts'

/** Contestant that answers for the models of a format. */
export const trainers = { lightgbm, xgboost, onnx: onnxFloat32 } as const

/** Problem of a trained or converted model, as its trainer or runtime answers it. */
export function trainedProblem(model: TrainedModel | ConvertedModel): Problem & { format: keyof typeof trainers } {
  const isConverted = 'of' in model
  const source = isConverted ? model.of : model
  const file = (part: string): string => cached(`models/${model.name}/${part}`)
  return {
    name: model.name,
    format: isConverted ? 'onnx' : model.format,
    model: file(isConverted ? 'model.onnx' : 'model.json'),
    text: !isConverted && model.format === 'lightgbm' ? file('model.txt') : null,
    rows: cached(rowsFile(source)),
    count: source.scoredRows,
    features: source.table.features,
    outputs: Number(source.parameters.num_class ?? 1),
  }
}

/** Path, below the cache, of the scores by a model's trainer or runtime. */
export function answerFile(name: string): string {
  return `models/${name}/raw.f64`
}

/** Solves a model by the scores of its trainer or runtime; null if it was not trained or converted on this machine. */
export function solveTrained(model: TrainedModel | ConvertedModel, rowLimit: number): SolvedProblem | null {
  if (!isCached(answerFile(model.name))) return null
  const problem = trainedProblem(model)
  const count = Math.min(problem.count, rowLimit)
  return {
    ...problem,
    count,
    expected: readFloats(cached(answerFile(model.name)), count * problem.outputs),
    answeredBy: trainers[problem.format].name,
  }
}
