import { RiftlineError } from '@riftline/base'
import { compileEnsemble, type Evaluator, type TreeEnsemble } from '@riftline/core'
import { createEvaluator } from '#core/trees/create-evaluator.ts'
import { createWasmEngine } from '#core/trees/engines/wasm/create-wasm-engine.ts'
import { createInterpreter } from '../core/trees/engines/interpreter.ts'

/** Engines that must agree; the first is the reference for the others. */
export type Engines = Readonly<Record<string, (ensemble: TreeEnsemble) => Evaluator>>

export const interpreter = (ensemble: TreeEnsemble): Evaluator => createEvaluator(ensemble, createInterpreter(ensemble))

/** Forces this kernel, which core selects only for large models, while mutants are small; falls back to core's choice. */
function treelets(ensemble: TreeEnsemble): Evaluator {
  try {
    return createEvaluator(ensemble, createWasmEngine(ensemble, { kernel: 'treelets' }))
  } catch (error) {
    if (error instanceof RiftlineError && error.code === 'engine_unavailable') return compileEnsemble(ensemble)
    throw error
  }
}

export const allEngines: Engines = {
  interpreter,
  js: (ensemble) => compileEnsemble(ensemble, { engine: 'js' }),
  wasm: (ensemble) => compileEnsemble(ensemble, { engine: 'wasm' }),
  treelets,
  auto: (ensemble) => compileEnsemble(ensemble),
}
