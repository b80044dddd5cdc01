import { expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseXgboost } from '#core/trees/xgboost/parse-xgboost.ts'
import { xgboostModel, xgboostStump } from './tiny.ts'

// Bases whose margin, by the C library of XGBoost, is not the float32 nearest to the exact one.
it.each([
  ['count:poisson', '[6.7003596E-1]', [-0.40042391419410706]],
  ['binary:logistic', '[5.96570671E-1]', [0.3911963701248169]],
  ['reg:expectileerror', '[-1.3445517E-1,9.5768684E-1]', [-0.13445517420768738, 0.6834245920181274]],
])('the base of %s is the margin of XGBoost', (name, base_score, expected) => {
  const trees = expected.map(() => xgboostStump())
  const model = xgboostModel(trees, {
    params: { base_score, num_target: String(expected.length) },
    learner: { objective: { name } },
    model: { tree_info: expected.map((_, k) => k), iteration_indptr: [0, expected.length] },
  })
  expect(parseXgboost(model).baseScores).toEqual(expected)
})

it.each([
  [[1, 2, 0], 'binary:logitraw', -0.8472978472709656],
  [[1, 3, 0], 'binary:logitraw', -0.8472978472709656],
  [[1, 3, 1], 'binary:logitraw', 0.3],
  [[1, 3, 3], 'binary:logistic', -0.8472978472709656],
])('in XGBoost %j the base of %s is the margin %s', (version, name, expected) => {
  const learner = { objective: { name } }
  const model = xgboostModel([xgboostStump()], { version, learner, params: { base_score: '3E-1' } })
  expect(parseXgboost(model).baseScores).toEqual([Math.fround(expected)])
})

it('before 1.6 the sigmoid of a margin below -88.7 falls to 0', () => {
  const tree = xgboostStump({ split_conditions: [1.5, -100, 100] })
  const least = ['1.5.2', '1.6.0', '3.4.1'].map((version) => {
    const learner = { objective: { name: 'binary:logistic' } }
    const model = xgboostModel([tree], { version: version.split('.').map(Number), learner })
    return compileEnsemble(parseXgboost(model)).predict([0, 0])
  })
  expect(least).toEqual([0, 3.006635794144578e-39, 3.006635794144578e-39])
})
