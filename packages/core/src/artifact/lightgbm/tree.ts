import type { LinearLeaf, TreeRecord, TreesBuilder } from '../../ensemble/build-trees.ts'
import { asObject, field, integerField, type JsonObject, malformed } from '../json-fields.ts'
import { type LightgbmLeaf, readLeaf } from './leaf.ts'
import { readSplit } from './split.ts'

/** A value waiting to be read hangs below `parent * 2 + side`, side 0 left and 1 right; the root hangs below this. */
const aboveRoot = -1

/**
 * Flattens the nested `tree_structure` of one tree without recursion: nodes in the order of a left-first walk, leaves by
 * `leaf_index`. The walk ends at the number of leaves the tree claims, and every `split_index` may occur once, so cyclic
 * and shared objects end as quickly as damaged ones; nothing is allocated for a claim.
 *
 * @throws ArtifactError `artifact_invalid` with the path of the node
 */
export function readTree(value: unknown, index: number, columns: number, sets: TreesBuilder): TreeRecord {
  const tree = asObject(value, () => `$.tree_info[${index}]`)
  const leaves = integerField(tree, 'num_leaves', () => `$.tree_info[${index}]`, 1, 2 ** 31)
  const record: TreeRecord = {
    feature: [],
    decision: [],
    threshold: [],
    left: [],
    right: [],
    leafValue: [],
    linear: null,
    counts: null,
  }
  const links: number[] = []
  const found: LightgbmLeaf[] = []
  const seen = new Set<number>()
  const pending: unknown[] = [field(tree, 'tree_structure')]
  const pendingLinks = [aboveRoot]
  let link = aboveRoot
  const where = () => pathOf(index, links, link)

  while (pending.length > 0) {
    const next = pending.pop()
    link = pendingLinks.pop() as number
    const node = asObject(next, where)
    if (field(node, 'split_index') === undefined) {
      const leaf = readLeaf(node, where, leaves, columns)
      attach(record, link, ~leaf.index)
      found.push(leaf)
      continue
    }
    const number = record.feature.length
    checkSplitIndex(node, where, leaves, seen)
    const split = readSplit(node, where, columns, sets)
    record.feature.push(split.feature)
    record.decision.push(split.decision)
    record.threshold.push(split.threshold)
    record.left.push(0)
    record.right.push(0)
    attach(record, link, number)
    links.push(link)
    pending.push(field(node, 'right_child'), field(node, 'left_child'))
    pendingLinks.push(number * 2 + 1, number * 2)
  }
  return { ...record, ...placeLeaves(found, leaves, index) }
}

function attach(record: TreeRecord, link: number, child: number): void {
  if (link === aboveRoot) return
  const children = link % 2 === 0 ? record.left : record.right
  children[link >> 1] = child
}

function checkSplitIndex(node: JsonObject, where: () => string, leaves: number, seen: Set<number>): void {
  const splitIndex = field(node, 'split_index')
  if (typeof splitIndex !== 'number' || !Number.isInteger(splitIndex) || splitIndex < 0 || splitIndex > leaves - 2) {
    throw malformed(
      `${where()}.split_index`,
      `one of the ${leaves - 1} splits of a tree of ${leaves} leaves`,
      splitIndex,
    )
  }
  if (seen.has(splitIndex)) throw malformed(`${where()}.split_index`, 'each split once', splitIndex)
  seen.add(splitIndex)
}

/** Leaves in the order of `leaf_index`; each of 0 … leaves - 1 must have come exactly once. */
function placeLeaves(
  found: readonly LightgbmLeaf[],
  leaves: number,
  index: number,
): Pick<TreeRecord, 'leafValue' | 'linear'> {
  const path = `$.tree_info[${index}]`
  if (found.length !== leaves) throw malformed(`${path}.num_leaves`, `${found.length}, the leaves of the tree`, leaves)
  const leafValue = new Array<number>(leaves)
  const linear = new Array<LinearLeaf | null>(leaves)
  const placed = new Uint8Array(leaves)
  for (const leaf of found) {
    if (placed[leaf.index] === 1) throw malformed(`${path}.tree_structure`, 'each leaf_index once', leaf.index)
    placed[leaf.index] = 1
    leafValue[leaf.index] = leaf.value
    linear[leaf.index] = leaf.linear
  }
  return { leafValue, linear: linear.every((leaf) => leaf === null) ? null : linear }
}

/** Path of the node below `link`: `links[n]` is where node n hangs. The middle of a long path is left out. */
function pathOf(index: number, links: readonly number[], link: number): string {
  const steps: string[] = []
  for (let at = link; at !== aboveRoot; at = links[at >> 1] as number) {
    steps.push(at % 2 === 0 ? '.left_child' : '.right_child')
  }
  steps.reverse()
  const shown =
    steps.length > 24 ? [...steps.slice(0, 12), `…(${steps.length - 24} more)…`, ...steps.slice(-12)] : steps
  return `$.tree_info[${index}].tree_structure${shown.join('')}`
}
