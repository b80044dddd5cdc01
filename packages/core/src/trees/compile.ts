import { invalidArgument, RiftlineError, requireOptions } from '@riftline/base'
import { createContributions } from './contributions/contributions.ts'
import { createEvaluator, createScoreFinish } from './create-evaluator.ts'
import type { Engine } from './engines/engine.ts'
import { createJsEngine } from './engines/js/create-js-engine.ts'
import { createRowEngine } from './engines/prepared-rows.ts'
import { createWasmEngine } from './engines/wasm/create-wasm-engine.ts'
import type { Evaluator } from './evaluator.ts'
import type { Sigmoid } from './form/links.ts'
import { type TreeEnsemble, treeCount, wholeSlice } from './form/tree-ensemble.ts'
import { startsOf } from './row-reader.ts'
import type { Row } from './rows.ts'

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
  return createEvaluator(ensemble, createEngine(ensemble, options), createContributions)
}

/**
 * `compileEnsemble` of the entries of ML.NET and ONNX. Their files lack the training counts of contributions, so their bundles need none of
 * that code.
 */
export function compileWithoutContributions(ensemble: TreeEnsemble, options: CompileOptions = {}): Evaluator {
  return createEvaluator(ensemble, createEngine(ensemble, options))
}

/** Creates an engine without the evaluator's checks; it trusts its rows. */
function createEngine(ensemble: TreeEnsemble, options: CompileOptions): Engine {
  if (typeof ensemble !== 'object' || ensemble?.trees === undefined) {
    throw invalidArgument('ensemble', 'a parsed tree ensemble', ensemble)
  }
  requireOptions(options, ['engine', 'kernels'])
  return createRowEngine(ensemble, (own) => chooseEngine(own, options))
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
 * Log odds ln(p / (1 - p)) of a binary model's probability, as a double and not computed from p: exact in the tails, where p rounds to 1,
 * and free of the float32 rounding of ML.NET's probability. LightGBM: `sigmoid · raw`; ML.NET: `-(Slope · Score + Offset)`.
 *
 * @param row `numberOfFeatures` numbers, NaN for missing, or any other form that `predict` takes
 * @throws RiftlineError `invalid_argument` when the model's output is not one probability of a sigmoid link, or the row does not fit
 * @example logit(compileEnsemble(ensemble), [2]) // 1 for the model in the example of parseLightgbm: p = 1 / (1 + e^-1)
 */
export function logit(evaluator: Evaluator, row: Row): number {
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
  const { averaging } = ensemble
  const starts = startsOf(ensemble)
  const engine = createEngine(ensemble, options)
  const { rawScores } = createEvaluator(ensemble, engine)
  const finish = createScoreFinish(ensemble)
  const whole = wholeSlice(ensemble)
  const trees = treeCount(ensemble)
  const toLogit = (score: number): number =>
    link.slope * (averaging === 'beforeLink' ? score / trees : score) + link.offset
  return {
    get row() {
      return engine.row
    },
    logitOfRow() {
      const scores = engine.scoreRow(starts)
      finish(whole, scores)
      return toLogit(scores[0]!)
    },
    logits(rows, out) {
      rawScores(rows, { out })
      for (let i = 0; i < out.length; i++) out[i] = toLogit(out[i]!)
    },
  }
}
