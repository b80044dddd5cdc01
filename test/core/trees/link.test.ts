import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { refusal } from './refusal.ts'
import { fasttreeEnsemble, fasttreeModel, fasttreeStump, lightgbmConstant, lightgbmDump } from './tiny.ts'

/** Predictions of a LightGBM model with one tree per score, whose raw scores are `scores`. */
function lightgbmPrediction(objective: string | undefined, scores: readonly number[]): number[] {
  const { objective: _, ...dump } = lightgbmDump(scores.map(lightgbmConstant), {
    num_tree_per_iteration: scores.length,
  })
  const model = objective === undefined ? dump : { ...dump, objective }
  return Array.from(compileEnsemble(parseLightgbm(model)).predictions(Float64Array.of(0, 0)))
}

describe('objectives of LightGBM models', () => {
  it.each([
    ['binary', 2, 1 / (1 + Math.exp(-2))],
    ['binary sigmoid:0.7', 2, 1 / (1 + Math.exp(-1.4))],
    ['cross_entropy', -2, 1 / (1 + Math.exp(2))],
    ['cross_entropy_lambda', 2, Math.log1p(Math.exp(2))],
    ['cross_entropy_lambda', 710, Infinity],
    ['poisson', 2, Math.exp(2)],
    ['gamma', 2, Math.exp(2)],
    ['tweedie tweedie_variance_power:1.5', 2, Math.exp(2)],
    ['regression', -3, -3],
    ['regression sqrt', -3, -9],
    ['quantile sqrt', 3, 9],
    ['mape sqrt', 3, 9],
    ['fair sqrt', -3, -9],
    ['regression_l1 sqrt', -3, -9],
    ['huber sqrt', -3, -3],
    ['lambdarank', -3, -3],
    ['rank_xendcg', -3, -3],
  ])('the objective %s turns the raw score %d into %d', (objective, score, expected) => {
    expect(lightgbmPrediction(objective, [score])).toEqual([expected])
  })

  it('the objective multiclass is a softmax that does not overflow at scores of a thousand', () => {
    expect(lightgbmPrediction('multiclass num_class:3', [1000, 999, -1000])).toEqual([
      1 / (1 + Math.exp(-1)),
      Math.exp(-1) / (1 + Math.exp(-1)),
      0,
    ])
  })

  it('the objective multiclassova is one sigmoid per class, not normalised', () => {
    expect(lightgbmPrediction('multiclassova num_class:2 sigmoid:2', [1, 1])).toEqual(
      Array(2).fill(1 / (1 + Math.exp(-2))),
    )
  })

  it.each([undefined, 'custom', 'none', 'null', 'na'])(
    'the objective %s predicts raw scores, with a warning',
    (objective) => {
      expect(lightgbmPrediction(objective, [3, -4])).toEqual([3, -4])
      const { objective: _, ...dump } = lightgbmDump([lightgbmConstant(1)])
      const { warnings } = parseLightgbm(objective === undefined ? dump : { ...dump, objective })
      expect(warnings).toEqual([expect.stringContaining('predictions are raw scores')])
    },
  )

  it.each<readonly [string, string]>([
    ['xentropy', 'cross_entropy'],
    ['xentlambda', 'cross_entropy_lambda'],
    ...['regression_l2', 'mean_squared_error', 'mse', 'l2'].map((other) => [other, 'regression'] as const),
    ...['l2_root', 'root_mean_squared_error', 'rmse'].map((other) => [other, 'regression'] as const),
    ...['mean_absolute_error', 'l1', 'mae'].map((other) => [other, 'regression_l1'] as const),
    ['mean_absolute_percentage_error', 'mape'],
    ...['xendcg', 'xe_ndcg', 'xe_ndcg_mart', 'xendcg_mart'].map((other) => [other, 'rank_xendcg'] as const),
  ])('the objective %s is an alias of %s', (other, name) => {
    const [named, known] = [other, name].map((objective) =>
      parseLightgbm({ ...lightgbmDump([lightgbmConstant(1)]), objective }),
    )
    expect(named).toEqual(known)
    expect(lightgbmPrediction(other, [0.3])).toEqual(lightgbmPrediction(name, [0.3]))
  })

  it.each(['my_objective alpha:1', 'Binary', 'xentropy sigmoid:1', 'multiclass_ova', 'rank', ''])(
    'the objective "%s" is refused, as LightGBM does not know it',
    (objective) => {
      const dump = { ...lightgbmDump([lightgbmConstant(1)]), objective }
      expect(refusal(() => parseLightgbm(dump))).toMatchObject({ code: 'artifact_unsupported', path: '$.objective' })
    },
  )

  it('predictions of a forest average over the iterations before the link; raw scores are undivided sums', () => {
    const dump = lightgbmDump([1, 2, 6].map(lightgbmConstant), { average_output: true, objective: 'regression' })
    const evaluator = compileEnsemble(parseLightgbm(dump))
    const row = Float64Array.of(0, 0)
    expect([evaluator.rawScore(row), evaluator.predict(row)]).toEqual([9, 3])
    expect(evaluator.rawScores(row, { startIteration: 1 })).toEqual(Float64Array.of(8))
    expect(evaluator.predictions(row, { startIteration: 1 })).toEqual(Float64Array.of(4))
  })
})

describe('outputs of ML.NET models', () => {
  const row = [1, 0]
  const stump = (value: number) => fasttreeStump({ LeafValues: [0, value] })

  it('an ML.NET score adds leaf values as doubles and rounds the sum once', () => {
    const trees = [2 ** 24, 1, -(2 ** 24), 0.1].map(stump)
    const evaluator = compileEnsemble(parseFasttree(fasttreeModel(trees, { calibrator: null })))
    expect(evaluator.rawScore(row)).toBe(Math.fround(1.1))
    expect(evaluator.predict(row)).toBe(Math.fround(1.1))
  })

  it('the output of an ML.NET forest is the float32 mean of every run of iterations', () => {
    const forest = { aggregation: 'average', calibrator: null, task: 'regression' }
    const evaluator = compileEnsemble(parseFasttree(fasttreeModel([1, 2, 7].map(stump), forest)))
    expect(evaluator.rawScore(row)).toBe(Math.fround(10 / 3))
    expect(evaluator.rawScores(Float64Array.from(row), { numIteration: 2 })).toEqual(Float64Array.of(1.5))
  })

  it('a Tweedie prediction of ML.NET is the exponential of the float32 raw score', () => {
    const tweedie = { outputTransform: 'exp', calibrator: null, task: 'regression' }
    const evaluator = compileEnsemble(parseFasttree(fasttreeModel([0.1, 0.2].map(stump), tweedie)))
    const score = Math.fround(0.1 + 0.2)
    expect([evaluator.rawScore(row), evaluator.predict(row)]).toEqual([score, Math.fround(Math.exp(score))])
  })

  it('without trees an ML.NET model gives Score 0 and Probability 0.5, or NaN if it averages', () => {
    const binary = compileEnsemble(parseFasttree(fasttreeModel([])))
    expect([binary.rawScore(row), binary.predict(row)]).toEqual([0, 0.5])
    const forest = compileEnsemble(parseFasttree(fasttreeModel([], { aggregation: 'average', calibrator: null })))
    expect(forest.predict(row)).toBeNaN()
  })

  it('an ML.NET tree without nodes scores 0 for any leaf value', () => {
    const none = { LeftChild: [], RightChild: [], NumericalSplitFeatureIndexes: [], NumericalSplitThresholds: [] }
    const tree = fasttreeStump({
      ...none,
      NumberOfNodes: 0,
      NumberOfLeaves: 1,
      CategoricalSplitFlags: [],
      LeafValues: [5],
    })
    expect(compileEnsemble(parseFasttree(fasttreeModel([tree, stump(2)]))).rawScore(row)).toBe(2)
  })

  const classes = (outputFormula: string, values: readonly number[][]) =>
    parseFasttree(
      fasttreeModel([], {
        ensemble: null,
        calibrator: null,
        task: 'multiclass',
        outputFormula,
        subModels: values.map((leaves) => ({
          modelType: 'FastTreeBinaryModelParameters',
          ensemble: fasttreeEnsemble(leaves.map(stump)),
          calibrator: { type: 'PlattCalibrator', Slope: -1, Offset: 0 },
        })),
      }),
    )

  it('ML.NET’s formula Softmax takes float32 scores without a shift', () => {
    const evaluator = compileEnsemble(classes('Softmax', [[1], [2]]))
    const sum = Math.exp(1) + Math.exp(2)
    expect(evaluator.predictions(Float64Array.from(row))).toEqual(
      Float64Array.of(Math.fround(Math.exp(1) / sum), Math.fround(Math.exp(2) / sum)),
    )
    const steep = compileEnsemble(classes('Softmax', [[800], [0]]))
    expect(steep.predictions(Float64Array.from(row))).toEqual(Float64Array.of(Number.NaN, 0))
  })

  it('ML.NET’s formula ProbabilityNormalization divides each class’s probability by their sum', () => {
    const evaluator = compileEnsemble(classes('ProbabilityNormalization', [[0], [0]]))
    expect(evaluator.predictions(Float64Array.from(row))).toEqual(Float64Array.of(0.5, 0.5))
  })

  it('ML.NET’s formula Raw gives the raw scores, even if classes have different numbers of trees', () => {
    const evaluator = compileEnsemble(classes('Raw', [[1, 10], [2], []]))
    expect(evaluator.numberOfOutputs).toBe(3)
    expect(evaluator.predictions(Float64Array.from(row))).toEqual(Float64Array.of(11, 2, 0))
    expect(evaluator.predictions(Float64Array.from(row), { startIteration: 1 })).toEqual(Float64Array.of(10, 0, 0))
    expect([evaluator.rawScore(row), evaluator.predict(row)]).toEqual([11, 11])
  })
})
