import { type WasmMemory, webAssembly } from './heap.ts'
import { kernelBytes } from './kernel-bytes.generated.ts'

/** Kernel; its arguments are addresses, which are byte offsets, and counts. */
type Export = (...words: number[]) => void

/** Exports of packages/core/kernels; the comments there describe arguments and layouts. */
export interface Kernels {
  /** rowsAt, rowBytes, rows, columns, columnCount, codes, codeBytes */
  readonly encodeRows: Export
  /** list, columnCount, codes, out, scratch */
  readonly conditions128: Export
  readonly conditions512: Export
  /** list, count, out */
  readonly combine128: Export
  readonly combine512: Export
  /** trees, end, none, slots, planes, codes, rows, sums */
  readonly score128: Export
  readonly score512: Export
  /** tree, slots, planes, codes */
  readonly leaves128: Export
  readonly leaves512: Export
  /** model, row, ranges, rangesEnd, scores */
  readonly scoreRow8: Export
  readonly scoreRow16: Export
  readonly scoreRow32: Export
  readonly scoreRow64: Export
  /** model, row, bytes */
  readonly maskRow: Export
  /** model, row, ranges, rangesEnd, scores */
  readonly scoreTreelets: Export
  /** model, row, prepared, ranges, rangesEnd, scores */
  readonly scoreLinearTreelets: Export
  /** row, rowBytes, rows, out, outBytes, zero */
  readonly prepareDoubles: (...words: number[]) => number
  /** row, rowBytes, rows, out, outBytes */
  readonly prepareSingles: (...words: number[]) => number
  /** model, row, prepared, ranges, rangesEnd, scores, leafBytes, maskBytes, ordered, orderedBytes, terms */
  readonly scoreLinearRow: Export
  /** model, row, prepared, ranges, rangesEnd, scores, maskBytes, paired */
  readonly scorePairedRow: Export
  /** tree, codes, rows, rowBytes, count, sums, terms */
  readonly addLinearCodes: Export
  /** rows, rowBytes, count, features, end, columns, columnBytes */
  readonly turnRows: Export
  /** leaves, codes, count, first, second, sums */
  readonly addColumnTerms: Export
  /** ends, count, row, sum */
  readonly addLinearEnds: Export
  /** row, rowBytes, rows, rules, rulesEnd, cells, stride */
  readonly fillCells: Export
  readonly fillMaskedCells: Export
  /** leafCell, roots, count, sum */
  readonly walkTrees: Export
  readonly walkMaskedTrees: Export
  /** leafCell, roots, count, ends */
  readonly walkToEnds: Export
  readonly walkToMaskedEnds: Export
  /** leafCell, stride, rows, roots, count, sums */
  readonly walkMaskedRows: Export
  readonly walkRows: Export
}

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
