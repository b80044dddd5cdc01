import type { LinearLeaves } from '../../form/tree-ensemble.ts'

/**
 * Features of the terms of a tree's leaves, in the order in which every leaf adds them. Null where they are none or more than two, or where a leaf
 * that gets the terms it lacks, with the coefficient 0, would have other bits: -0 with +0 added is +0.
 *
 * @param from leaves `from ≤ leaf < to` are the tree's
 */
export function sharedTerms(linear: LinearLeaves, from: number, to: number): readonly number[] | null {
  const { constant, termStart, feature } = linear
  const features = new Set(feature.subarray(termStart[from], termStart[to]))
  if (features.size === 0 || features.size > 2) return null
  let pair: readonly number[] | undefined
  for (let leaf = from; leaf < to; leaf++) {
    const own = [...feature.subarray(termStart[leaf], termStart[leaf + 1])]
    if (Object.is(constant[leaf], -0) || own.length > new Set(own).size) return null
    if (own.length === 2) pair ??= own
    if (own.length === 2 && own[0] !== pair![0]) return null
  }
  return pair ?? [...features]
}
