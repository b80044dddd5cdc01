import { everything, iterationCount, type Slice, treesByOutput } from '../../form/slice.ts'
import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import type { Heap } from './heap.ts'

/** The trees of each output, for kernels that have all trees in one list, output after output. */
export interface Ranges {
  /** Trees in the order of the list. */
  readonly order: Int32Array
  /** Address of the first and last tree of each output: u32, a pair an output. */
  readonly all: number
  /** The same for a run of iterations, until the next call. */
  of(slice: Slice): number
}

export function createRanges(heap: Heap, ensemble: TreeEnsemble): Ranges {
  const outputTrees = treesByOutput(ensemble)
  const chosen = heap.allocate(8 * outputTrees.length)
  const iterations = iterationCount(ensemble)

  function put({ first, last }: Slice, address: number): number {
    const { u32 } = heap
    let start = 0
    outputTrees.forEach((list, k) => {
      const end = Math.min(last, list.length)
      u32[(address >> 2) + 2 * k] = start + Math.min(first, end)
      u32[(address >> 2) + 2 * k + 1] = start + end
      start += list.length
    })
    return address
  }

  const all = put(everything, heap.allocate(8 * outputTrees.length))
  return {
    order: Int32Array.from(outputTrees.flatMap((list) => Array.from(list))),
    all,
    of: (slice) => (slice.first === 0 && slice.last >= iterations ? all : put(slice, chosen)),
  }
}
