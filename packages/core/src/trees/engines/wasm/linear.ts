import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import { zeroLimit } from '../node-test.ts'
import type { Heap } from './heap.ts'
import type { Workspace } from './workspace.ts'

const recordBytes = 24
const termBytes = 16

/**
 * Writes the records of kernels/linear.ts. In the ensemble returned leaf values are the addresses of their records, in the
 * same eight bytes, so that code that lays out leaf values lays out these.
 */
export function packLinearLeaves(heap: Heap, ensemble: TreeEnsemble): TreeEnsemble {
  const { trees } = ensemble
  const { linear, leafValue } = trees
  if (linear === null) return ensemble
  const { constant, termStart, feature, coefficient } = linear
  const start = heap.allocate(recordBytes * leafValue.length + termBytes * feature.length)
  const addresses = new Uint32Array(2 * leafValue.length)
  const { u32, f64 } = heap
  leafValue.forEach((value, leaf) => {
    const record = start + recordBytes * leaf + termBytes * termStart[leaf]!
    const terms = record + recordBytes
    const end = terms + termBytes * (termStart[leaf + 1]! - termStart[leaf]!)
    addresses[2 * leaf] = record
    f64[record >> 3] = constant[leaf]!
    f64[(record >> 3) + 1] = value
    u32[(record >> 2) + 4] = end
    for (let term = terms, i = termStart[leaf]!; term < end; term += termBytes, i++) {
      f64[term >> 3] = coefficient[i]!
      u32[(term >> 2) + 2] = 8 * feature[i]!
    }
  })
  return { ...ensemble, trees: { ...trees, leafValue: new Float64Array(addresses.buffer) } }
}

/** Room for prepared rows, as linear leaves take them. */
export interface PreparedRows {
  readonly at: number
  /** Prepares `count` rows that begin at `address`, into place `row` and on. */
  prepare(address: number, row: number, count: number): void
}

export function createPreparedRows(
  { heap, kernels, rowBytes }: Workspace,
  ensemble: TreeEnsemble,
  rows: number,
): PreparedRows {
  const at = heap.allocate(rows * rowBytes + 8)
  const zero = heap.put(Float64Array.of(zeroLimit(ensemble.precision)))
  const prepare = ensemble.precision === 'float64' ? kernels.prepareDoubles : kernels.prepareSingles
  return {
    at,
    prepare: (address, row, count) => prepare(address, address + count * rowBytes, at + row * rowBytes, zero),
  }
}
