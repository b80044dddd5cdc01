import type { Trees } from './tree-ensemble.ts'

/** How many leaves a child has at or below it. Children come after their parents, so one pass backwards counts them all. */
export function leavesBelow({ left, right }: Trees): (child: number) => number {
  const leaves = new Int32Array(left.length)
  const below = (child: number) => (child >= 0 ? leaves[child]! : 1)
  for (let node = left.length - 1; node >= 0; node--) leaves[node] = below(left[node]!) + below(right[node]!)
  return below
}
