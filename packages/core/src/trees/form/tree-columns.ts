/** Columns of `Trees` while they grow; all node columns have one length, all leaf columns another. */
export interface TreeColumns {
  feature: Int32Array
  decision: Uint8Array
  threshold: Float64Array
  left: Int32Array
  right: Int32Array
  nodeCount: Float64Array
  leafValue: Float64Array
  leafCount: Float64Array
}

export function createColumns(): TreeColumns {
  const rows = 256
  return {
    feature: new Int32Array(rows),
    decision: new Uint8Array(rows),
    threshold: new Float64Array(rows),
    left: new Int32Array(rows),
    right: new Int32Array(rows),
    nodeCount: new Float64Array(rows),
    leafValue: new Float64Array(rows),
    leafCount: new Float64Array(rows),
  }
}

/** Makes the columns at least this long. */
export function reserve(columns: TreeColumns, nodes: number, leaves: number): void {
  if (nodes > columns.feature.length) {
    columns.feature = grow(columns.feature, nodes)
    columns.decision = grow(columns.decision, nodes)
    columns.threshold = grow(columns.threshold, nodes)
    columns.left = grow(columns.left, nodes)
    columns.right = grow(columns.right, nodes)
    columns.nodeCount = grow(columns.nodeCount, nodes)
  }
  if (leaves > columns.leafValue.length) {
    columns.leafValue = grow(columns.leafValue, leaves)
    columns.leafCount = grow(columns.leafCount, leaves)
  }
}

/** Returns the array, or a copy at least twice as long, so that appending n numbers costs O(n). */
export function grow<A extends Int32Array | Uint8Array | Float64Array>(array: A, length: number): A {
  if (length <= array.length) return array
  const longer = new (array.constructor as new (length: number) => A)(Math.max(length, 2 * array.length))
  longer.set(array)
  return longer
}

/**
 * Renumbers the nodes `start ≤ n < end` of one tree so that parents come first, in a left-first walk; leaves keep their numbers.
 * Trees that are in such an order already, as trainers write them, do not change. Children are numbered within the tree, node
 * `start` is its root, and it must be a tree.
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
