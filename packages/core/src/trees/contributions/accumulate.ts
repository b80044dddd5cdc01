import type { Trees } from '../form/tree-ensemble.ts'
import type { Block } from './block.ts'

/** Where contributions go: row r of the block has its features in `out` from `to + r · step` on. */
export interface Target {
  readonly out: Float64Array
  readonly to: number
  readonly step: number
}

/**
 * Adds the contributions of a tree's leaves to the first `height` rows of the block. Leaves come in the order in which
 * LightGBM's recursion meets them, the row's own side of every split first, so that the sums have its bits.
 */
export function accumulate(trees: Trees, tree: number, height: number, block: Block, { out, to, step }: Target): void {
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
