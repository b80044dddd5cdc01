import { compileEnsemble, type Evaluator, type TreeEnsemble } from '@riftline/core'
import { createEvaluator } from '#core/trees/create-evaluator.ts'
import { createInterpreter } from '#core/trees/engines/interpreter.ts'

/** Ways to score that must agree. The first is the reference for the others. */
export type Engines = Readonly<Record<string, (ensemble: TreeEnsemble) => Evaluator>>

export const interpreter = (ensemble: TreeEnsemble): Evaluator => createEvaluator(ensemble, createInterpreter(ensemble))

export const allEngines: Engines = {
  interpreter,
  js: (ensemble) => compileEnsemble(ensemble, { engine: 'js' }),
  wasm: (ensemble) => compileEnsemble(ensemble, { engine: 'wasm' }),
  auto: (ensemble) => compileEnsemble(ensemble),
}
