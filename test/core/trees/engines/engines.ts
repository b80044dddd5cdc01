import { createEvaluator } from '#core/trees/create-evaluator.ts'
import type { Engine } from '#core/trees/engines/engine.ts'
import { createJsEngine } from '#core/trees/engines/js/create-js-engine.ts'
import { createRowEngine } from '#core/trees/engines/prepared-rows.ts'
import { createWasmEngine } from '#core/trees/engines/wasm/create-wasm-engine.ts'
import { mostLeavesOf } from '#core/trees/engines/wasm/table/table-layout.ts'
import type { Evaluator } from '#core/trees/evaluator.ts'
import { splitDecision } from '#core/trees/form/scoring-rules.ts'
import type { TreeEnsemble } from '#core/trees/form/tree-ensemble.ts'
import { runsAll } from '../../../support/amount.ts'

/** Engines as users get them, and each WebAssembly kernel alone. */
export const engineNames = ['js', 'wasm', 'walk', 'table', 'treelets', 'bitvector'] as const

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

/** Whether an engine takes a model: kernels need trees, tables small ones, treelets comparisons alone of few features. */
function canRun(name: EngineName, { trees }: TreeEnsemble): boolean {
  if (trees.root.length === 0) return name === 'js' || name === 'wasm' || name === 'walk'
  if (name === 'table') return mostLeavesOf(trees) <= 64
  const isRead = (decision: number) => decision < splitDecision.inBitset
  return name !== 'treelets' || (new Set(trees.feature).size < 60 && trees.decision.every(isRead))
}

/**
 * Evaluators of a trainer's model by engine, for golden tests: a commit's run leaves the kernels to the tests of kernels, the nightly run takes
 * all.
 */
export function goldenEvaluators(ensemble: TreeEnsemble): readonly (readonly [EngineName, () => Evaluator])[] {
  const names: readonly EngineName[] = runsAll ? engineNames : ['js', 'wasm']
  return names
    .filter((name) => canRun(name, ensemble))
    .map((name) => [
      name,
      () =>
        createEvaluator(
          ensemble,
          createRowEngine(ensemble, (plain) => engineOf(name, plain)),
        ),
    ])
}

function named(name: Engine['name'], engine: Engine): Engine {
  if (engine.name !== name || engine.plan.engine !== name) throw new Error(`expected ${name}, got ${engine.name}`)
  return engine
}
