import { goesLeft } from '../form/scoring-rules.ts'
import type { Trees } from '../form/tree-ensemble.ts'
import type { ShapPlan } from './shap-plan.ts'
import { addLeaf, copyPath, createPath, extendPath, findElement, type Path, unwindPath } from './unique-path.ts'

/** Child that waits for its turn, and the element that it adds to the path of its parent, which is `paths[place]`. */
interface Visit {
  readonly child: number
  readonly place: number
  readonly code: number
  readonly fraction: number
  /** Whether the other child is done, so that the parent's path can be changed. */
  readonly isLast: boolean
}

/**
 * Exact path-dependent TreeSHAP: returns a function that adds the contributions of a tree to a prepared row to `out`, from `to` on. The
 * child that the row takes comes first, as in LightGBM's recursion, so that the sums have the bits of its `pred_contrib`.
 */
export function createTreeWalk(trees: Trees, { leftShare, rightShare, longestPath }: ShapPlan) {
  const paths: Path[] = [createPath(longestPath)]
  const waiting: Visit[] = []

  function visitChildren(node: number, place: number, row: Float64Array): void {
    const path = paths[place]!
    const feature = trees.feature[node]!
    let fraction = 1
    let holds = 1
    const element = findElement(path, feature)
    if (element > 0) {
      fraction = path.fraction[element]!
      holds = path.code[element]! & 1
      unwindPath(path, element)
    }
    const code = 2 * feature
    const isLeft = goesLeft(trees, node, row)
    const left = { child: trees.left[node]!, share: leftShare[node]! * fraction }
    const right = { child: trees.right[node]!, share: rightShare[node]! * fraction }
    const [first, last] = isLeft ? [left, right] : [right, left]
    waiting.push({ child: last.child, place, code, fraction: last.share, isLast: true })
    waiting.push({ child: first.child, place, code: code + holds, fraction: first.share, isLast: false })
  }

  return (tree: number, row: Float64Array, out: Float64Array, to: number): void => {
    const root = trees.root[tree]!
    if (root < 0) return
    paths[0] = createPath(longestPath)
    visitChildren(root, 0, row)
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { child, code, fraction, isLast } = next
      const place = isLast ? next.place : next.place + 1
      paths[place] ??= createPath(longestPath)
      const path = paths[place]!
      if (!isLast) copyPath(paths[next.place]!, path)
      extendPath(path, code, fraction)
      if (child >= 0) visitChildren(child, place, row)
      else addLeaf(path, trees.leafValue[~child]!, out, to)
    }
  }
}
