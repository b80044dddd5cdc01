import { invalidArgument, RiftlineError, requireOptions } from '@riftline/base'
import {
  type BatchOptions,
  createEvaluator,
  createScoreFinish,
  type Evaluator,
  takeFloats,
  takeRow,
} from './create-evaluator.ts'
import { createEngineOfUsedColumns, type Engine } from './engines/engine.ts'
import { createJsEngine } from './engines/js/create-js-engine.ts'
import { createWasmEngine } from './engines/wasm/create-wasm-engine.ts'
import {
  type Calibrator,
  classesOfPairs,
  iterationCount,
  type Sigmoid,
  type Slice,
  type TreeEnsemble,
  treeCount,
} from './form/tree-ensemble.ts'
import { calibrated } from './link.ts'

/** Settings of the compilation: the engine that evaluates the model. */
export interface CompileOptions {
  /** Engine: `auto` takes the fastest one that runs here. If a named engine cannot run, compiling fails. */
  readonly engine?: 'auto' | 'js' | 'wasm'
  /**
   * The `WebAssembly.Module` of `@riftline/core/kernels.wasm`, for runtimes that import such files but do not compile
   * bytes: edge workers, pages with a strict content security policy. Other runtimes compile the bytes inside core.
   */
  readonly kernels?: object
}

/**
 * Makes a parsed model ready to score rows. The cost is proportional to the model, so compile once; tables are built at the
 * first call that needs them. Calls do not affect each other.
 *
 * @throws RiftlineError `engine_unavailable` for an engine that cannot run here, `invalid_argument` for an unknown one or
 *   for something that is not a parsed model
 * @example
 * const evaluator = compileEnsemble(ensemble) // the one-feature model in the example of parseLightgbm
 * evaluator.predict([2]) // 0.7310585786300049, P(positive) of one row
 * evaluator.predictions(Float64Array.of(1, 2)) // [0.2689414213699951, 0.7310585786300049], of two
 */
export function compileEnsemble(ensemble: TreeEnsemble, options: CompileOptions = {}): Evaluator {
  const engine = createEngine(ensemble, options)
  const { link } = ensemble
  return link.kind === 'pairwise'
    ? createPairwiseEvaluator(ensemble, engine, link.calibrators)
    : createEvaluator(ensemble, engine)
}

/** Creates an engine without the evaluator's checks; it trusts its rows. */
function createEngine(ensemble: TreeEnsemble, options: CompileOptions): Engine {
  if (typeof ensemble !== 'object' || ensemble?.trees === undefined) {
    throw invalidArgument('ensemble', 'a parsed tree ensemble', ensemble)
  }
  requireOptions(options, ['engine', 'kernels'])
  return createEngineOfUsedColumns(ensemble, (narrow) => chooseEngine(narrow, options))
}

function chooseEngine(ensemble: TreeEnsemble, { engine = 'auto', kernels }: CompileOptions): Engine {
  switch (engine) {
    case 'auto':
      if (treeCount(ensemble) === 0) return explained(createJsEngine(ensemble), 'the model has no trees')
      try {
        return createWasmEngine(ensemble, { module: kernels })
      } catch (error) {
        return explained(createJsEngine(ensemble), `no WebAssembly: ${messageOf(error)}`)
      }
    case 'js':
      return createJsEngine(ensemble)
    case 'wasm':
      try {
        return createWasmEngine(ensemble, { module: kernels })
      } catch (cause) {
        throw new RiftlineError('engine_unavailable', `engine: wasm cannot run here: ${messageOf(cause)}`, { cause })
      }
    default:
      throw invalidArgument('engine', 'auto, js or wasm', engine)
  }
}

function explained(engine: Engine, reason: string): Engine {
  return { ...engine, plan: { ...engine.plan, reason } }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Creates the evaluator of ML.NET's pairwise coupling. The trees give a score for each pair of classes, (0, 0), (1, 0), (1, 1), (2, 0) …,
 * calibrated to the probability of either class. Raw scores and predictions are K probabilities, as ML.NET's Score:
 * P(i) = p_ii / max(p_ii, Σ_(j ≠ i) p_ij - (K - 2) p_ii), divided by the sum over the classes; 0 where p_ii is not above 0.
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.StandardTrainers/Standard/MulticlassClassification/PairwiseCouplingTrainer.cs
 */
function createPairwiseEvaluator(
  ensemble: TreeEnsemble,
  engine: Engine,
  calibrators: readonly Calibrator[],
): Evaluator {
  const scored = createEvaluator({ ...ensemble, link: { kind: 'identity' } }, engine)
  const pairs = calibrators.length
  const classes = classesOfPairs(pairs)

  function couple(rows: Float64Array, options: BatchOptions = {}): Float64Array {
    const { out: given, ...rest } = options
    const scores = scored.rawScores(rows, rest)
    const count = scores.length / pairs
    const out = takeFloats(given, count * classes)
    for (let r = 0; r < count; r++) {
      const chances = scores.subarray(r * pairs, (r + 1) * pairs)
      for (let pair = 0; pair < pairs; pair++)
        chances[pair] = Math.fround(calibrated(calibrators[pair]!, chances[pair]!))
      coupleRow(chances, classes, out.subarray(r * classes, (r + 1) * classes))
    }
    return out
  }

  function first(row: ArrayLike<number>): number {
    const cells = new Float64Array(ensemble.numberOfFeatures)
    takeRow(row, cells, ensemble.featureNames)
    return couple(cells)[0]!
  }

  return {
    ...scored,
    ensemble,
    numberOfOutputs: classes,
    rawScore: first,
    predict: first,
    rawScores: couple,
    predictions: couple,
  }
}

function pairOf(i: number, j: number): number {
  return i >= j ? (i * (i + 1)) / 2 + j : (j * (j + 1)) / 2 + i
}

function coupleRow(chances: Float64Array, classes: number, out: Float64Array): void {
  // A pair of classes is at least as likely as each of them, so smaller probabilities are raised.
  for (let i = 0; i < classes; i++) {
    const own = chances[pairOf(i, i)]!
    if (!(own > 0)) continue
    for (let j = 0; j < classes; j++) if (j !== i && !(chances[pairOf(i, j)]! >= own)) chances[pairOf(i, j)] = own
  }
  let sum = 0
  for (let i = 0; i < classes; i++) {
    const own = chances[pairOf(i, i)]!
    out[i] = 0
    if (!(own > 0)) continue
    let others = 0
    for (let j = 0; j < classes; j++) if (j !== i) others += chances[pairOf(i, j)]!
    out[i] = own / Math.max(own, others - (classes - 2) * own)
    sum += out[i]!
  }
  const total = sum > 0 ? sum : 1
  for (let i = 0; i < classes; i++) out[i] = Math.fround(out[i]! / total)
}

/**
 * Log odds ln(p / (1 - p)) of a binary model's probability, as a double and not computed from p: exact in the tails, where p rounds to 1,
 * and free of the float32 rounding of ML.NET's probability. LightGBM: `sigmoid · raw`; ML.NET: `-(Slope · Score + Offset)`.
 *
 * @param row `numberOfFeatures` numbers, NaN for missing
 * @throws RiftlineError `invalid_argument` when the model's output is not one probability of a sigmoid link, or the row does not fit
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

/** Gives the bits of `logit`, for callers that write the row into the engine's own memory. */
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
