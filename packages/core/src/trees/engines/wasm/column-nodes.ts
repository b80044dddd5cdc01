import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import { isCategorical } from '../node-test.ts'
import type { Columns } from './columns.ts'

/** The nodes that compare with limit l, or whose set of categories begins or ends there: nodes[firstOf[l]] and on. */
export function nodesByLimit({ firstLimit, limitOf, limits }: Columns): {
  readonly firstOf: Int32Array
  readonly nodes: Int32Array
} {
  const firstOf = new Int32Array(limits.length + 2)
  for (let i = 0; i < limitOf.length; i++) firstOf[limitOf[i]! + 2]!++
  for (let l = 2; l < firstOf.length; l++) firstOf[l]! += firstOf[l - 1]!
  const nodes = new Int32Array(limitOf.length)
  for (let n = 0; n + 1 < firstLimit.length; n++) {
    for (let i = firstLimit[n]!; i < firstLimit[n + 1]!; i++) nodes[firstOf[limitOf[i]! + 1]!++] = n
  }
  return { firstOf, nodes }
}

/** Which nodes send the current category of a column to the right, as the category ascends over the column's limits. */
export interface ColumnSets {
  /** At a missing cell or one below all limits all nodes of the column do. */
  begin(column: number, take: (node: number) => void): void
  /** The category has crossed a limit of node n. */
  cross(n: number): void
  /** The nodes of the tree and column of node n that do now. */
  eachRight(n: number, take: (node: number) => void): void
}

export function columnSets({ trees }: TreeEnsemble, { ofNode, kind }: Columns): ColumnSets {
  const { firstNode } = trees
  const isRight = new Uint8Array(ofNode.length)
  // Nodes of a tree that ask for categories of the same column, in a ring; and all of a column, in a chain.
  const ring = new Int32Array(ofNode.length)
  const chain = new Int32Array(ofNode.length)
  const ofTree = new Int32Array(kind.length).fill(-1)
  const ofColumn = new Int32Array(kind.length).fill(-1)
  for (let tree = 0; tree + 1 < firstNode.length; tree++) {
    for (let n = firstNode[tree]!; n < firstNode[tree + 1]!; n++) {
      if (!isCategorical(trees, n)) continue
      const column = ofNode[n]!
      const other = ofTree[column]!
      ring[n] = n
      if (other >= firstNode[tree]!) {
        ring[n] = ring[other]!
        ring[other] = n
      }
      ofTree[column] = n
      chain[n] = ofColumn[column]!
      ofColumn[column] = n
    }
  }
  return {
    begin(column, take) {
      for (let n = ofColumn[column]!; n !== -1; n = chain[n]!) {
        isRight[n] = 1
        take(n)
      }
    },
    cross(n) {
      isRight[n]! ^= 1
    },
    eachRight(n, take) {
      let m = n
      do {
        if (isRight[m] === 1) take(m)
        m = ring[m]!
      } while (m !== n)
    },
  }
}
