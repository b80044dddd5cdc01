/** The columns of `Trees` while they grow, all node columns of one length and all leaf columns of another. */
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

/** The array, or a copy of it at least twice as long; so n appended numbers cost O(n). */
export function grow<A extends Int32Array | Uint8Array | Float64Array>(array: A, length: number): A {
  if (length <= array.length) return array
  const longer = new (array.constructor as new (length: number) => A)(Math.max(length, 2 * array.length))
  longer.set(array)
  return longer
}
