import { malformed } from '@riftline/base'
import type { CategorySet, TreesBuilder } from '../form/build-trees.ts'
import { proveLength, readInteger, readIntegers } from './text-numbers.ts'
import { hasLine, pathOfLine, type TreeLines } from './text-tree-lines.ts'

/** The bitsets of one tree: set s is the words `boundaries[s]` … `boundaries[s + 1] - 1`. */
export interface CategorySets {
  readonly boundaries: Int32Array
  readonly words: Int32Array
  /** 1 for sets that a node has. */
  readonly taken: Uint8Array
}

/** The sets as they stand in `cat_boundaries` and `cat_threshold`; null for a tree without categorical splits. */
export function readCategorySets(tree: TreeLines, nodes: number): CategorySets | null {
  const sets = hasLine(tree, 'num_cat') ? readInteger(tree, 'num_cat', 0, nodes) : 0
  if (sets === 0) return null
  proveLength(tree, 'cat_boundaries', sets + 1)
  const boundaries = new Int32Array(sets + 1)
  readIntegers(tree, 'cat_boundaries', boundaries, 0, 2 ** 31 - 1)
  for (let s = 0; s <= sets; s++) {
    const least = s === 0 ? 0 : boundaries[s - 1]!
    if (boundaries[s]! < least || (s === 0 && boundaries[s] !== 0)) {
      throw malformed(`${pathOfLine(tree, 'cat_boundaries')}[${s}]`, 'boundaries that ascend from 0', boundaries[s])
    }
  }
  const length = boundaries[sets]!
  proveLength(tree, 'cat_threshold', length)
  const words = new Int32Array(length)
  readIntegers(tree, 'cat_threshold', words, 0, 2 ** 32 - 1)
  return { boundaries, words, taken: new Uint8Array(sets) }
}

/**
 * Adds the set of a categorical node, whose `threshold` is the set's number within the tree. Nodes do not share sets:
 * LightGBM never writes that, and it would make a small file a large model.
 */
export function addCategorySet(
  tree: TreeLines,
  node: number,
  number: number,
  sets: CategorySets | null,
  builder: TreesBuilder,
): CategorySet {
  if (sets === null || sets.taken[number] !== 0) {
    const expected = sets === null ? 'num_cat above 0' : `each of ${sets.taken.length} sets of categories once`
    throw malformed(`${pathOfLine(tree, 'threshold')}[${node}]`, expected, number)
  }
  sets.taken[number] = 1
  return builder.addBitset(sets.words.subarray(sets.boundaries[number], sets.boundaries[number + 1]))
}
