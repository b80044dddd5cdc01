import { readFileSync } from 'node:fs'
import type { Scorer } from '../contestants/contestant.ts'
import type { Problem } from '../problem.ts'
import { rowScorer } from './row-scorer.ts'

interface FasttreeJson {
  readonly ensemble: {
    readonly Trees: readonly {
      readonly LeftChild: readonly number[]
      readonly RightChild: readonly number[]
      readonly NumericalSplitFeatureIndexes: readonly number[]
      readonly NumericalSplitThresholds: readonly number[]
      readonly CategoricalSplitFlags: readonly boolean[]
      readonly LeafValues: readonly number[]
    }[]
  }
}

/** Walks the arrays of a FastTree model without categories: float32 comparisons, a sum of doubles, a float32 score. */
export function fasttreeScorer({ model, features }: Problem): Scorer {
  const { Trees: trees } = (JSON.parse(readFileSync(model, 'utf8')) as FasttreeJson).ensemble
  if (trees.some((tree) => tree.CategoricalSplitFlags.some(Boolean))) throw new Error('categories are not walked')
  return rowScorer(features, 1, (rows, from, scores, at) => {
    let sum = 0
    for (const tree of trees) {
      let node = tree.LeafValues.length === 1 ? -1 : 0
      while (node >= 0) {
        const cell = Math.fround(rows[from + tree.NumericalSplitFeatureIndexes[node]!]!)
        node =
          cell <= Math.fround(tree.NumericalSplitThresholds[node]!) ? tree.LeftChild[node]! : tree.RightChild[node]!
      }
      sum += tree.LeafValues[~node]!
    }
    scores[at] = Math.fround(sum)
  })
}
