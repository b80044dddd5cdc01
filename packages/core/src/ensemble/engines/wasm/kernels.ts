import { kernelBytes } from './kernel-bytes.generated.ts'
import { type WasmMemory, webAssembly } from './web-assembly.ts'

/** What packages/core/kernels exports; the comments there describe arguments and layouts. Addresses are byte offsets. */
export interface Kernels {
  walk8(
    x: number,
    rowBytes: number,
    rows: number,
    slots: number,
    slotCount: number,
    row: number,
    roots: number,
    treeCount: number,
    leafBase: number,
    out: number,
  ): void
}

let compiled: object | undefined

/**
 * The kernels over `memory`. Their module is compiled once, from the bytes that core carries or from the `WebAssembly.Module`
 * that the caller imported, which is what runtimes that forbid compiling bytes allow.
 *
 * @throws the runtime's own error where WebAssembly, SIMD or compiling bytes is not available
 */
export function instantiateKernels(memory: WasmMemory, module?: object): Kernels {
  const api = webAssembly()
  if (api === undefined) throw new Error('there is no WebAssembly here')
  compiled ??= module === undefined ? new api.Module(decodeBytes()) : undefined
  const instance = new api.Instance(module ?? compiled!, { env: { memory } })
  return instance.exports as Kernels
}

function decodeBytes(): Uint8Array {
  return Uint8Array.from(atob(kernelBytes), (character) => character.charCodeAt(0))
}
