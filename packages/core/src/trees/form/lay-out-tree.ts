import type { TreeRecord } from './build-trees.ts'
import type { SplitDecision } from './scoring-rules.ts'

/** Test of a node. Cells that pass it take the first child, or the second one if `isExchanged`. */
export interface SplitTest {
  readonly feature: number
  readonly decision: SplitDecision
  readonly threshold: number
  readonly isExchanged: boolean
}

/** Node of a file: its test, and its children in the order in which their leaves are numbered. */
export interface Fork<T> {
  readonly test: SplitTest
  readonly first: T
  readonly second: T
}

/** Child that is not laid out yet: its number will be `children[node]`. */
interface Pending<T> {
  readonly item: T
  readonly children: number[]
  readonly node: number
}

/**
 * Lays out the nodes and leaves of a tree in the order of a walk from its root, depth first. `read` is called once for each and returns
 * null for a leaf; it must refuse a tree without end.
 */
export function layOutTree<T>(root: T, read: (item: T) => Fork<T> | null) {
  const nodes: T[] = []
  const leaves: T[] = []
  const feature: number[] = []
  const decision: SplitDecision[] = []
  const threshold: number[] = []
  const left: number[] = []
  const right: number[] = []
  const pending: Pending<T>[] = [{ item: root, children: [], node: 0 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { item, children, node: parent } = next
    const fork = read(item)
    if (fork === null) {
      children[parent] = ~(leaves.push(item) - 1)
      continue
    }
    const node = nodes.push(item) - 1
    children[parent] = node
    feature.push(fork.test.feature)
    decision.push(fork.test.decision)
    threshold.push(fork.test.threshold)
    left.push(0)
    right.push(0)
    const [toFirst, toSecond] = fork.test.isExchanged ? [right, left] : [left, right]
    pending.push({ item: fork.second, children: toSecond, node }, { item: fork.first, children: toFirst, node })
  }
  const record: Pick<TreeRecord, 'feature' | 'decision' | 'threshold' | 'left' | 'right'> = {
    feature,
    decision,
    threshold,
    left,
    right,
  }
  return { nodes, leaves, record }
}
