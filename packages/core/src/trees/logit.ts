import { RiftlineError } from '@riftline/base'
import { type CompileOptions, createEngine } from './compile.ts'
import { createEvaluator, createScoreFinish, type Evaluator } from './create-evaluator.ts'
import { iterationCount, type Slice } from './form/slice.ts'
import { type Sigmoid, type TreeEnsemble, treeCount } from './form/tree-ensemble.ts'

/**
 * Log odds ln(p / (1 - p)) of a binary model's probability, as a double and not computed from p: exact in the tails, where p
 * rounds to 1, and free of the float32 rounding of ML.NET's probability. Averages over orientations use this scale. LightGBM: `sigmoid · raw`; ML.NET: `-(Slope · Score + Offset)`.
 *
 * @param row `numberOfFeatures` numbers, NaN for missing
 * @throws RiftlineError `invalid_argument` when the model's output is not one probability of a sigmoid link, or the row
 *   does not fit
 * @example logit(compileEnsemble(ensemble), [2]) // 1 for the model in the example of parseLightgbm: p = 1 / (1 + e^-1)
 */
export function logit(evaluator: Evaluator, row: ArrayLike<number>): number {
  const { ensemble } = evaluator
  const { link } = ensemble
  if (link.kind !== 'sigmoid' || ensemble.numberOfOutputs !== 1) {
    const got = `${ensemble.numberOfOutputs} output(s) through a ${link.kind} link`
    throw new RiftlineError('invalid_argument', `evaluator: expected a binary model with a sigmoid link, got ${got}`)
  }
  const score = evaluator.rawScore(row)
  const averaged = ensemble.averaging === 'beforeLink' ? score / treeCount(ensemble) : score
  return link.slope * averaged + link.offset
}

/** `logit` to the bit, for callers that write the row into the engine's own memory. */
export interface LogitScorer {
  /** Row of the next `logitOfRow`. Read this field for every row: the array may move. */
  readonly row: Float64Array
  logitOfRow(): number
  /** Fills `out` with the logits of as many rows, row-major. */
  logits(rows: Float64Array, out: Float64Array): void
}

/** Compiles a `LogitScorer`. Trusts that the model has one output through this sigmoid link. */
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
