import {
  everything,
  type LinearLeaves,
  type Slice,
  type TreeEnsemble,
  treeCount,
  treesByOutput,
} from '../../../form/tree-ensemble.ts'
import type { Kernel } from '../../engine.ts'
import { packCodes } from '../codes.ts'
import type { SplitColumns } from '../columns.ts'
import type { Heap } from '../heap.ts'
import { createPreparedRows, linearCost } from '../linear.ts'
import { megabytes, type Work } from '../work.ts'
import type { Kernels, Workspace } from '../workspace.ts'
import { type Conditions, conditionBytes, packConditions, passRows } from './conditions.ts'
import { mostPlanes, type Programs, packPrograms, planesOf } from './programs.ts'

/** Rows of a pass of the narrow kernels, which do a quarter of the work of the wide ones. */
export const narrowRows = 128

/** Smallest number of rows for which one wide pass is cheaper than narrow ones. */
export const wideFrom = 321

/**
 * Creates the kernel of bit vectors. It scores many rows at once, one bit per row: cells to codes, codes to conditions, conditions
 * to leaves, leaves to sums. See kernels/bitvector.ts. Time does not depend on the data.
 */
export function createBitvector(workspace: Workspace, ensemble: TreeEnsemble, columns: SplitColumns): Kernel {
  const { heap, kernels } = workspace
  const { numberOfOutputs } = ensemble
  const trees = treeCount(ensemble)
  const treeLists = treesByOutput(ensemble)

  const conditions = packConditions(heap, ensemble, columns)
  const columnCount = conditions.columns.length
  const columnsAt = packCodes(
    heap,
    conditions.columns.map(({ coded }) => coded),
  )
  const programs = packPrograms(heap, ensemble, columns, conditions)
  const { treesAt, slots, leafOf, firstCode } = programs
  const codes = heap.allocate(columnCount * passRows)
  const scratch = heap.allocate(72 * conditionBytes)
  const leafCodes = heap.allocate(8 * passRows)
  const linear = createLinearCodes(workspace, ensemble, programs)

  /** Computes the conditions of as many rows as one pass takes; returns the number of rows. */
  function takeRows(rows: Float64Array, from: number, count: number): number {
    const left = count - from
    const taken = Math.min(left, left >= wideFrom ? passRows : narrowRows)
    for (let r = 0; r < taken; r += workspace.stepRows) {
      const step = Math.min(workspace.stepRows, taken - r)
      workspace.copyRows(rows, from + r, step)
      linear?.takeRows(r, step)
      kernels.encodeRows(workspace.rowsAt, workspace.rowBytes, step, columnsAt, columnCount, codes + r, passRows)
    }
    linear?.endRows(taken)
    computeConditions(kernels, conditions, codes, scratch, taken > narrowRows)
    return taken
  }

  const addOutput = createOutputSum(workspace, programs, linear, { scratch, leafCodes }, ensemble)

  function addTrees(rows: Float64Array, count: number, slice: Slice, scores: Float64Array): void {
    for (let from = 0, taken = 0; from < count; from += taken) {
      taken = takeRows(rows, from, count)
      let treeAt = treesAt
      for (let output = 0; output < numberOfOutputs; output++) {
        const size = treeLists[output]!.length
        const last = Math.min(slice.last, size)
        if (slice.first < last) addOutput(from, taken, output, treeAt + 4 * slice.first, treeAt + 4 * last, scores)
        treeAt += 4 * size
      }
    }
  }

  return {
    scoreRow(starts) {
      const { row, scores } = workspace
      for (let k = 0; k < numberOfOutputs; k++) scores[k] = starts[k]!
      addTrees(row, 1, everything, scores)
      return scores
    },
    addTrees,
    leafIndices(rows, count, out) {
      for (let from = 0, taken = 0; from < count; from += taken) {
        taken = takeRows(rows, from, count)
        const find = taken > narrowRows ? kernels.leaves512 : kernels.leaves128
        let treeAt = treesAt
        for (const list of treeLists) {
          for (const tree of list) {
            find(heap.u32[treeAt >> 2]!, slots, scratch, leafCodes)
            treeAt += 4
            const { u8 } = heap
            for (let r = 0; r < taken; r++) {
              const code = u8[leafCodes + r]! | (u8[leafCodes + 4 * passRows + r]! << 8)
              out[(from + r) * trees + tree] = leafOf[firstCode[tree]! + code]!
            }
          }
        }
      }
    },
  }
}

function computeConditions(
  kernels: Kernels,
  { list, columns, address, combinations, combinationCount, combinedAddress }: Conditions,
  codes: number,
  scratch: number,
  isWide: boolean,
): void {
  if (isWide) {
    kernels.conditions512(list, columns.length, codes, address, scratch)
    kernels.combine512(combinations, combinationCount, combinedAddress)
  } else {
    kernels.conditions128(list, columns.length, codes, address, scratch)
    kernels.combine128(combinations, combinationCount, combinedAddress)
  }
}

/** Adds the trees in list `first … end` to one output of `count` rows. */
type OutputSum = (from: number, count: number, output: number, first: number, end: number, scores: Float64Array) => void

function createOutputSum(
  { heap, kernels }: Workspace,
  { treesAt, none, slots }: Programs,
  linear: LinearCodes | null,
  { scratch, leafCodes }: { readonly scratch: number; readonly leafCodes: number },
  { numberOfOutputs: outputs, sums: arithmetic }: TreeEnsemble,
): OutputSum {
  const inSingles = arithmetic === 'float32'
  const sums = heap.allocate(8 * passRows)
  return (from, count, output, first, end, scores) => {
    const numbers = inSingles ? heap.f32 : heap.f64
    const at = sums / numbers.BYTES_PER_ELEMENT
    const start = from * outputs + output
    for (let r = 0; r < count; r++) numbers[at + r] = scores[start + r * outputs]!
    const isWide = count > narrowRows
    if (linear === null) {
      const score = isWide ? kernels.score512 : kernels.score128
      score(first, end, none, slots, scratch, leafCodes, count, sums, Number(inSingles))
    } else {
      const find = isWide ? kernels.leaves512 : kernels.leaves128
      for (let at = first; at < end; at += 4) {
        find(heap.u32[at >> 2]!, slots, scratch, leafCodes)
        linear.add((at - treesAt) >> 2, leafCodes, count, sums)
      }
    }
    for (let r = 0; r < count; r++) scores[start + r * outputs] = numbers[at + r]!
  }
}

/** Limits that keep memory within a small multiple of the model's own. */
const mostBitvectorBytes = 256 * 2 ** 20
const mostTreeLimits = 65536

/** Reason why bit vectors cannot serve this model; undefined when they can. */
export function bitvectorRefusal(work: Work): string | undefined {
  if (work.mostLeaves > 1 << mostPlanes || work.mostTreeLimits > mostTreeLimits) {
    return 'a tree is too large for bit vectors'
  }
  const { bitvectorBytes } = work
  return bitvectorBytes > mostBitvectorBytes ? `bit vectors would have ${megabytes(bitvectorBytes)} MB` : undefined
}

/** Nanoseconds that each row adds to the cost of a pass. */
export function bitvectorRowCost(work: Work): number {
  const { features, byteColumns, trees } = work
  return 5 + 0.7 * features + 0.5 * byteColumns + 0.3 * trees + linearCost(work)
}

/** Nanoseconds of a narrow pass, the same for 1 row and for 128. */
export function narrowPassCost({ byteColumns, conditions, combined, records, nodes, trees }: Work): number {
  return 30 + 36 * byteColumns + 0.1 * conditions + 0.3 * combined + 0.7 * (records + nodes) + 22 * trees
}

/** Nanoseconds of a wide pass, of up to 512 rows. */
export function widePassCost({ byteColumns, conditions, combined, records, nodes, trees }: Work): number {
  return 30 + 110 * byteColumns + 2 * conditions + 0.55 * combined + 1.4 * (records + nodes) + 30 * trees
}

/** Adds linear leaves to the sums of a block of rows, tree by tree. Its state is the rows of the block. */
type LinearCodes = NonNullable<ReturnType<typeof createLinearCodes>>

/** Distance between columns: one cache line more than their rows, so that columns do not compete for the same lines. */
const columnBytes = 8 * passRows + 64

/** Bytes of the leaf of each code. */
const leafBytes = 32

/** Largest number of bits of a leaf code here, as codes must fit a byte. */
const mostByteBits = 8

/** Creates the linear leaves; null if leaves are plain values. */
function createLinearCodes(workspace: Workspace, ensemble: TreeEnsemble, programs: Programs) {
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
    /** Copies `count` rows of the workspace to index `row` of the block, which begins at 0. */
    takeRows(row: number, count: number): void {
      const areFinite = prepared.prepare(rowsAt, row, count)
      allFinite = areFinite && (row === 0 || allFinite)
    },
    endRows(count: number): void {
      const end = featuresAt + 4 * features.length
      if (allFinite) kernels.turnRows(prepared.at, prepared.stride, count, featuresAt, end, columns, columnBytes)
    },
    /** Adds the tree at index `place` of the programs, with leaf codes at `codes`, to the f64 sums. */
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
  return planesOf(to - from) > mostByteBits ? null : sharedTerms(linear, from, to)
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
