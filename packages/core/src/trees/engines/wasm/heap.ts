import { RiftlineError } from '@riftline/base'
import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import { kernelBytes } from './kernel-bytes.generated.ts'

const pageBytes = 65536

/** Alignment of tables: a cache line. */
const alignment = 64

export function createHeap() {
  const api = webAssembly()
  if (api === undefined) throw new Error('there is no WebAssembly here')
  const memory = new api.Memory({ initial: 1 })
  let views = viewsOf(memory.buffer)
  let top = alignment // address 0 stays unused

  /** Allocates zeroed bytes; returns their address, a multiple of 64. */
  function allocate(bytes: number): number {
    const address = top
    const end = Math.ceil((top + bytes) / alignment) * alignment
    const missing = Math.ceil((end - memory.buffer.byteLength) / pageBytes)
    if (missing > 0) {
      grow(missing)
      views = viewsOf(memory.buffer)
    }
    top = end
    return address
  }

  function grow(pages: number): void {
    try {
      // Addresses stay below 2^31, so that `>>` turns them into indexes of a view.
      if (memory.buffer.byteLength + pages * pageBytes > 2 ** 31) throw new RangeError('2 GiB are the most')
      memory.grow(pages)
    } catch (cause) {
      const wanted = Math.ceil((pages * pageBytes) / 2 ** 20)
      throw new RiftlineError('engine_unavailable', `wasm: no memory for ${wanted} MiB more`, { cause })
    }
  }

  return {
    memory,
    get u8() {
      return views.u8
    },
    get u16() {
      return views.u16
    },
    get i32() {
      return views.i32
    },
    get u32() {
      return views.u32
    },
    get f64() {
      return views.f64
    },
    allocate,
    /** Copies `values` into the heap; returns their address. */
    put(values: Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array): number {
      const address = allocate(values.byteLength)
      views.u8.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), address)
      return address
    },
  }
}

/**
 * Linear memory of one compiled model: a stack of tables that are never freed one by one. The views are replaced when it grows,
 * so take them from the heap at every use.
 */
export type Heap = Readonly<ReturnType<typeof createHeap>>

function viewsOf(buffer: ArrayBuffer) {
  return {
    u8: new Uint8Array(buffer),
    u16: new Uint16Array(buffer),
    i32: new Int32Array(buffer),
    u32: new Uint32Array(buffer),
    f64: new Float64Array(buffer),
  }
}

/** Part of the WebAssembly interface that core uses, which avoids the types of browsers and of Node. */
export interface WebAssemblyApi {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

export interface WasmMemory {
  /** Memory of the instance, replaced by every `grow`. */
  readonly buffer: ArrayBuffer
  /** Adds pages of 64 KiB. */
  grow(pages: number): number
}

/** `WebAssembly` of the runtime; undefined without it. */
export function webAssembly(): WebAssemblyApi | undefined {
  return (globalThis as { readonly WebAssembly?: WebAssemblyApi }).WebAssembly
}

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
  | `score${'Treelets' | 'LinearTreelets' | 'LinearRow' | 'PairedRow'}`
  | `prepare${'Doubles' | 'Singles'}`
  | `add${'LinearCodes' | 'ColumnTerms' | 'LinearEnds'}`
  | `fill${'' | 'Masked'}Cells`
  | `walk${'' | 'Masked'}${'Trees' | 'Rows'}`
  | `walkTo${'' | 'Masked'}Ends`
  | `${'encode' | 'turn'}Rows`
  | 'maskRow'

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
  compiled ??= module === undefined ? new api.Module(decodeBytes()) : undefined
  const { exports } = new api.Instance(module ?? compiled!, { env: { memory } })
  const { layout } = exports as { readonly layout?: { readonly value: unknown } }
  if (layout?.value !== 6) throw new Error('the module given is not that of these kernels')
  return exports as Kernels
}

function decodeBytes(): Uint8Array {
  return Uint8Array.from(atob(kernelBytes), (character) => character.charCodeAt(0))
}
