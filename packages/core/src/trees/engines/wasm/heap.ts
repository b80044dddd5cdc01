import { RiftlineError } from '@riftline/base'

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
    get f32() {
      return views.f32
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
    f32: new Float32Array(buffer),
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
