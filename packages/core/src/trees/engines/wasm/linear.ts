import type { LinearLeaves, TreeEnsemble } from '../../form/tree-ensemble.ts'
import { zeroLimit } from '../node-test.ts'
import type { Heap } from './heap.ts'
import type { Work } from './work.ts'
import type { Workspace } from './workspace.ts'

const recordBytes = 24
const termBytes = 16
/** Bytes of a cache line. A row reads one record of every tree, mostly not in the first cache, so records avoid crossing lines. */
const lineBytes = 64

/**
 * Writes the records of kernels/linear.ts. In the returned ensemble leaf values are the addresses of their records, in the same
 * eight bytes, so that code that lays out leaf values also lays out records.
 */
export function packLinearLeaves(heap: Heap, ensemble: TreeEnsemble): TreeEnsemble {
  const { trees } = ensemble
  const { linear, leafValue } = trees
  if (linear === null) return ensemble
  const { constant, termStart, feature, coefficient } = linear
  const least = termsOfAll(linear)
  const isLine = least > 0 && recordBytes + termBytes * least <= lineBytes
  const bytesOf = (terms: number): number => (isLine ? lineBytes : recordBytes + termBytes * terms)
  const bytes = leafValue.reduce((sum, _, leaf) => sum + bytesOf(Math.max(termsOf(linear, leaf), least)), 0)
  let record = heap.allocate(bytes)
  const addresses = new Uint32Array(2 * leafValue.length)
  const one = preparedBytes(ensemble) - 8
  const { u32, f64 } = heap
  leafValue.forEach((value, leaf) => {
    const terms = termsOf(linear, leaf)
    const size = Math.max(terms, least)
    addresses[2 * leaf] = record
    f64[record >> 3] = constant[leaf]!
    f64[(record >> 3) + 1] = value
    u32[(record >> 2) + 4] = record + recordBytes + termBytes * size
    for (let i = 0; i < size; i++) {
      const term = record + recordBytes + termBytes * i
      const from = termStart[leaf]! + i
      f64[term >> 3] = i < terms ? coefficient[from]! : -0
      u32[(term >> 2) + 2] = i < terms ? 8 * feature[from]! : one
    }
    record += bytesOf(size)
  })
  return { ...ensemble, trees: { ...trees, leafValue: new Float64Array(addresses.buffer) } }
}

export function termsOf({ termStart }: LinearLeaves, leaf: number): number {
  return termStart[leaf + 1]! - termStart[leaf]!
}

/** Number of terms, 1, 2 or 4, to which all leaves are padded for kernels with fixed loops; 0 if some leaf has more. */
export function termsOfAll(linear: LinearLeaves): number {
  let most = 1
  for (let leaf = 0; leaf < linear.constant.length; leaf++) most = Math.max(most, termsOf(linear, leaf))
  return most <= 2 ? most : most <= 4 ? 4 : 0
}

/** Bytes of a prepared row: its cells, then a 1. */
export function preparedBytes({ numberOfFeatures }: TreeEnsemble): number {
  return 16 * Math.ceil((numberOfFeatures + 1) / 2)
}

/** Creates storage for prepared rows, as linear leaves read them; null if leaves are plain values. */
export function createPreparedRows({ heap, kernels, rowBytes }: Workspace, ensemble: TreeEnsemble, rows: number) {
  const { linear } = ensemble.trees
  if (linear === null) return null
  const stride = preparedBytes(ensemble)
  const at = heap.allocate(rows * stride)
  const zero = heap.put(Float64Array.of(zeroLimit(ensemble.precision)))
  const prepare = ensemble.precision === 'float64' ? kernels.prepareDoubles : kernels.prepareSingles
  return {
    at,
    terms: termsOfAll(linear),
    /** Bytes from one row to the next. */
    stride,
    /** Prepares `count` rows from `address` as rows `row` and on; returns whether all their cells are finite. */
    prepare: (address: number, row: number, count: number): boolean =>
      prepare(address, rowBytes, count, at + row * stride, stride, zero) === 0,
  }
}

/** Nanoseconds that linear leaves add to one row, whichever kernel finds the leaves. */
export function linearCost({ linearTrees }: Work): number {
  return 2.2 * linearTrees
}
