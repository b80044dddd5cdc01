import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import { createHeap, type WasmMemory, webAssembly } from './heap.ts'
import { kernelText } from './kernel-text.generated.ts'

/** Bytes of a step in which rows are copied into the heap; the rows are still in the first cache when they are read. */
const stepBytes = 16384

/** Creates the memory that the kernels share. @throws the runtime's error if kernels cannot run */
export function createWorkspace(ensemble: TreeEnsemble, module: object | undefined) {
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
    /** Number of rows that fit a step; a multiple of 4. */
    stepRows,
    scoresAt,
    /** First row and the K scores at `scoresAt`: views of the heap, replaced when it grows. */
    get row() {
      followHeap()
      return row
    },
    get scores() {
      followHeap()
      return scores
    },
    /** Copies rows `from ≤ r < from + count` to `rowsAt`. */
    copyRows(rows: Float64Array, from: number, count: number): void {
      const cells = count * numberOfFeatures
      // A whole batch needs no view, whose creation takes longer than copying a row.
      const copied =
        cells === rows.length ? rows : rows.subarray(from * numberOfFeatures, from * numberOfFeatures + cells)
      heap.f64.set(copied, rowsAt >> 3)
    },
  }
}

/** Kernels over one memory, with space for some of the caller's rows; all kernels of an engine share it. */
export type Workspace = Readonly<ReturnType<typeof createWorkspace>>

/** Exports of packages/core/kernels; the comments there describe arguments and layouts. */
type KernelName =
  | `${'conditions' | 'combine' | 'score' | 'leaves'}${128 | 512}`
  | `scoreRow${8 | 16 | 32 | 64}`
  | `score${'Treelets' | 'SingleTreelets' | 'LinearTreelets' | 'LinearRow' | 'PairedRow'}`
  | `prepare${'Doubles' | 'Singles'}`
  | `add${'LinearCodes' | 'ColumnTerms' | 'LinearEnds'}`
  | `fill${'' | 'Masked'}Cells`
  | `walk${'' | 'Masked' | 'Single'}${'Trees' | 'Rows'}`
  | `walkTo${'' | 'Masked'}Ends`
  | `${'encode' | 'turn'}Rows`
  | 'maskRow'
  | 'addSingles'

/**
 * Functions of the kernels. Arguments are addresses, which are byte offsets, and counts; only results of `prepare…` kernels have a
 * meaning.
 */
export type Kernels = Readonly<Record<KernelName, (...words: number[]) => number>>

let compiled: object | undefined

/**
 * Instantiates the kernels over `memory`. Their module is compiled once from the bytes in core, or is the `WebAssembly.Module`
 * that the caller imported, for runtimes that forbid compiling bytes.
 */
function instantiateKernels(memory: WasmMemory, module?: object): Kernels {
  const api = webAssembly()
  if (api === undefined) throw new Error('there is no WebAssembly here')
  compiled ??= module === undefined ? new api.Module(decodeKernels()) : undefined
  const { exports } = new api.Instance(module ?? compiled!, { env: { memory } })
  const { layout } = exports as { readonly layout?: { readonly value: unknown } }
  if (layout?.value !== 7) throw new Error('the module given is not that of these kernels')
  return exports as Kernels
}

/** Bytes of a page, which have a character each: '(' to '~' without the backslash. */
export const bytesOfPage = 86

/** Character before a byte of each page, as small bytes are the most frequent. */
export const pageMarks: readonly string[] = ['', '!', '#']

/** Decodes the bytes of the kernels' WebAssembly module. By codes of characters it takes 1.5 ms, a tenth of a loop over characters. */
export function decodeKernels(): Uint8Array {
  const bytes = new Uint8Array(kernelText.length)
  let size = 0
  let page = 0
  for (let i = 0; i < kernelText.length; i++) {
    const code = kernelText.charCodeAt(i)
    if (code < 40) page = code === 33 ? 1 : 2
    else {
      bytes[size++] = page * bytesOfPage + code - (code < 92 ? 40 : 41)
      page = 0
    }
  }
  return bytes.slice(0, size)
}
