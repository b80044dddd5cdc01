import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { amount } from '../../../support/amount.ts'
import { refusal, withValue } from '../refusal.ts'
import { fasttreeEnsemble, fasttreeModel, fasttreeStump, fasttreeThreeLeaves } from '../tiny.ts'

const tree = 'ensemble.Trees.0'
const model = fasttreeModel([fasttreeThreeLeaves()])
const categorical = fasttreeModel([
  fasttreeStump({
    CategoricalSplitFlags: [true],
    CategoricalSplitFeatures: [[0, 1]],
    CategoricalSplitFeatureRanges: [[0, 1]],
  }),
])
const gam = fasttreeModel([], {
  ensemble: null,
  gam: { Bias: 0, ShapeFunctions: [{ BinUpperBounds: [1, 2, 'Infinity'], BinEffects: [1, 2, 3] }, null] },
})
const subModel = {
  modelType: 'FastTreeBinaryModelParameters',
  ensemble: fasttreeEnsemble([fasttreeStump()]),
  calibrator: { type: 'PlattCalibrator', Slope: -0.4, Offset: 0 },
}
const multiclass = fasttreeModel([], {
  ensemble: null,
  calibrator: null,
  task: 'multiclass',
  outputFormula: 'ProbabilityNormalization',
  subModels: [subModel, subModel],
})

function refused(json: unknown) {
  return refusal(() => parseFasttree(json))
}

const jsonPath = (path: string) => `$.${path.replaceAll(/\.(\d+)/g, '[$1]')}`

describe('parseFasttree refuses damaged fields with the JSON path', () => {
  it.each([
    ['format', 'mlnet'],
    ['formatVersion', undefined],
    ['formatVersion', '1'],
    ['modelType', undefined],
    ['task', 'clustering'],
    ['task', 'multiclass'],
    ['numberOfFeatures', 0],
    ['numberOfFeatures', 1e9],
    ['numberOfFeatures', '2'],
    ['featureNames', ['gold']],
    ['featureNames.0', 1],
    ['aggregation', 'median'],
    ['outputTransform', undefined],
    ['outputTransform', 'exp'],
    ['decisionThreshold', '0.5'],
    ['ensemble', undefined],
    ['ensemble', []],
    ['ensemble.Bias', undefined],
    ['ensemble.Bias', '0'],
    ['ensemble.TreeWeights', []],
    ['ensemble.TreeWeights', undefined],
    ['ensemble.TreeWeights.0', true],
    ['ensemble.Trees', {}],
    ['ensemble.Trees.0', null],
    [`${tree}.NumberOfNodes`, 1.5],
    [`${tree}.NumberOfNodes`, undefined],
    [`${tree}.NumberOfLeaves`, 2],
    [`${tree}.LeftChild`, [1]],
    [`${tree}.LeftChild`, undefined],
    [`${tree}.LeftChild.0`, 2],
    [`${tree}.LeftChild.0`, 0.5],
    [`${tree}.LeftChild.0`, null],
    [`${tree}.RightChild.1`, -4],
    [`${tree}.RightChild.1`, '-3'],
    [`${tree}.NumericalSplitFeatureIndexes.0`, 2],
    [`${tree}.NumericalSplitFeatureIndexes.0`, -1],
    [`${tree}.NumericalSplitFeatureIndexes`, [0]],
    [`${tree}.NumericalSplitThresholds.1`, 'NaN'],
    [`${tree}.NumericalSplitThresholds.1`, Number.NaN],
    [`${tree}.NumericalSplitThresholds.1`, '5.5'],
    [`${tree}.NumericalSplitThresholds.1`, null],
    [`${tree}.CategoricalSplitFlags.0`, 0],
    [`${tree}.CategoricalSplitFlags`, undefined],
    [`${tree}.LeafValues`, [1, 2]],
    [`${tree}.LeafValues.2`, 'NaN'],
    [`${tree}.LeafValues.2`, 'Infinity'],
    [`${tree}.LeafValues.2`, '1'],
    [`${tree}.CategoricalSplitFeatures`, [[]]],
    [`${tree}.CategoricalSplitFeatureRanges`, []],
    [`${tree}.DefaultValueForMissing`, [1]],
    [`${tree}.DefaultValueForMissing`, 0],
    ['calibrator', 'Platt'],
    ['calibrator.type', undefined],
    ['calibrator.Slope', undefined],
    ['calibrator.Slope', 'NaN'],
    ['calibrator.Offset', null],
  ])('parseFasttree refuses, with the JSON path, %s = %j', (path, value) => {
    expect(refused(withValue(model, path, value))).toMatchObject({ code: 'artifact_invalid', path: jsonPath(path) })
  })

  it('parseFasttree refuses NaN among the defaults for missing values', () => {
    const damaged = withValue(model, `${tree}.DefaultValueForMissing`, [1, 'NaN'])
    expect(refused(damaged).path).toBe('$.ensemble.Trees[0].DefaultValueForMissing[1]')
  })

  it.each([
    ['CategoricalSplitFeatures', null, ''],
    ['CategoricalSplitFeatures', [[]], '[0]'],
    ['CategoricalSplitFeatures', [null], '[0]'],
    ['CategoricalSplitFeatures', [[1, 0]], '[0][1]'],
    ['CategoricalSplitFeatures', [[1, 1]], '[0][1]'],
    ['CategoricalSplitFeatures', [[0, 2]], '[0][1]'],
    ['CategoricalSplitFeatures', [['0']], '[0][0]'],
  ])('parseFasttree refuses categorical %s = %j', (key, value, suffix) => {
    const { code, path } = refused(withValue(categorical, `${tree}.${key}`, value))
    expect([code, path]).toEqual(['artifact_invalid', `${jsonPath(`${tree}.${key}`)}${suffix}`])
  })

  it.each([
    ['a node that is its own child', [0, -1], [-2, -3], 'LeftChild[0]'],
    ['a cycle', [1, 0], [-2, -3], 'LeftChild[1]'],
    ['a node reached twice', [1, -1], [1, -3], 'RightChild[0]'],
    ['a leaf reached twice', [1, -1], [-2, -1], 'RightChild[1]'],
  ])('parseFasttree refuses %s', (_, LeftChild, RightChild, at) => {
    expect(refused(fasttreeModel([fasttreeThreeLeaves({ LeftChild, RightChild })]))).toMatchObject({
      code: 'artifact_invalid',
      path: `$.ensemble.Trees[0].${at}`,
    })
  })

  it('parseFasttree refuses nodes that form a cycle outside the tree', () => {
    const island = fasttreeThreeLeaves({
      NumberOfNodes: 3,
      NumberOfLeaves: 4,
      LeftChild: [-1, 2, 1],
      RightChild: [-2, -3, -4],
      NumericalSplitFeatureIndexes: [0, 0, 0],
      NumericalSplitThresholds: [1, 2, 3],
      CategoricalSplitFlags: [false, false, false],
      LeafValues: [1, 2, 3, 4],
    })
    expect(refused(fasttreeModel([island])).message).toBe('$.ensemble.Trees[0]: expected 3 nodes below the root, got 1')
  })

  it.each([
    ['gam', []],
    ['gam.Bias', undefined],
    ['gam.ShapeFunctions', [null]],
    ['gam.ShapeFunctions.0', 5],
    ['gam.ShapeFunctions.0.BinEffects', [1, 2]],
    ['gam.ShapeFunctions.0.BinEffects.1', 'NaN'],
    ['gam.ShapeFunctions.0.BinUpperBounds.1', 1],
    ['gam.ShapeFunctions.0.BinUpperBounds.1', 'NaN'],
    ['aggregation', 'average'],
    ['outputTransform', 'exp'],
  ])('parseFasttree refuses an additive model with %s = %j', (path, value) => {
    expect(refused(withValue(gam, path, value))).toMatchObject({ code: 'artifact_invalid', path: jsonPath(path) })
  })

  it.each([
    ['task', 'binary'],
    ['aggregation', 'average'],
    ['outputFormula', undefined],
    ['outputFormula', 'Sum'],
    ['subModels', []],
    ['subModels.1', null],
    ['subModels.1.modelType', undefined],
    ['subModels.1.calibrator', null],
    ['subModels.1.ensemble.Trees.0.LeafValues.0', null],
  ])('parseFasttree refuses a multiclass model with %s = %j', (path, value) => {
    expect(refused(withValue(multiclass, path, value))).toMatchObject({
      code: 'artifact_invalid',
      path: jsonPath(path),
    })
  })

  it('parseFasttree refuses two models in one, and text that is not JSON', () => {
    expect(refused({ ...model, gam: gam.gam }).path).toBe('$')
    for (const json of ['', JSON.stringify(model).slice(0, 300), null, [model], 3]) expect(refused(json).path).toBe('$')
  })
})

describe('parseFasttree refuses unsupported models with the reason', () => {
  it.each([
    [model, 'formatVersion', 2, 'supported is 1'],
    [model, 'ensemble.Bias', 0.5, 'ignores weights and bias'],
    [model, 'ensemble.TreeWeights.0', 0.5, 'ignores weights and bias'],
    [model, 'ensemble.TreeWeights.0', 'NaN', 'ignores weights and bias'],
    [model, 'calibrator.type', 'IsotonicCalibrator', 'supported are PlattCalibrator'],
    [gam, 'gam.ShapeFunctions.0.BinUpperBounds.2', 3, 'must be Infinity'],
  ])('parseFasttree refuses an unsupported model with the reason (case %#)', (json, path, value, reason) => {
    expect(refused(withValue(json, path, value))).toMatchObject({
      code: 'artifact_unsupported',
      path: jsonPath(path).replace(/\[2\]$/, ''),
      message: expect.stringContaining(reason),
    })
  })
})

describe('a hostile ML.NET model', () => {
  it('an ML.NET model that claims ten million nodes is refused without allocating them', () => {
    const claim = { NumberOfNodes: 10_000_000, NumberOfLeaves: 10_000_001 }
    expect(refused(fasttreeModel([fasttreeStump(claim)])).path).toBe('$.ensemble.Trees[0].LeftChild')
  })

  it('an ML.NET model of very many levels is parsed and scored', () => {
    const nodes = amount(50_000, 200_000)
    const chain = fasttreeStump({
      NumberOfNodes: nodes,
      NumberOfLeaves: nodes + 1,
      LeftChild: Array.from({ length: nodes }, (_, i) => (i + 1 < nodes ? i + 1 : ~nodes)),
      RightChild: Array.from({ length: nodes }, (_, i) => ~i),
      NumericalSplitFeatureIndexes: Array(nodes).fill(0),
      NumericalSplitThresholds: Array(nodes).fill(0.5),
      CategoricalSplitFlags: Array(nodes).fill(false),
      LeafValues: Array.from({ length: nodes + 1 }, (_, i) => i),
    })
    expect(compileEnsemble(parseFasttree(fasttreeModel([chain]))).rawScore([0, 0])).toBe(nodes)
  })

  it('__proto__ keys of an ML.NET model neither change prototypes nor supply values', () => {
    const text = JSON.stringify(model).replace('"format":', '"__proto__":{"polluted":1,"formatVersion":2},"format":')
    expect(compileEnsemble(parseFasttree(text)).rawScore([1, 0])).toBe(1)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(refused(text.replace('"formatVersion":1', '"x":1')).path).toBe('$.formatVersion')
  })
})

describe('parseFasttree warns', () => {
  const lightgbm = 'LightGbmBinaryModelParameters'
  const { DefaultValueForMissing: _, ...withoutDefaults } = fasttreeStump()

  it('parseFasttree warns about a LightGBM model without missing defaults, and sends NaN right', () => {
    const ensemble = parseFasttree(fasttreeModel([withoutDefaults], { modelType: lightgbm }))
    expect(ensemble.warnings).toEqual([expect.stringContaining('$.ensemble: DefaultValueForMissing is absent')])
    expect(compileEnsemble(ensemble).rawScore([Number.NaN, 0])).toBe(1)
  })

  it('parseFasttree does not warn if the defaults are null or the model is a FastTree model', () => {
    expect(parseFasttree(fasttreeModel([fasttreeStump()], { modelType: lightgbm })).warnings).toEqual([])
    expect(parseFasttree(fasttreeModel([withoutDefaults])).warnings).toEqual([])
  })
})

describe('parseFasttree accepts', () => {
  it('parseFasttree accepts any value of unused keys, and a model with or without names', () => {
    const { producer: _, decisionThreshold: __, ...bare } = model
    const ensemble = parseFasttree({ ...bare, featureNames: null, verification: { rows: 'x' }, training: 1 })
    expect(ensemble.featureNames).toBeNull()
    expect(compileEnsemble(ensemble).rawScore([1, 0])).toBe(1)
  })

  it('parseFasttree does not change the model', () => {
    const copy = structuredClone(categorical)
    parseFasttree(copy)
    expect(copy).toEqual(categorical)
  })
})
