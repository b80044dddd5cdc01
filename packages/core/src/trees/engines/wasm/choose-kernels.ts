import type { KernelChoice } from '../engine.ts'
import {
  bitvectorRefusal,
  bitvectorRowCost,
  narrowPassCost,
  narrowRows,
  wideFrom,
  widePassCost,
} from './bitvector/bitvector-kernel.ts'
import { passRows } from './bitvector/conditions.ts'
import { tableCost, tableRefusal } from './table/table-kernel.ts'
import { treeletsCost, treeletsRefusal } from './treelets/treelets-kernel.ts'
import { walkCost } from './walk/walk-kernel.ts'
import type { Work } from './work.ts'

/** The kernels of this engine. README.md says which one serves which model. */
export type WasmKernel = Exclude<KernelChoice['kernel'], 'interpreter'>

/** Keeps tables within a small multiple of the model's own memory. */
const mostColumns = 65536

/** Kernels that take one row at a time. */
const singleRowKernels = ['walk', 'table', 'treelets'] as const
const costOf = { walk: walkCost, table: tableCost, treelets: treeletsCost }
const refusalOf = { table: tableRefusal, treelets: treeletsRefusal, bitvector: bitvectorRefusal }

/** Reason why a kernel cannot serve this model; undefined when it can. */
export function refusal(kernel: WasmKernel, work: Work): string | undefined {
  if (kernel === 'walk') return undefined
  if (work.trees === 0) return 'there are no trees'
  if (work.byteColumns > mostColumns) return `too many features: ${work.byteColumns}`
  return refusalOf[kernel](work)
}

/** Chooses the cheapest kernel for every number of rows, by predicted cost. */
export function chooseKernels(work: Work): KernelChoice[] {
  const [best, ...others] = singleRowKernels
    .map((kernel) => ({ kernel, cost: costOf[kernel](work), refused: refusal(kernel, work) }))
    .sort((a, b) => Number(a.refused !== undefined) - Number(b.refused !== undefined) || a.cost - b.cost)
  const many = bitvectorRowCost(work) + widePassCost(work) / passRows
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

/** Fewest rows from which passes cost less than rows one by one; Infinity when they never do. */
function bitvectorFrom(work: Work, rowCost: number): number {
  const gain = rowCost - bitvectorRowCost(work)
  // Rows at which one pass pays.
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
