import { type CompileOptions, createEngine } from './compile.ts'
import { createEvaluator } from './create-evaluator.ts'
import { createScoreFinish } from './finish-scores.ts'
import type { Sigmoid } from './form/output-link.ts'
import { iterationCount, type Slice } from './form/slice.ts'
import { type TreeEnsemble, treeCount } from './form/tree-ensemble.ts'

/** `logit` to the bit, for a caller who writes the row where it is read. */
export interface LogitScorer {
  /** The row of the next `logitOfRow`. Read this field for every row: the array may move. */
  readonly row: Float64Array
  logitOfRow(): number
  /** Of n rows, row-major, n logits. */
  logits(rows: Float64Array, out: Float64Array): void
}

/** Trusts that the model has one output through the sigmoid link given. */
export function compileLogits(ensemble: TreeEnsemble, link: Sigmoid, options: CompileOptions): LogitScorer {
  const { baseScore, averaging } = ensemble
  const engine = createEngine(ensemble, options)
  const { rawScores } = createEvaluator(ensemble, engine)
  const finish = createScoreFinish(ensemble)
  const everything: Slice = { first: 0, last: iterationCount(ensemble) }
  const trees = treeCount(ensemble)
  const toLogit = (score: number): number =>
    link.slope * (averaging === 'beforeLink' ? score / trees : score) + link.offset
  return {
    get row() {
      return engine.row
    },
    logitOfRow() {
      const scores = engine.scoreRow(baseScore)
      finish(everything, scores)
      return toLogit(scores[0]!)
    },
    logits(rows, out) {
      rawScores(rows, { out })
      for (let i = 0; i < out.length; i++) out[i] = toLogit(out[i]!)
    },
  }
}
