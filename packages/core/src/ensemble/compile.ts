import { invalidArgument, RiftlineError } from '../errors.ts'
import { createEvaluator } from './create-evaluator.ts'
import { createInterpreter } from './engines/interpreter.ts'
import type { Evaluator } from './evaluator.ts'
import type { TreeEnsemble } from './tree-ensemble.ts'

/** `auto` takes the fastest engine that is available; an engine asked for by name is the one that runs, or an error. */
export interface CompileOptions {
  readonly engine?: 'auto' | 'js' | 'wasm'
}

/**
 * Makes a parsed model ready to score rows. Cost: proportional to the model, so compile once; calls do not influence each
 * other.
 *
 * @throws RiftlineError `engine_unavailable` for an engine that cannot run here, `invalid_argument` for an unknown one or
 *   for something that is not a parsed model
 * @example
 * const evaluator = compileEnsemble(ensemble) // the one-feature model in the example of parseLightgbm
 * evaluator.predict([2]) // 0.7310585786300049, P(positive) of one row
 * evaluator.predictions(Float64Array.of(1, 2)) // [0.2689414213699951, 0.7310585786300049], of two
 */
export function compileEnsemble(ensemble: TreeEnsemble, options: CompileOptions = {}): Evaluator {
  if (typeof ensemble !== 'object' || ensemble?.trees === undefined) {
    throw invalidArgument('ensemble', 'a parsed tree ensemble', ensemble)
  }
  const engine = options.engine ?? 'auto'
  switch (engine) {
    case 'auto':
    case 'js':
      return createEvaluator(ensemble, createInterpreter(ensemble))
    case 'wasm':
      throw new RiftlineError('engine_unavailable', 'engine: wasm is not built yet, expected auto or js')
    default:
      throw invalidArgument('engine', 'auto, js or wasm', engine)
  }
}
