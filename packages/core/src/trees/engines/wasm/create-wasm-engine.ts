import { RiftlineError } from '@riftline/base'
import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import type { Engine, Kernel, KernelChoice } from '../engine.ts'
import { createBitvector } from './bitvector/bitvector-kernel.ts'
import { chooseKernels, refusal, type WasmKernel } from './choose-kernels.ts'
import { collectColumns } from './columns.ts'
import { packLinearLeaves } from './linear.ts'
import { createTable } from './table/table-kernel.ts'
import { createTreelets } from './treelets/treelets-kernel.ts'
import { createWalkKernel } from './walk/walk-kernel.ts'
import { countWork, type Work } from './work.ts'
import { createWorkspace } from './workspace.ts'

interface WasmOptions {
  /** `WebAssembly.Module` of the kernels, for runtimes that cannot compile bytes. */
  readonly module?: object | undefined
  /** Kernel for every call; for tests and measurements. */
  readonly kernel?: WasmKernel | undefined
}

/**
 * Engine of static SIMD kernels over tables in linear memory. The tables of a kernel are built at its first call, so a model that
 * only scores single rows has none for batches.
 *
 * @throws RiftlineError `engine_unavailable` if kernels cannot run here, or if the requested one cannot serve the model
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

  const kernels = choices.map(({ fromRows, kernel }) => ({ fromRows, get: once(() => build(kernel as WasmKernel)) }))
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
    scoreRow: (start) => one.get().scoreRow(start),
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
