import type { TreeEnsemble } from '../../tree-ensemble.ts'
import { createHeap, type Heap } from './heap.ts'
import { instantiateKernels, type Kernels } from './kernels.ts'

/** Rows are copied into the heap in steps of about this size, so that they are still in the first cache when read. */
const stepBytes = 16384

/** Kernels over one memory, with room for some of the caller's rows. Shared by all kernels of an engine. */
export interface Workspace {
  readonly heap: Heap
  readonly kernels: Kernels
  readonly rowsAt: number
  readonly rowBytes: number
  /** Rows that fit at once; a multiple of 4. */
  readonly stepRows: number
  /** The first row, a view of the heap; another after the heap has grown. */
  readonly row: Float64Array
  /** Copies rows `from ≤ r < from + count` to `rowsAt`. */
  copyRows(rows: Float64Array, from: number, count: number): void
}

/** @throws the runtime's error where kernels cannot run */
export function createWorkspace(ensemble: TreeEnsemble, module: object | undefined): Workspace {
  const { numberOfFeatures } = ensemble
  const heap = createHeap()
  const kernels = instantiateKernels(heap.memory, module)
  const rowBytes = 8 * numberOfFeatures
  const stepRows = 4 * Math.min(Math.max(Math.floor(stepBytes / (4 * rowBytes)), 1), 32)
  const rowsAt = heap.allocate(stepRows * rowBytes)
  let view = heap.f64
  let row = rowOf(view)

  function rowOf(memory: Float64Array): Float64Array {
    return memory.subarray(rowsAt >> 3, (rowsAt >> 3) + numberOfFeatures)
  }

  return {
    heap,
    kernels,
    rowsAt,
    rowBytes,
    stepRows,
    get row() {
      if (view !== heap.f64) {
        view = heap.f64
        row = rowOf(view)
      }
      return row
    },
    copyRows(rows, from, count) {
      heap.f64.set(rows.subarray(from * numberOfFeatures, (from + count) * numberOfFeatures), rowsAt >> 3)
    },
  }
}
