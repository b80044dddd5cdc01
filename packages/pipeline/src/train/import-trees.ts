import { ArtifactError } from '@riftline/base'
import { compileEnsemble, parseFasttree, parseLightgbm, type TreeEnsemble } from '@riftline/core'
import type { TreeTrainer } from './run-trainers.ts'

/**
 * Reads a trainer's dump and compares riftline's scores on the verification rows with the trainer's own, bit for bit:
 * LightGBM's raw score as a double, ML.NET's score and probability as float32.
 *
 * @throws ArtifactError `artifact_mismatch` naming the first row that differs
 */
export function importTrees(trainer: TreeTrainer, file: string, json: string): TreeEnsemble {
  const dump = JSON.parse(json) as { readonly verification: Verification }
  const ensemble = trainer === 'lightgbm' ? parseLightgbm(dump) : parseFasttree(dump)
  const evaluator = compileEnsemble(ensemble)
  const { rows, rawScore, Score, Probability } = dump.verification
  const round = trainer === 'lightgbm' ? (value: number) => value : Math.fround
  const scores = (trainer === 'lightgbm' ? rawScore : Score)!
  for (const [index, cells] of rows.entries()) {
    const row = cells.map(Number)
    compare(file, index, evaluator.rawScore(row), round(scores[index]!))
    if (Probability !== undefined) compare(file, index, evaluator.predict(row), round(Probability[index]!))
  }
  return ensemble
}

interface Verification {
  readonly rows: readonly (readonly (number | string)[])[]
  readonly rawScore?: readonly number[]
  readonly Score?: readonly number[]
  readonly Probability?: readonly number[]
}

function compare(file: string, row: number, own: number, expected: number): void {
  if (own === expected) return
  throw new ArtifactError('artifact_mismatch', `${file} verification row ${row}`, `expected ${expected}, got ${own}`)
}
