import { describe, expect, it } from 'vitest'
import { createLineReader, parseCatboost, parseLightgbmText } from '#core/trees.ts'

const model = (names: string) =>
  parseLightgbmText(`tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=1\nobjective=regression\n${names}\n
Tree=0\nnum_leaves=2\nnum_cat=0\nsplit_feature=0\nthreshold=1.5\ndecision_type=2\nleft_child=-1\nright_child=-2\nleaf_value=-1 1\n
end of trees\n`)

const hashed = parseCatboost({
  features_info: { categorical_features: [{ feature_index: 0, flat_feature_index: 0 }] },
  model_info: { params: { loss_function: { type: 'RMSE' } } },
  oblivious_trees: [
    {
      splits: [{ split_type: 'OneHotFeature', cat_feature_index: 0, value: 7 }],
      leaf_values: [1, 2],
      leaf_weights: [1, 1],
    },
  ],
  scale_and_bias: [1, [0]],
})

describe('lines of a table', () => {
  it('are read by the names of the features in the first line; further columns are ignored', () => {
    const read = createLineReader(model('feature_names=gold age'))
    expect(read(['age', 'note', 'gold'])).toBe(null)
    expect(read(['7', 'any', '2.5'])).toEqual([2.5, 7])
    expect(read(['', 'any', 'NaN'])).toEqual([Number.NaN, null])
    expect(read(['x', 'any', '1'])).toEqual([1, 'x'])
    expect(read([])).toEqual([null, null])
  })

  it('are read in order where the model has no names, with a heading or without', () => {
    const plain = createLineReader(hashed)
    expect(plain(['1'])).toEqual(['1'])
    const headed = createLineReader(hashed)
    expect(headed(['agent'])).toBe(null)
    expect(headed(['007'])).toEqual(['007'])
  })

  it('of which the first lacks features are refused with their names', () => {
    const read = createLineReader(model('feature_names=gold age'))
    const error = { code: 'invalid_argument', message: 'expected a column for each feature; there is none for age' }
    expect(() => read(['gold'])).toThrow(expect.objectContaining(error))
    expect(() => createLineReader(hashed)(['1', '2'])).toThrow('expected 1 columns, got 2')
  })
})
