import { invalidArgument } from '@riftline/base'
import type { TreeEnsemble } from './tree-ensemble.ts'

/** Iterations `first ≤ i < last`; iteration i is the i-th tree of every output. */
export interface Slice {
  readonly first: number
  readonly last: number
}

/** Slice of all iterations, whatever their number. */
export const everything: Slice = { first: 0, last: Infinity }

/** Tree numbers of each output in file order; the position in the list is the iteration. */
export function treesByOutput(ensemble: TreeEnsemble): readonly Int32Array[] {
  const lists: number[][] = Array.from({ length: ensemble.numberOfOutputs }, () => [])
  ensemble.trees.output.forEach((output, tree) => {
    lists[output]!.push(tree)
  })
  return lists.map((list) => Int32Array.from(list))
}

/** Number of iterations: the most trees of an output (LightGBM: trees / K). */
export function iterationCount(ensemble: TreeEnsemble): number {
  const counts = new Int32Array(ensemble.numberOfOutputs)
  for (const output of ensemble.trees.output) counts[output]!++
  return counts.reduce((most, count) => Math.max(most, count), 0)
}

/**
 * Iterations that LightGBM's `predict(start_iteration, num_iteration)` uses: the start is clamped to the model, and a length of 0 or less
 * means to the end (https://github.com/microsoft/LightGBM/blob/v4.6.0/src/boosting/gbdt.h, `InitPredict`).
 */
export function resolveSlice(
  iterations: number,
  startIteration: number | undefined,
  numIteration: number | undefined,
): Slice {
  const start = integer('startIteration', startIteration ?? 0)
  const length = integer('numIteration', numIteration ?? 0)
  const first = Math.min(Math.max(start, 0), iterations)
  return { first, last: length <= 0 ? iterations : Math.min(first + length, iterations) }
}

function integer(name: string, value: number): number {
  if (!Number.isSafeInteger(value)) throw invalidArgument(name, 'an integer', value)
  return value
}
