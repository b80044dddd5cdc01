import { type LinearLeaves, type TreeEnsemble, treesByOutput } from '../../../form/tree-ensemble.ts'
import type { Heap, Workspace } from '../heap.ts'
import { createPreparedRows } from '../linear.ts'
import { passRows } from './conditions.ts'
import { type Programs, planesOf } from './programs.ts'

/** Adds linear leaves to the sums of a block of rows, tree by tree. State: the rows of the block. */
export type LinearCodes = NonNullable<ReturnType<typeof createLinearCodes>>

/** Distance of columns: one cache line more than their rows, so that columns do not compete for the same lines. */
const columnBytes = 8 * passRows + 64

/** Bytes of a leaf, for each code. */
const leafBytes = 32

/** Most bits of codes here: they must fit a byte. */
const mostPlanes = 8

/** Returns null if leaves are plain values. */
export function createLinearCodes(workspace: Workspace, ensemble: TreeEnsemble, programs: Programs) {
  const { heap, kernels, rowsAt } = workspace
  const { linear } = ensemble.trees
  const prepared = createPreparedRows(workspace, ensemble, passRows)
  if (linear === null || prepared === null) return null
  const order = treesByOutput(ensemble).flatMap((list) => [...list])
  const shared = order.map((tree) => termsOfTree(ensemble, linear, tree))
  const features = [...new Set(shared.flatMap((terms) => terms ?? []))]
  const featuresAt = heap.put(Uint32Array.from(features, (feature) => 8 * feature))
  const columns = heap.allocate(features.length * columnBytes)
  const columnOf = (feature: number): number => columns + features.indexOf(feature) * columnBytes
  // Trees for kernels/linear-columns.ts: addresses of the leaves and of the columns of their terms, 0 for none.
  const trees = shared.map((terms, place) => {
    if (terms === null) return null
    const leaves = packLeaves(heap, ensemble, linear, programs, order[place]!, terms)
    return { leaves, first: columnOf(terms[0]!), second: terms.length === 1 ? 0 : columnOf(terms[1]!) }
  })
  let allFinite = true

  return {
    /** Copies `count` rows of the workspace to place `row`; the first row of a block has place 0. */
    takeRows(row: number, count: number): void {
      const areFinite = prepared.prepare(rowsAt, row, count)
      allFinite = areFinite && (row === 0 || allFinite)
    },
    endRows(count: number): void {
      const end = featuresAt + 4 * features.length
      if (allFinite) kernels.turnRows(prepared.at, prepared.stride, count, featuresAt, end, columns, columnBytes)
    },
    /** Adds the tree at `place` of the programs, with leaf codes at `codes`, to the f64 sums. */
    add(place: number, codes: number, count: number, sums: number): void {
      const tree = allFinite ? trees[place]! : null
      if (tree !== null) kernels.addColumnTerms(tree.leaves, codes, count, tree.first, tree.second, sums)
      else {
        const program = heap.u32[(programs.treesAt >> 2) + place]!
        kernels.addLinearCodes(program, codes, prepared.at, prepared.stride, count, sums, prepared.terms)
      }
    },
  }
}

function termsOfTree({ trees }: TreeEnsemble, linear: LinearLeaves, tree: number): readonly number[] | null {
  const from = trees.firstLeaf[tree]!
  const to = trees.firstLeaf[tree + 1]!
  return planesOf(to - from) > mostPlanes ? null : sharedTerms(linear, from, to)
}

/** Writes the leaves of a tree by code; returns their address. */
function packLeaves(
  heap: Heap,
  { trees }: TreeEnsemble,
  { constant, termStart, feature, coefficient }: LinearLeaves,
  { firstCode, leafOf }: Programs,
  tree: number,
  terms: readonly number[],
): number {
  const codes = firstCode[tree + 1]! - firstCode[tree]!
  const address = heap.allocate(leafBytes * codes)
  const { f64 } = heap
  for (let code = 0; code < codes; code++) {
    const leaf = trees.firstLeaf[tree]! + leafOf[firstCode[tree]! + code]!
    const at = (address + leafBytes * code) >> 3
    f64[at] = constant[leaf]!
    for (let i = termStart[leaf]!; i < termStart[leaf + 1]!; i++)
      f64[at + 1 + terms.indexOf(feature[i]!)] = coefficient[i]!
  }
  return address
}

/**
 * Features of the linear terms of leaves `from ≤ leaf < to`, in the order in which every leaf adds them. Null if there are none or more
 * than two, or if a leaf would change its bits when it gets missing terms with the coefficient 0: -0 plus +0 is +0.
 */
export function sharedTerms(linear: LinearLeaves, from: number, to: number): readonly number[] | null {
  const { constant, termStart, feature } = linear
  const features = new Set(feature.subarray(termStart[from], termStart[to]))
  if (features.size === 0 || features.size > 2) return null
  let pair: readonly number[] | undefined
  for (let leaf = from; leaf < to; leaf++) {
    const own = [...feature.subarray(termStart[leaf], termStart[leaf + 1])]
    if (Object.is(constant[leaf], -0) || own.length > new Set(own).size) return null
    if (own.length === 2) pair ??= own
    if (own.length === 2 && own[0] !== pair![0]) return null
  }
  return pair ?? [...features]
}
