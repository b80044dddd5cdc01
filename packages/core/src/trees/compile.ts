import { invalidArgument, RiftlineError, requireOptions } from '@riftline/base'
import { createEvaluator } from './create-evaluator.ts'
import type { Engine } from './engines/engine.ts'
import { createJsEngine } from './engines/js/create-js-engine.ts'
import { createEngineOfUsedColumns } from './engines/used-columns.ts'
import { createWasmEngine } from './engines/wasm/create-wasm-engine.ts'
import type { Evaluator } from './evaluator.ts'
import { type TreeEnsemble, treeCount } from './form/tree-ensemble.ts'
import { createPairwiseEvaluator } from './pairwise.ts'

/** Engine that evaluates a model. */
export interface CompileOptions {
  /** `auto` takes the fastest engine that runs here. A named engine runs, or compiling fails. */
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

/** Creates the engine alone, which trusts its rows. @throws RiftlineError as `compileEnsemble` */
export function createEngine(ensemble: TreeEnsemble, options: CompileOptions): Engine {
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
