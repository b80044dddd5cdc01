import { rmSync, writeFileSync } from 'node:fs'
import { answerFile, trainedProblem, trainers } from '../cases/solve-trained.ts'
import { drawSample, drawSparseSample } from '../cases/table.ts'
import { type ConvertedModel, rowsFile, scoreSeed, type TrainedModel, trainSeed } from '../cases/trained-models.ts'
import { startChild } from '../child/start-child.ts'
import { writeFloats, writeSparse } from '../float-file.ts'
import { writeOnnx } from '../models/onnx/write-onnx.ts'
import { xgboostNodes } from '../models/onnx/xgboost-nodes.ts'
import { cached, cachedForWriting, isCached } from './cache.ts'
import { runProgram } from './run-program.ts'

/** Trains a model by the driver of its library, and writes it, its dump and the rows to score, unless they exist. */
export async function trainModel(model: TrainedModel): Promise<void> {
  const problem = trainedProblem(model)
  if (isCached(`models/${model.name}/model.json`)) return
  const file = (part: string): string => cachedForWriting(`models/${model.name}/${part}`)
  const table = cached(rowsFile(model, 'train'))
  writeFloats(file('labels.f64'), writeRows(model, table, trainSeed, model.trainRows))
  writeRows(model, problem.rows, scoreSeed, model.scoredRows)
  const [program, ...args] = trainers[model.format].command({ ...problem, rows: table, count: model.trainRows })
  const dump = file(model.format === 'lightgbm' ? 'model.json' : 'dump.json')
  await runProgram(program!, [...args, file('labels.f64'), String(model.iterations), parametersText(model), dump])
  rmSync(table)
  rmSync(file('labels.f64'))
}

/** Writes rows of a model's table and returns their labels. */
function writeRows({ table }: TrainedModel, path: string, seed: number, count: number): Float64Array {
  if ('sparseSampler' in table) {
    const { rows, labels } = drawSparseSample(table, seed, count)
    writeSparse(path, rows)
    return labels
  }
  const { rows, labels } = drawSample(table, seed, count)
  writeFloats(path, rows)
  return labels
}

function parametersText({ table, parameters }: TrainedModel): string {
  const categorical =
    'categorical' in table && table.categorical.length > 0 ? { categorical_column: table.categorical } : {}
  return Object.entries({ ...parameters, ...categorical })
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}

/** Writes a trained XGBoost model as ONNX, unless the file exists. */
export async function convertModel(model: ConvertedModel): Promise<void> {
  const path = `models/${model.name}/model.onnx`
  if (isCached(path)) return
  writeFileSync(cachedForWriting(path), writeOnnx(xgboostNodes(trainedProblem(model.of).model), 'float32'))
}

/** Writes the scores by a model's own trainer or runtime, unless they exist. */
export async function writeAnswer(model: TrainedModel | ConvertedModel): Promise<void> {
  if (isCached(answerFile(model.name))) return
  const problem = trainedProblem(model)
  const child = await startChild(trainers[problem.format], problem)
  if (typeof child === 'string') throw new Error(child)
  await child.pass('batch', problem.count, cachedForWriting(answerFile(model.name)))
  await child.stop()
}
