import { RiftlineError } from '@riftline/base'
import { compileEnsemble, type Evaluator, type TreeEnsemble } from '@riftline/core'
import { createEvaluator } from '#core/trees/create-evaluator.ts'
import { createRowEngine } from '#core/trees/engines/prepared-rows.ts'
import { createWasmEngine } from '#core/trees/engines/wasm/create-wasm-engine.ts'
import { createInterpreter } from '../core/trees/engines/interpreter.ts'

/** Engines that must agree; the first is the reference for the others. */
export type Engines = Readonly<Record<string, (ensemble: TreeEnsemble) => Evaluator>>

export function interpreter(ensemble: TreeEnsemble): Evaluator {
  return createEvaluator(ensemble, createRowEngine(ensemble, createInterpreter))
}

/** Forces this kernel, which core selects only for large models, while mutants are small; falls back to core's choice. */
function treelets(ensemble: TreeEnsemble): Evaluator {
  const { trees, preparation } = ensemble
  if (trees.leafVector !== null || trees.leafEntries !== null || preparation !== null) return compileEnsemble(ensemble)
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
