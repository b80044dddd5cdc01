import type { LinearLeaves } from './tree-ensemble.ts'

/** Linear leaf: `constant + Σ coefficients[i] · row[features[i]]`. */
export interface LinearLeaf {
  readonly constant: number
  readonly features: ArrayLike<number>
  readonly coefficients: ArrayLike<number>
}

/** Leaves of one tree, null for plain ones; its leaf 0 is leaf `firstLeaf` of the ensemble. */
export interface LinearTree {
  readonly firstLeaf: number
  readonly leaves: readonly (LinearLeaf | null)[]
}

/** @param trees in the order of their leaves @param leafValue of all leaves of the ensemble */
export function flattenLinear(trees: readonly LinearTree[], leafValue: Float64Array): LinearLeaves {
  const constant = leafValue.slice()
  const termStart = new Int32Array(leafValue.length + 1)
  const feature: number[] = []
  const coefficient: number[] = []
  for (const { firstLeaf, leaves } of trees) {
    leaves.forEach((leaf, i) => {
      if (leaf === null) return
      constant[firstLeaf + i] = leaf.constant
      for (let t = 0; t < leaf.features.length; t++) {
        feature.push(leaf.features[t]!)
        coefficient.push(leaf.coefficients[t]!)
      }
      termStart[firstLeaf + i + 1] = leaf.features.length
    })
  }
  for (let i = 0; i < leafValue.length; i++) termStart[i + 1] = termStart[i + 1]! + termStart[i]!
  return { constant, termStart, feature: Int32Array.from(feature), coefficient: Float64Array.from(coefficient) }
}
