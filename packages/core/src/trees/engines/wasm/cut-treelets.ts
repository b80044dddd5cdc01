import type { Trees } from '../../form/tree-ensemble.ts'
import { type Crowns, crownLeaves, markUpper } from './crowns.ts'

/** Upper splits of a treelet at most. */
export const mostUpperSplits = 6

/**
 * What is below the crowns, cut into treelets. A treelet has up to six upper splits, those that most rows reach below the one that it
 * begins with, and one more under each way out of these.
 */
export interface Treelets {
  /** The splits that treelets begin with: those of tree t from first[t] on. */
  readonly tops: Int32Array
  /** Length: trees + 1. */
  readonly first: Int32Array
  /** 1 for the upper splits of some treelet. */
  readonly isUpper: Uint8Array
  /** Treelets that a row goes through which is like those of the training. */
  readonly steps: number
}

export function cutTreelets(trees: Trees, { exits }: Crowns, rows: (split: number) => number): Treelets {
  const { root, left, right } = trees
  const isUpper = new Uint8Array(left.length)
  const tops: number[] = []
  const first = new Int32Array(root.length + 1)
  let steps = 0
  root.forEach((top, t) => {
    const begin = (split: number) => {
      if (split < 0) return
      tops.push(split)
      const share = rows(split) / rows(top)
      steps += share >= 0 && share <= 1 ? share : 1 // counts are whatever a file says
    }
    let next = tops.length
    for (const exit of new Set(exits.subarray(crownLeaves * t, crownLeaves * (t + 1)))) begin(exit)
    for (; next < tops.length; next++) {
      for (const split of markUpper(trees, rows, tops[next]!, mostUpperSplits, isUpper)) {
        begin(left[split]!)
        begin(right[split]!)
      }
    }
    first[t + 1] = next
  })
  return { tops: Int32Array.from(tops), first, isUpper, steps }
}
