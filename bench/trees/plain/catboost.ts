import { readFileSync } from 'node:fs'
import type { Scorer } from '../contestants/contestant.ts'
import type { Problem } from '../problem.ts'
import { rowScorer } from './row-scorer.ts'

/** Part of CatBoost's model.json that the bench writes and reads: symmetric trees of numbers with one output. */
export interface CatboostJson {
  readonly features_info: {
    readonly float_features: readonly {
      readonly borders: readonly number[]
      readonly feature_index: number
      readonly flat_feature_index: number
      readonly has_nans: boolean
      readonly nan_value_treatment: 'AsFalse'
    }[]
  }
  readonly model_info: { readonly params: { readonly loss_function: { readonly type: string } } }
  readonly oblivious_trees: readonly {
    readonly splits: readonly {
      readonly split_type: 'FloatFeature'
      readonly float_feature_index: number
      readonly border: number
    }[]
    readonly leaf_values: readonly number[]
  }[]
  readonly scale_and_bias: readonly [number, readonly [number]]
}

/** Walks the symmetric trees of a CatBoost model; missing cells are smaller than every border. */
export function catboostScorer({ model: path, features }: Problem): Scorer {
  const { oblivious_trees: trees, scale_and_bias }: CatboostJson = JSON.parse(readFileSync(path, 'utf8'))
  const [scale, [bias]] = scale_and_bias
  return rowScorer(features, 1, (rows, from, scores, at) => {
    let sum = 0
    for (const { splits, leaf_values } of trees) {
      let leaf = 0
      for (const [bit, { float_feature_index, border }] of splits.entries()) {
        if (Math.fround(rows[from + float_feature_index]!) > border) leaf |= 1 << bit
      }
      sum += leaf_values[leaf]!
    }
    scores[at] = sum * scale + bias
  })
}
