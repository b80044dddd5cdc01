import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import { createHeap, type Heap } from './heap.ts'
import { instantiateKernels, type Kernels } from './kernels.ts'

/** Size of the steps in which rows are copied into the heap; they are still in the first cache when read. */
const stepBytes = 16384

/** Kernels over one memory, with room for some of the caller's rows; shared by all kernels of an engine. */
export interface Workspace {
  readonly heap: Heap
  readonly kernels: Kernels
  readonly rowsAt: number
  readonly rowBytes: number
  /** Rows that fit; a multiple of 4. */
  readonly stepRows: number
  /** First row, and K scores at `scoresAt`: views of the heap, replaced when it grows. */
  readonly row: Float64Array
  readonly scores: Float64Array
  readonly scoresAt: number
  /** Copies rows `from ≤ r < from + count` to `rowsAt`. */
  copyRows(rows: Float64Array, from: number, count: number): void
}

/** @throws the runtime's error if kernels cannot run */
export function createWorkspace(ensemble: TreeEnsemble, module: object | undefined): Workspace {
  const { numberOfFeatures, numberOfOutputs } = ensemble
  const heap = createHeap()
  const kernels = instantiateKernels(heap.memory, module)
  const rowBytes = 8 * numberOfFeatures
  const stepRows = 4 * Math.min(Math.max(Math.floor(stepBytes / (4 * rowBytes)), 1), 32)
  const rowsAt = heap.allocate(stepRows * rowBytes)
  const scoresAt = heap.allocate(8 * numberOfOutputs)
  let memory = heap.f64
  let row = viewOf(rowsAt, numberOfFeatures)
  let scores = viewOf(scoresAt, numberOfOutputs)

  function viewOf(address: number, length: number): Float64Array {
    return heap.f64.subarray(address >> 3, (address >> 3) + length)
  }

  function followHeap(): void {
    if (memory === heap.f64) return
    memory = heap.f64
    row = viewOf(rowsAt, numberOfFeatures)
    scores = viewOf(scoresAt, numberOfOutputs)
  }

  return {
    heap,
    kernels,
    rowsAt,
    rowBytes,
    stepRows,
    scoresAt,
    get row() {
      followHeap()
      return row
    },
    get scores() {
      followHeap()
      return scores
    },
    copyRows(rows, from, count) {
      const cells = count * numberOfFeatures
      // Creating a view takes longer than copying a row.
      const copied =
        cells === rows.length ? rows : rows.subarray(from * numberOfFeatures, from * numberOfFeatures + cells)
      heap.f64.set(copied, rowsAt >> 3)
    },
  }
}
