import { expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseXgboost } from '#core/trees/xgboost/parse-xgboost.ts'
import { xgboostModel, xgboostStump } from '../xgboost/tiny.ts'

// The first call makes tables for the leaves, which moves the memory of the kernels.
it('the first call of a wide model with vector leaves may be that of one row', () => {
  const tree = xgboostStump({
    tree_param: { num_nodes: '3', size_leaf_vector: '2' },
    right_children: [2, 0, 1],
    leaf_weights: [1, 2, 3, 4],
  })
  const params = { base_score: '[0,0]', num_feature: '300', num_target: '2' }
  const ensemble = parseXgboost(xgboostModel([tree], { params }))
  for (const engine of ['js', 'wasm'] as const) {
    const evaluator = compileEnsemble(ensemble, { engine })
    expect(evaluator.rawScore(new Float64Array(300))).toBe(1)
    expect(evaluator.rawScore(new Float64Array(300).fill(2))).toBe(3)
  }
})
