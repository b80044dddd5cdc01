import type { Engine } from '#core/trees/engines/engine.ts'
import { createJsEngine } from '#core/trees/engines/js/create-js-engine.ts'
import { createWasmEngine } from '#core/trees/engines/wasm/create-wasm-engine.ts'
import type { TreeEnsemble } from '#core/trees/form/tree-ensemble.ts'
import { runsAll } from '../../../support/amount.ts'

/** Engines as users get them, and each WebAssembly kernel alone. */
export const engineNames = ['js', 'wasm', 'walk', 'table', 'treelets', 'bitvector'] as const

/** Engines that score every model of a trainer: a commit's run leaves the kernels to the tests of kernels, the nightly run takes all. */
export const goldenEngines: readonly EngineName[] = runsAll ? engineNames : ['js', 'wasm']

export type EngineName = (typeof engineNames)[number]

/** Creates an engine and asserts that it is the named engine and kernel. */
export function engineOf(name: EngineName, ensemble: TreeEnsemble): Engine {
  if (name === 'js') return named('js', createJsEngine(ensemble))
  if (name === 'wasm') return named('wasm', createWasmEngine(ensemble))
  const engine = named('wasm', createWasmEngine(ensemble, { kernel: name }))
  const kernels = engine.plan.kernels.map(({ fromRows, kernel }) => `${kernel} from ${fromRows}`)
  if (kernels.join() !== `${name} from 1`) throw new Error(`expected ${name} alone, got ${kernels}`)
  return engine
}

function named(name: Engine['name'], engine: Engine): Engine {
  if (engine.name !== name || engine.plan.engine !== name) throw new Error(`expected ${name}, got ${engine.name}`)
  return engine
}
