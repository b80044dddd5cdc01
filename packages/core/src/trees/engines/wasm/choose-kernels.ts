import type { KernelChoice } from '../engine.ts'
import { narrowRows, wideFrom } from './bitvector/bitvector-kernel.ts'
import { blockRows } from './bitvector/conditions.ts'
import { mostPlanes } from './bitvector/programs.ts'
import {
  bitvectorRowCost,
  narrowPassCost,
  tableCost,
  treeletsCost,
  type Work,
  walkCost,
  widePassCost,
} from './costs.ts'
import { mostLeaves } from './table/table-layout.ts'
import { mostTreeletColumns } from './treelets/treelets-kernel.ts'

/** The kernels of this engine. */
export type WasmKernel = Exclude<KernelChoice['kernel'], 'interpreter'>

/** Larger tables fall out of every cache. */
const mostTableBytes = 64 * 2 ** 20

/** Codes of a table are 16-bit numbers. */
const mostColumnLimits = 65000

/** Bounds that keep memory within a small multiple of the model's own. */
const mostColumns = 65536
const mostBitvectorBytes = 256 * 2 ** 20
const mostTreeLimits = 65536
const mostTreeletsBytes = 512 * 2 ** 20

/** An exit of a treelet reaches 32767 fours. */
const mostTreeletBytes = 2 ** 17 - 256

/** Kernels that take one row at a time, and what one costs. */
const singleRowKernels = ['walk', 'table', 'treelets'] as const
const costOf = { walk: walkCost, table: tableCost, treelets: treeletsCost }

/** Why a kernel cannot serve this model; undefined when it can. */
export function refusal(kernel: WasmKernel, work: Work): string | undefined {
  if (kernel === 'walk') return undefined
  if (work.trees === 0) return 'there are no trees'
  if (work.byteColumns > mostColumns) return `too many features: ${work.byteColumns}`
  if (kernel === 'table') {
    if (work.mostLeaves > mostLeaves) return `a tree has ${work.mostLeaves} leaves, a table bits for ${mostLeaves}`
    if (work.mostColumnLimits > mostColumnLimits) return 'a feature is compared with too many numbers for a table'
    return work.tableBytes > mostTableBytes ? `a table would have ${megabytes(work.tableBytes)} MB` : undefined
  }
  if (kernel === 'treelets') {
    if (!work.comparesOnly) return 'splits by categories or slots'
    if (work.byteColumns > mostTreeletColumns) return `too many features: ${work.byteColumns}`
    if (work.mostTreeletBytes > mostTreeletBytes) {
      return `a tree would have ${work.mostTreeletBytes >> 10} kB of treelets, which reach ${mostTreeletBytes >> 10} kB`
    }
    const { treeletsBytes } = work
    return treeletsBytes > mostTreeletsBytes ? `treelets would have ${megabytes(treeletsBytes)} MB` : undefined
  }
  if (work.mostLeaves > 1 << mostPlanes || work.mostTreeLimits > mostTreeLimits) {
    return 'a tree is too large for bit vectors'
  }
  return work.bitvectorBytes > mostBitvectorBytes
    ? `bit vectors would have ${megabytes(work.bitvectorBytes)} MB`
    : undefined
}

/** The cheapest kernel for every number of rows, by the costs predicted. */
export function chooseKernels(work: Work): KernelChoice[] {
  const [best, ...others] = singleRowKernels
    .map((kernel) => ({ kernel, cost: costOf[kernel](work), refused: refusal(kernel, work) }))
    .sort((a, b) => Number(a.refused !== undefined) - Number(b.refused !== undefined) || a.cost - b.cost)
  const many = bitvectorRowCost(work) + widePassCost(work) / blockRows
  const noBitvector = refusal('bitvector', work)
  const fromRows = noBitvector === undefined ? bitvectorFrom(work, best!.cost) : Infinity
  const why = others.map(({ kernel, cost, refused }) => refused ?? `${ns(cost)} by ${kernel}`)
  const single: KernelChoice = {
    fromRows: 1,
    kernel: best!.kernel,
    reason: [`about ${ns(best!.cost)} a row`, ...why].join('; '),
    sizeBytes: work[`${best!.kernel}Bytes`],
  }
  if (fromRows === Infinity) {
    return [{ ...single, reason: `${single.reason}; ${noBitvector ?? `${ns(many)} by bit vectors`}` }]
  }
  const reason = `about ${ns(many)} a row of many; fewer rows are cheaper one by one`
  return [single, { fromRows, kernel: 'bitvector', reason, sizeBytes: work.bitvectorBytes }]
}

/** From how many rows on passes cost less than rows one by one; Infinity when they never do. */
function bitvectorFrom(work: Work, rowCost: number): number {
  const gain = rowCost - bitvectorRowCost(work)
  /** Rows at which one pass pays. */
  const paying = narrowPassCost(work) / gain
  if (paying > 0 && paying < narrowRows) {
    // A batch a little over so many passes needs one more, which has to pay too.
    const passes = Math.max(Math.ceil((paying - 1) / (narrowRows - paying)), 1)
    const from = Math.max(Math.ceil(passes * paying), 2)
    if (from < wideFrom) return from
  }
  return gain > 0 && widePassCost(work) / gain < wideFrom ? wideFrom : Infinity
}

function ns(cost: number): string {
  return `${Number(cost.toPrecision(2))} ns`
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20)
}
