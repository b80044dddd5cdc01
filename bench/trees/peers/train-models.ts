import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawSample } from '../cases/table.ts'
import { scoreSeed, type TrainedModel, trainSeed } from '../cases/trained-models.ts'
import { writeFloats } from '../float-file.ts'
import { cached, cachedForWriting, isCached } from './cache.ts'
import { runProgram } from './run-program.ts'

const script = fileURLToPath(new URL('train.py', import.meta.url))

/** Trains a model and writes model.txt, model.json, the rows to score and LightGBM's scores, unless they exist. */
export async function trainModel(python: string, model: TrainedModel): Promise<void> {
  const file = (name: string): string => cachedForWriting(`models/${model.name}/${name}`)
  if (isCached(`models/${model.name}/model.json`)) return
  const training = drawSample(model.table, trainSeed, model.trainRows)
  writeFloats(file('train.f64'), training.rows)
  writeFloats(file('labels.f64'), training.labels)
  writeFloats(file('rows.f64'), drawSample(model.table, scoreSeed, model.scoredRows).rows)
  const job = {
    folder: cached(`models/${model.name}`),
    table: file('train.f64'),
    labels: file('labels.f64'),
    rows: file('rows.f64'),
    features: model.table.features,
    categorical: model.table.categorical,
    parameters: model.parameters,
    iterations: model.iterations,
  }
  writeFileSync(file('job.json'), JSON.stringify(job, null, 2))
  await runProgram(python, [script, file('job.json')])
  rmSync(file('train.f64'))
  rmSync(file('labels.f64'))
}

/** Version and library of the `lightgbm` package in a Python interpreter; null if it is not installed. */
export async function probeLightgbm(python: string): Promise<{ version: string; library: string } | null> {
  return runProgram(python, [script]).then(
    (text) => JSON.parse(text),
    () => null,
  )
}
