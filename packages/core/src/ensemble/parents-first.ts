import type { TreeRecord } from './build-trees.ts'

/**
 * The same tree with its nodes numbered so that each comes before those below it (left-first walk); leaves keep their
 * numbers. Trees that already are in such an order, as trainers write them, are returned as they stand. The record must
 * be a tree.
 */
export function parentsFirst(tree: TreeRecord): TreeRecord {
  const below = (child: number, node: number) => child < 0 || child > node
  if (tree.left.every((child, n) => below(child, n) && below(tree.right[n]!, n))) return tree

  const order: number[] = []
  const place = new Int32Array(tree.left.length)
  const pending = [0]
  while (pending.length > 0) {
    const node = pending.pop()!
    place[node] = order.push(node) - 1
    for (const child of [tree.right[node]!, tree.left[node]!]) if (child >= 0) pending.push(child)
  }
  const moved = <T>(values: readonly T[]) => order.map((node) => values[node]!)
  const child = (c: number) => (c >= 0 ? place[c]! : c)
  return {
    ...tree,
    feature: moved(tree.feature),
    decision: moved(tree.decision),
    threshold: moved(tree.threshold),
    left: moved(tree.left).map(child),
    right: moved(tree.right).map(child),
    counts: tree.counts === null ? null : { node: moved(tree.counts.node), leaf: tree.counts.leaf },
  }
}
