import type { Trees } from '../form/tree-ensemble.ts'
import type { RowBlock, ShapPlan } from './contributions.ts'
import {
  copyPath,
  createPaths,
  extendPath,
  findElement,
  leafContributions,
  type Path,
  type Paths,
  unwindPath,
} from './unique-path.ts'

/**
 * Rows `from` … `to - 1` of the block's order that are about to enter `child`, which adds an element to their path. If another group
 * waiting for its turn shares the path, the path is copied first.
 */
interface Group extends Path {
  child: number
  from: number
  to: number
  shared: boolean
  code: number
  fraction: number
}

/** Largest number of waiting groups, enough for 2^62 rows × leaves. */
const maximumLevels = 64

/**
 * Takes the rows of a block through a tree together. Rows that pass the same splits have the same path, so a leaf is evaluated once per
 * group. A group splits if some of its rows pass a test and others do not, unless the feature has already failed.
 *
 * Groups wait in a list, last in, first out. Of the two to four groups of a split the largest (rows × leaves below) waits longest and
 * takes over the path, so list and paths stay logarithmic, however deep the tree.
 */
export function createGroupWalk(trees: Trees, plan: ShapPlan) {
  const { rightIsLarger, longestPath } = plan
  const left = { child: trees.left, share: plan.leftShare }
  const right = { child: trees.right, share: plan.rightShare }
  const paths = createPaths(longestPath, maximumLevels)
  const waiting = Array.from({ length: maximumLevels * 4 }, emptyGroup)
  /** Group that was taken from the list last. The first group that waits after it takes over its place and its path. */
  let current = emptyGroup()
  let waits = 0

  /** Puts rows of the current group on the list, with the group's current path. */
  function wait(child: number, from: number, to: number, shared: boolean, code: number, fraction: number): void {
    const group = waiting[waits++]!
    group.at = current.at
    group.depth = current.depth
    group.holding = current.holding
    group.child = child
    group.from = from
    group.to = to
    group.shared = shared
    group.code = code
    group.fraction = fraction
  }

  /**
   * Splits the current group at a node into two groups, or four if its rows go both ways. The node's element replaces an earlier one of
   * the same feature.
   */
  function split(node: number, block: RowBlock, firstNode: number): void {
    const { from, to } = current
    const feature = trees.feature[node]!
    let fraction = 1
    let holds = 1
    const element = findElement(paths, current, feature)
    if (element > 0) {
      fraction = paths.fraction[current.at + element]!
      holds = paths.code[current.at + element]! & 1
      unwindPath(paths, current, element)
    }
    const large = rightIsLarger[node]!
    const largeSide = large === 1 ? right : left
    const smallSide = large === 1 ? left : right
    const largeFraction = largeSide.share[node]! * fraction
    const smallFraction = smallSide.share[node]! * fraction
    const fails = feature * 2
    const cut = holds === 1 ? sendLeft(block, node - firstNode, from, to) : to
    const most = to - cut > cut - from ? 1 : 0 // 1 if most of the group go right
    const largeCode = fails + (most === large ? holds : 0)
    const smallCode = fails + (most === large ? 0 : holds)
    const mostFrom = most === 1 ? cut : from
    const mostTo = most === 1 ? to : cut
    wait(largeSide.child[node]!, mostFrom, mostTo, false, largeCode, largeFraction)
    if (from < cut && cut < to) {
      const fewFrom = most === 1 ? from : cut
      const fewTo = most === 1 ? cut : to
      wait(largeSide.child[node]!, fewFrom, fewTo, true, smallCode, largeFraction)
      wait(smallSide.child[node]!, fewFrom, fewTo, true, largeCode, smallFraction)
    }
    wait(smallSide.child[node]!, mostFrom, mostTo, true, smallCode, smallFraction)
  }

  /** Fills the block's contributions of tree `tree` for its first `rows` rows; `left` must be filled. */
  return (tree: number, rows: number, block: RowBlock): void => {
    const firstNode = trees.firstNode[tree]!
    const firstLeaf = trees.firstLeaf[tree]!
    const ends = { values: 0, features: 0 }
    block.pathLength.fill(0)
    for (let r = 0; r < rows; r++) block.order[r] = r
    paths.weight[0] = 1
    current = { ...emptyGroup(), to: rows }
    split(firstNode, block, firstNode)
    while (waits > 0) {
      current = waiting[--waits]!
      if (current.shared) copyPath(paths, current, current.at + paths.stride)
      extendPath(paths, current, current.code, current.fraction)
      const { child } = current
      if (child >= 0) split(child, block, firstNode)
      else storeLeaf(paths, current, ~child - firstLeaf, trees.leafValue[~child]!, block, ends)
    }
  }
}

/** Stores a leaf's contributions to the rows of a group in the block and, at its first group, the features of its path. */
function storeLeaf(
  paths: Paths,
  group: Group,
  leaf: number,
  value: number,
  { capacity, order, start, values, pathStart, pathLength, features }: RowBlock,
  ends: { values: number; features: number },
): void {
  const { from, to, at, depth } = group
  if (pathLength[leaf] === 0) {
    pathStart[leaf] = ends.features
    pathLength[leaf] = depth
    for (let e = 1; e <= depth; e++) features[ends.features++] = paths.code[at + e]! >> 1
  }
  leafContributions(paths, group, value, values, ends.values)
  for (let i = from; i < to; i++) start[leaf * capacity + order[i]!] = ends.values
  ends.values += depth
}

/** Group record that is reused, as a new record for each group would take 1.3 times as long. */
function emptyGroup(): Group {
  return { child: 0, from: 0, to: 0, at: 0, depth: 0, holding: 0, shared: false, code: 0, fraction: 0.5 }
}

/** Moves the rows of a group that go left at a node before the others. @returns the place of the first row that goes right */
function sendLeft({ capacity, left, order, other }: RowBlock, node: number, from: number, to: number): number {
  let lefts = from
  let rights = 0
  for (let i = from; i < to; i++) {
    const row = order[i]!
    const goesLeft = left[node * capacity + row]!
    order[lefts] = row
    other[rights] = row
    lefts += goesLeft
    rights += 1 - goesLeft
  }
  for (let i = 0; i < rights; i++) order[lefts + i] = other[i]!
  return lefts
}
