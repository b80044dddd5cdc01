import type { TreeColumns } from './tree-columns.ts'

/**
 * Renumbers the nodes `start ≤ n < end` of one tree so that each comes before those below it, in a left-first walk;
 * leaves keep their numbers. Trees that already are in such an order, as trainers write them, stay as they are. Children
 * are numbered within the tree, node `start` is its root, and it must be a tree.
 */
export function parentsFirst(columns: Readonly<TreeColumns>, start: number, end: number): void {
  const { left, right } = columns
  if (isOrdered(left, right, start, end)) return

  const order: number[] = []
  const place = new Int32Array(end - start)
  const pending = [0]
  while (pending.length > 0) {
    const node = pending.pop()!
    place[node] = order.push(node) - 1
    for (const child of [right[start + node]!, left[start + node]!]) if (child >= 0) pending.push(child)
  }
  for (const children of [left, right]) {
    for (let n = start; n < end; n++) if (children[n]! >= 0) children[n] = place[children[n]!]!
  }
  const { feature, decision, threshold, nodeCount } = columns
  for (const column of [feature, decision, threshold, left, right, nodeCount]) {
    const before = column.slice(start, end)
    order.forEach((node, n) => {
      column[start + n] = before[node]!
    })
  }
}

function isOrdered(left: Int32Array, right: Int32Array, start: number, end: number): boolean {
  for (let n = start; n < end; n++) {
    if ((left[n]! >= 0 && left[n]! <= n - start) || (right[n]! >= 0 && right[n]! <= n - start)) return false
  }
  return true
}
