import { RiftlineError } from '@riftline/base'
import { goesLeft, prepareRow, splitDecision } from '../form/scoring-rules.ts'
import { leavesBelow, type Slice, type TreeEnsemble, type Trees, treesByOutput } from '../form/tree-ensemble.ts'
import { createGroupWalk } from './walk-groups.ts'

/** Fills `out` with `count × K × (F + 1)` contributions of a slice of the trees; the last of every F + 1 is their bias. */
export type Contributions = (rows: Float64Array, count: number, slice: Slice, out: Float64Array) => void

/**
 * Exact path-dependent TreeSHAP with the bits of LightGBM's `pred_contrib`. LightGBM follows each row into every leaf and does about
 * depth² steps there; here rows that a leaf cannot tell apart share those steps, and only the additions remain per row.
 */
export function createContributions(ensemble: TreeEnsemble): Contributions {
  const { trees, numberOfFeatures, numberOfOutputs, precision, baseScore } = ensemble
  const plan = createShapPlan(ensemble)
  const walk = createGroupWalk(trees, plan)
  const outputTrees = treesByOutput(ensemble)
  const row = new Float64Array(numberOfFeatures)
  const width = numberOfFeatures + 1
  const step = numberOfOutputs * width
  let block = createBlock(trees, plan, numberOfFeatures, 1)

  function addTree(tree: number, height: number, target: Target): void {
    const { out, to } = target
    const bias = plan.expectedValue[tree]!
    for (let r = 0; r < height; r++) out[to + r * step + numberOfFeatures]! += bias
    if (trees.root[tree]! < 0) return
    decide(trees, tree, height, block, row)
    walk(tree, height, block)
    accumulate(trees, tree, height, block, target)
  }

  return (rows, count, slice, out) => {
    const capacity = blockCapacity(plan, count)
    if (capacity > block.capacity) block = createBlock(trees, plan, numberOfFeatures, capacity)
    out.fill(0)
    for (let bias = numberOfFeatures; bias < out.length; bias += width) out[bias] = baseScore
    for (let first = 0; first < count; first += block.capacity) {
      const height = Math.min(block.capacity, count - first)
      takeRows(rows, first, height, block, row, precision)
      outputTrees.forEach((list, k) => {
        const last = Math.min(slice.last, list.length)
        const target = { out, to: first * step + k * width, step }
        for (let i = slice.first; i < last; i++) addTree(list[i]!, height, target)
      })
    }
  }
}

/** Destination of contributions: row r of the block has those of its features in `out` from `to + r · step` on. */
interface Target {
  readonly out: Float64Array
  readonly to: number
  readonly step: number
}

/**
 * Adds the contributions of a tree's leaves to the first `height` rows of the block. Leaves come in the order of LightGBM's
 * recursion, the row's own side of every split first, so that the sums have its bits.
 */
function accumulate(trees: Trees, tree: number, height: number, block: RowBlock, { out, to, step }: Target): void {
  const firstNode = trees.firstNode[tree]!
  const firstLeaf = trees.firstLeaf[tree]!
  const { capacity, left, start, values, pathStart, pathLength, features, stack } = block
  for (let r = 0; r < height; r++) {
    const cells = to + r * step
    let node = trees.root[tree]!
    let waits = 0
    for (;;) {
      while (node >= 0) {
        const goesLeft = left[(node - firstNode) * capacity + r] === 1
        stack[waits++] = goesLeft ? trees.right[node]! : trees.left[node]!
        node = goesLeft ? trees.left[node]! : trees.right[node]!
      }
      const leaf = ~node - firstLeaf
      const value = start[leaf * capacity + r]!
      const path = pathStart[leaf]!
      const length = pathLength[leaf]!
      for (let e = 0; e < length; e++) {
        const cell = cells + features[path + e]!
        out[cell] = out[cell]! + values[value + e]!
      }
      if (waits === 0) break
      node = stack[--waits]!
    }
  }
}

/** Largest block: more rows share more leaves, until they leave the processor's cache. */
const maximumRows = 1024
/** Largest number of values in a block, 8 MB, unless a single row needs more. */
const maximumValues = 2 ** 20

/** Capacity of a block when `rows` rows are wanted; long paths reduce it. */
function blockCapacity(plan: ShapPlan, rows: number): number {
  return Math.max(1, Math.min(rows, maximumRows, Math.floor(maximumValues / Math.max(1, plan.largestTree))))
}

function createBlock(trees: Trees, plan: ShapPlan, numberOfFeatures: number, capacity: number) {
  let leaves = 1
  for (let tree = 0; tree < trees.root.length; tree++) {
    leaves = Math.max(leaves, trees.firstLeaf[tree + 1]! - trees.firstLeaf[tree]!)
  }
  return {
    capacity,
    /** Prepared cells, column by column: feature f of row r is `cells[f · R + r]`. */
    cells: new Float64Array(capacity * numberOfFeatures),
    /** Left flags, `left[n · R + r]`: 1 if the row goes left at the node. */
    left: new Uint8Array(capacity * leaves),
    /** Rows in an order in which each group is contiguous, and space to sort them. */
    order: new Int32Array(capacity),
    other: new Int32Array(capacity),
    /** Places of contributions: `values` has leaf l's contributions to row r, one per feature of the path, from `start[l · R + r]` on. */
    start: new Int32Array(capacity * leaves),
    values: new Float64Array(capacity * plan.largestTree),
    /** Paths: the features on the path to leaf l are `pathLength[l]` entries of `features`, from `pathStart[l]` on. */
    pathStart: new Int32Array(leaves),
    pathLength: new Int32Array(leaves),
    features: new Int32Array(plan.largestTree),
    /** Children still to visit; its length allows for the depth of any tree. */
    stack: new Int32Array(leaves),
  }
}

/**
 * Rows that go through the trees together, and their state in the current tree. r is a row of the block, n and l a node and a
 * leaf counted within the tree, R the capacity.
 */
export type RowBlock = Readonly<ReturnType<typeof createBlock>>

/** Prepares rows `first` … `first + height - 1` of a batch and stores them in the block by columns. */
function takeRows(
  rows: Float64Array,
  first: number,
  height: number,
  block: RowBlock,
  row: Float64Array,
  precision: TreeEnsemble['precision'],
): void {
  for (let r = 0; r < height; r++) {
    prepareRow(rows, (first + r) * row.length, row, precision)
    for (let f = 0; f < row.length; f++) block.cells[f * block.capacity + r] = row[f]!
  }
}

/** Fills the block's `left` for tree `tree` by `goesLeft`, node by node; `row` is a buffer. */
function decide(trees: Trees, tree: number, height: number, block: RowBlock, row: Float64Array): void {
  const { capacity, cells, left } = block
  const first = trees.firstNode[tree]!
  for (let node = first; node < trees.firstNode[tree + 1]!; node++) {
    const decision = trees.decision[node]!
    const threshold = trees.threshold[node]!
    const feature = trees.feature[node]!
    const compares = decision <= splitDecision.nanGoesRight
    const readsOneCell = decision < splitDecision.noSlot
    const to = (node - first) * capacity
    for (let r = 0; r < height; r++) {
      const value = cells[feature * capacity + r]!
      if (compares && (value < 0 || value > 0)) {
        // A cell that is neither zero nor missing is compared alike by all five decisions.
        left[to + r] = value <= threshold ? 1 : 0
        continue
      }
      if (readsOneCell) row[feature] = value
      else for (let f = 0; f < row.length; f++) row[f] = cells[f * capacity + r]!
      left[to + r] = goesLeft(trees, node, row) ? 1 : 0
    }
  }
}

/** Longest path. Each feature costs about a bit of precision: at this length sums are right to 1e-4, at 120 every digit is wrong. */
const maximumPath = 100

/** Builds the plan of a model. @throws RiftlineError `contributions_unavailable` for a model that cannot have contributions */
function createShapPlan(ensemble: TreeEnsemble) {
  const { trees, numberOfFeatures } = ensemble
  const counts = trainingCounts(ensemble)
  const share = (child: number, node: number) =>
    (child >= 0 ? counts.node[child]! : counts.leaf[~child]!) / counts.node[node]!
  return {
    /** Shares of each node's training rows that went to its left and to its right child. */
    leftShare: Float64Array.from(trees.left, share),
    rightShare: Float64Array.from(trees.right, share),
    /** 1 if more leaves are below the right child than below the left. */
    rightIsLarger: compareSides(trees),
    ...measurePaths(trees, numberOfFeatures),
    /** Mean leaf value of each tree over its training rows. */
    expectedValue: Float64Array.from(trees.root, (_, tree) => expectedValue(trees, counts, tree)),
  }
}

/** Data that contributions need for every row. Nodes, leaves and trees are numbered as in `Trees`. */
export type ShapPlan = Readonly<ReturnType<typeof createShapPlan>>

function compareSides(trees: Trees): Uint8Array {
  const leaves = leavesBelow(trees)
  return Uint8Array.from(trees.left, (left, node) => (leaves(trees.right[node]!) > leaves(left) ? 1 : 0))
}

/**
 * Walks every tree and counts each feature of a path once. An entry `nodes + node` of the stack marks the moment at which a node is
 * left.
 */
function measurePaths(trees: Trees, numberOfFeatures: number) {
  const nodes = trees.left.length
  const splits = new Int32Array(numberOfFeatures)
  let length = 0
  let longestPath = 0
  let largestTree = 0
  for (const root of trees.root) {
    const pending = [root]
    let sum = 0
    while (pending.length > 0) {
      const next = pending.pop()!
      if (next < 0) {
        sum += length
        continue
      }
      const node = next % nodes
      const feature = trees.feature[node]!
      if (next === node) {
        splits[feature]!++
        if (splits[feature] === 1) length++
        longestPath = Math.max(longestPath, length)
        pending.push(nodes + node, trees.right[node]!, trees.left[node]!)
      } else {
        splits[feature]!--
        if (splits[feature] === 0) length--
      }
    }
    largestTree = Math.max(largestTree, sum)
  }
  if (longestPath > maximumPath) {
    throw unavailable(
      `a path has ${longestPath} features, and beyond ${maximumPath} LightGBM's arithmetic loses all digits`,
    )
  }
  return { longestPath, largestTree }
}

/** Mean leaf value over the training rows, summed in file order as LightGBM's `ExpectedValue` does. */
function expectedValue(trees: Trees, counts: NonNullable<Trees['counts']>, tree: number): number {
  const first = trees.firstLeaf[tree]!
  const root = trees.root[tree]!
  if (root < 0) return trees.leafValue[first]!
  let sum = 0
  for (let leaf = first; leaf < trees.firstLeaf[tree + 1]!; leaf++) {
    sum += (counts.leaf[leaf]! / counts.node[root]!) * trees.leafValue[leaf]!
  }
  return sum
}

/**
 * Training counts of a model. Contributions are refused for linear leaves, as by LightGBM; for a leaf that is not finite; for a model
 * without counts, as ML.NET's are; and for a split that had no training row on one side, or more than its parent, where LightGBM
 * returns 0 / 0 or worse.
 */
function trainingCounts({ format, trees }: TreeEnsemble) {
  if (trees.linear !== null) throw unavailable('the model has linear leaves')
  const infinite = trees.leafValue.findIndex((value) => !Number.isFinite(value))
  if (infinite !== -1) throw unavailable(`leaf ${infinite} of the ensemble is ${trees.leafValue[infinite]}`)
  const counts = trees.counts ?? { node: new Float64Array(0), leaf: new Float64Array(0) }
  if (trees.counts === null && trees.root.length > 0) {
    const lacking =
      format === 'lightgbm'
        ? 'the model has no internal_count or leaf_count, or negative ones'
        : "ML.NET's models lack it"
    throw unavailable(`they need the number of training rows of every node and leaf, and ${lacking}`)
  }
  for (let node = 0; node < trees.left.length; node++) {
    for (const child of [trees.left[node]!, trees.right[node]!]) {
      const rows = child >= 0 ? counts.node[child]! : counts.leaf[~child]!
      if (!(rows >= 1 && rows <= counts.node[node]!)) {
        throw unavailable(`node ${node} of the ensemble had ${counts.node[node]} training rows and a child had ${rows}`)
      }
    }
  }
  return counts
}

function unavailable(reason: string): RiftlineError {
  return new RiftlineError('contributions_unavailable', `contributions: ${reason}`)
}
