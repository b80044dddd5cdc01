import { type WasmMemory, webAssembly } from './heap.ts'
import { kernelBytes } from './kernel-bytes.generated.ts'

/** Exports of packages/core/kernels; the comments there describe arguments and layouts. */
type KernelName =
  | 'encodeRows'
  | 'conditions128'
  | 'conditions512'
  | 'combine128'
  | 'combine512'
  | 'score128'
  | 'score512'
  | 'leaves128'
  | 'leaves512'
  | 'scoreRow8'
  | 'scoreRow16'
  | 'scoreRow32'
  | 'scoreRow64'
  | 'maskRow'
  | 'scoreTreelets'
  | 'scoreLinearTreelets'
  | 'prepareDoubles'
  | 'prepareSingles'
  | 'scoreLinearRow'
  | 'scorePairedRow'
  | 'addLinearCodes'
  | 'turnRows'
  | 'addColumnTerms'
  | 'addLinearEnds'
  | 'fillCells'
  | 'fillMaskedCells'
  | 'walkTrees'
  | 'walkMaskedTrees'
  | 'walkToEnds'
  | 'walkToMaskedEnds'
  | 'walkMaskedRows'
  | 'walkRows'

/** Arguments are addresses, which are byte offsets, and counts; only `prepare…` kernels give a number that means something. */
export type Kernels = Readonly<Record<KernelName, (...words: number[]) => number>>

let compiled: object | undefined

/**
 * Instantiates the kernels over `memory`. Their module is compiled once from the bytes in core, or is the `WebAssembly.Module`
 * that the caller imported, for runtimes that forbid compiling bytes.
 */
export function instantiateKernels(memory: WasmMemory, module?: object): Kernels {
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
