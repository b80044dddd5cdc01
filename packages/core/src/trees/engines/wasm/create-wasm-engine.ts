import { RiftlineError } from '@riftline/base'
import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import type { Engine, Kernel, KernelChoice } from '../engine.ts'
import {
  bitvectorRefusal,
  bitvectorRowCost,
  createBitvector,
  narrowPassCost,
  narrowRows,
  wideFrom,
  widePassCost,
} from './bitvector/bitvector-kernel.ts'
import { passRows } from './bitvector/conditions.ts'
import { collectColumns } from './columns.ts'
import { packLinearLeaves } from './linear.ts'
import { createTable, tableCost, tableRefusal } from './table/table-kernel.ts'
import { createTreelets, treeletsCost, treeletsRefusal } from './treelets/treelets-kernel.ts'
import { createWalkKernel, walkCost } from './walk/walk-kernel.ts'
import { countWork, type Work } from './work.ts'
import { createWorkspace } from './workspace.ts'

interface WasmOptions {
  /** `WebAssembly.Module` of the kernels, for runtimes that cannot compile bytes. */
  readonly module?: object | undefined
  /** Kernel to use for every call, for tests and measurements. */
  readonly kernel?: WasmKernel | undefined
}

/**
 * Engine of static SIMD kernels over tables in linear memory. The tables of a kernel are built at its first call, so a model
 * that only scores single rows has none for batches.
 */
export function createWasmEngine(ensemble: TreeEnsemble, options: WasmOptions = {}): Engine {
  const workspace = createWorkspace(ensemble, options.module)
  const packed = packLinearLeaves(workspace.heap, ensemble)
  const columns = collectColumns(ensemble)
  const work = countWork(ensemble, columns)
  const choices = options.kernel === undefined ? chooseKernels(work) : [forced(options.kernel, work)]

  function build(kernel: WasmKernel): Kernel {
    if (kernel === 'walk') return createWalkKernel(workspace, packed)
    if (kernel === 'treelets') return createTreelets(workspace, packed, columns)
    return kernel === 'table' ? createTable(workspace, packed, columns) : createBitvector(workspace, packed, columns)
  }

  const kernels = choices.map(({ fromRows, kernel }) => ({ fromRows, get: once(() => build(kernel)) }))
  const one = kernels[0]!

  function serving(count: number): Kernel {
    let found = one
    for (const kernel of kernels) if (kernel.fromRows <= count) found = kernel
    return found.get()
  }

  return {
    name: 'wasm',
    plan: { engine: 'wasm', reason: 'WebAssembly with SIMD runs here', kernels: choices },
    get row() {
      return workspace.row
    },
    scoreRow: (starts) => one.get().scoreRow(starts),
    addTrees: (rows, count, slice, scores) => serving(count).addTrees(rows, count, slice, scores),
    leafIndices: (rows, count, out) => serving(count).leafIndices(rows, count, out),
  }
}

function forced(kernel: WasmKernel, work: Work): KernelChoice {
  const reason = refusal(kernel, work)
  if (reason !== undefined) throw new RiftlineError('engine_unavailable', `kernel ${kernel}: ${reason}`)
  return { fromRows: 1, kernel, reason: 'asked for', sizeBytes: work[`${kernel}Bytes`] }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Kernels of this engine. README.md lists the models that each one serves. */
type WasmKernel = KernelChoice['kernel']

/** Largest number of columns, which keeps tables within a small multiple of the model's own memory. */
const mostColumns = 65536

/** Kernels that take one row at a time. */
const singleRowKernels = ['walk', 'table', 'treelets'] as const
const costOf = { walk: walkCost, table: tableCost, treelets: treeletsCost }
const refusalOf = { table: tableRefusal, treelets: treeletsRefusal, bitvector: bitvectorRefusal }

/** Reason why a kernel cannot serve this model; undefined when it can. */
function refusal(kernel: WasmKernel, work: Work): string | undefined {
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

/** Smallest number of rows from which passes cost less than rows one by one; Infinity if they never do. */
function bitvectorFrom(work: Work, rowCost: number): number {
  const gain = rowCost - bitvectorRowCost(work)
  // Number of rows from which one pass is cheaper.
  const paying = narrowPassCost(work) / gain
  if (paying > 0 && paying < narrowRows) {
    // A batch of slightly more rows than fill its passes needs one more pass, which must be cheaper too.
    const passes = Math.max(Math.ceil((paying - 1) / (narrowRows - paying)), 1)
    const from = Math.max(Math.ceil(passes * paying), 2)
    if (from < wideFrom) return from
  }
  return gain > 0 && widePassCost(work) / gain < wideFrom ? wideFrom : Infinity
}

function ns(cost: number): string {
  return `${Number(cost.toPrecision(2))} ns`
}
