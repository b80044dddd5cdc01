import { invalidArgument } from '@riftline/base'
import { describeSplit } from './describe-split.ts'
import type { TreeEnsemble } from './tree-ensemble.ts'

/** Place of a node or leaf in a drawing of its tree: leaves stand side by side, a node between its children. */
export interface TreePlace {
  /** Node `child`, or leaf `~child` if it is negative, as in `Trees`. */
  readonly child: number
  /** Node above; null for the root. */
  readonly parent: number | null
  readonly depth: number
  /** Place from left to right: 0, 1, … for the leaves. */
  readonly x: number
  /** Test of a node, whose left child is for rows that pass, or the values of a leaf. */
  readonly text: string
}

/**
 * Lays out a tree: its nodes and leaves, each parent before its children, and the left child before the right one.
 * @throws RiftlineError `invalid_argument` for a tree that the model does not have
 * @example treePlaces(ensemble, 0).map(({ text }) => text) // ['gold <= 1.5', '-1', '1'] for the model in the example of parseLightgbm
 */
export function treePlaces(ensemble: TreeEnsemble, tree: number): readonly TreePlace[] {
  const { root, left, right } = ensemble.trees
  if (root[tree] === undefined) throw invalidArgument('tree', `a tree from 0 to ${root.length - 1}`, tree)
  const places = new Map<number, { -readonly [Key in keyof TreePlace]: TreePlace[Key] }>()
  const pending: [child: number, parent: number | null, depth: number][] = [[root[tree], null, 0]]
  let leaves = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [child, parent, depth] = next
    const text = child < 0 ? textOfLeaf(ensemble, ~child) : describeSplit(ensemble, child)
    places.set(child, { child, parent, depth, x: child < 0 ? leaves++ : 0, text })
    if (child >= 0) pending.push([right[child]!, child, depth + 1], [left[child]!, child, depth + 1])
  }
  for (const place of [...places.values()].reverse()) {
    if (place.child >= 0) place.x = (places.get(left[place.child]!)!.x + places.get(right[place.child]!)!.x) / 2
  }
  return [...places.values()]
}

function textOfLeaf({ trees, numberOfOutputs: width }: TreeEnsemble, leaf: number): string {
  const { leafVector, leafValue, leafEntries: entries, linear } = trees
  const terms = linear === null ? 0 : linear.termStart[leaf + 1]! - linear.termStart[leaf]!
  if (linear !== null && terms > 0) return `${Number(linear.constant[leaf]!.toPrecision(4))} + linear`
  const at = entries?.start[leaf] ?? 0
  const vector = leafVector?.subarray(leaf * width, (leaf + 1) * width)
  const values = entries?.value.subarray(at, entries.start[leaf + 1]) ?? vector
  const few = Array.from(values?.slice(0, 3) ?? [leafValue[leaf]!], (value, i) => {
    return `${entries === null || width === 1 ? '' : `${entries.output[at + i]}: `}${Number(value.toPrecision(4))}`
  })
  return few.join(', ') + ((values?.length ?? 1) > 3 ? ', …' : '')
}
