import { workerData } from 'node:worker_threads'
import { answerJobs } from '@riftline/base/node'
import { loadEnsemble } from '../binary/ensemble-file.ts'
import { compileEnsemble } from '../compile.ts'
import type { Job, WorkerModel } from './scoring-pool.ts'

// Worker thread of a scoring pool: loads the model once, then takes rows of each job until none are left.

const { model, engine } = workerData as WorkerModel
const evaluator = compileEnsemble(loadEnsemble(model), { engine })

function work({ kind, count, step, taken, rows, results, options }: Job): void {
  const rowLength = evaluator.numberOfFeatures
  const resultLength = results.length / count
  for (let from = Atomics.add(taken, 0, step); from < count; from = Atomics.add(taken, 0, step)) {
    const to = Math.min(from + step, count)
    const part = rows.subarray(from * rowLength, to * rowLength)
    const out = results.subarray(from * resultLength, to * resultLength)
    if (kind === 'leafIndices' || kind === 'labels') evaluator[kind](part, { out: out as Int32Array })
    else evaluator[kind](part, { ...options, out: out as Float64Array })
  }
}

answerJobs(work)
