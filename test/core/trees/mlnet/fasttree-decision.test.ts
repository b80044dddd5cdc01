import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { fasttreeModel, fasttreeStump } from '../tiny.ts'

function side(tree: Record<string, unknown>, row: readonly number[]): 'left' | 'right' {
  const evaluator = compileEnsemble(parseFasttree(fasttreeModel([fasttreeStump(tree)])), { engine: 'js' })
  return evaluator.rawScore(row) === -1 ? 'left' : 'right'
}

describe('a numerical split of ML.NET', () => {
  it.each([
    ['the double 0.1 like the float 0.1', 0.1, 0.1, 'left'],
    ['a double that rounds down to the threshold', 0.1, 0.10000000149, 'left'],
    ['the next float', 0.1, 0.10000000894069672, 'right'],
    ['0 against a threshold of -0', -0, 0, 'left'],
    ['-0 against a threshold of 0', 0, -0, 'left'],
    ['a float32 denormal against 0: nothing is flushed', 0, 1e-45, 'right'],
    ['1e-35, which is LightGBM’s zero and not ML.NET’s', 0, 1e-35, 'right'],
    ['a double beyond float32 as infinity', 3e38, 1e39, 'right'],
    ['infinity against infinity', 'Infinity', Infinity, 'left'],
  ])('a numerical split of ML.NET compares %s in float32', (_, threshold, cell, expected) => {
    expect(side({ NumericalSplitThresholds: [threshold] }, [cell, 0])).toBe(expected)
  })

  it('a tree of ML.NET sends NaN right when it has no defaults for missing values', () => {
    expect(side({ NumericalSplitThresholds: ['Infinity'] }, [Number.NaN, 0])).toBe('right')
    expect(side({ NumericalSplitThresholds: [5] }, [Number.NaN, 0])).toBe('right')
  })

  it.each([
    ['below the threshold', 0.5, 0.25, 'left'],
    ['at the threshold, both rounded to float32', 0.1, 0.1, 'left'],
    ['above the threshold', 0.5, 1.5, 'right'],
    ['threshold + 1 that rounds back to the threshold', 16777216, 16777217, 'left'],
    ['infinite like the threshold', 'Infinity', 'Infinity', 'left'],
  ])('a numerical split of ML.NET replaces NaN by a default %s', (_, threshold, replacement, expected) => {
    const tree = { NumericalSplitThresholds: [threshold], DefaultValueForMissing: [replacement] }
    expect(side(tree, [Number.NaN, 0])).toBe(expected)
  })

  it('ML.NET defaults that are all 0 are ignored, so NaN goes right; a 0 among other defaults counts', () => {
    const root = { NumberOfNodes: 2, NumberOfLeaves: 3, LeftChild: [1, -1], RightChild: [-2, -3] }
    const arrays = { NumericalSplitFeatureIndexes: [0, 0], NumericalSplitThresholds: [5, 7] }
    const rest = { CategoricalSplitFlags: [false, false], LeafValues: [-1, 1, 2] }
    const tree = { ...root, ...arrays, ...rest }
    expect(side({ ...tree, DefaultValueForMissing: [0, -0] }, [Number.NaN, 0])).toBe('right')
    expect(side({ ...tree, DefaultValueForMissing: [0, 7] }, [Number.NaN, 0])).toBe('left')
  })
})

describe('a tree of ML.NET without nodes', () => {
  it('a tree of ML.NET without nodes scores 0 for any leaf value', () => {
    const none = { NumberOfNodes: 0, NumberOfLeaves: 1, LeftChild: [], RightChild: [], LeafValues: [7] }
    const arrays = { NumericalSplitFeatureIndexes: [], NumericalSplitThresholds: [], CategoricalSplitFlags: [] }
    const model = fasttreeModel([fasttreeStump({ ...none, ...arrays }), fasttreeStump()])
    expect(compileEnsemble(parseFasttree(model), { engine: 'js' }).rawScore([1, 0])).toBe(1)
  })
})

describe('a categorical split of ML.NET', () => {
  const slots = {
    CategoricalSplitFlags: [true],
    CategoricalSplitFeatures: [[0, 1]],
    CategoricalSplitFeatureRanges: [[0, 1]],
    NumericalSplitFeatureIndexes: [-1],
    NumericalSplitThresholds: [7],
  }

  it.each([
    ['no slot is set', [0, 0], 'left'],
    ['one slot is set', [0, 1], 'right'],
    ['a slot is barely above 0 in float32', [1e-45, 0], 'right'],
    ['a slot is above 0 in double only', [1e-46, 0], 'left'],
    ['slots are negative', [-1, -0], 'left'],
    ['a slot is NaN', [Number.NaN, 0], 'left'],
    ['one slot is NaN and the other is set', [Number.NaN, 0.3], 'right'],
  ])(
    'a categorical split of ML.NET ignores feature index and threshold; if %s (%j) the row goes %s',
    (_, row, expected) => {
      expect(side(slots, row)).toBe(expected)
    },
  )

  it('a categorical split of ML.NET counts NaN as a set slot only if its default is above 0', () => {
    expect(side({ ...slots, DefaultValueForMissing: [1] }, [Number.NaN, 0])).toBe('right')
    expect(side({ ...slots, DefaultValueForMissing: [-1] }, [Number.NaN, 0])).toBe('left')
  })
})

describe('an additive model of ML.NET', () => {
  const shape = { BinUpperBounds: [-1, 0.1, 2, 'Infinity'], BinEffects: [10, 20, 30, 40] }
  const gam = { Bias: 0.5, ShapeFunctions: [shape, null] }
  const model = fasttreeModel([], { ensemble: null, gam, calibrator: null, task: 'regression' })
  const evaluator = compileEnsemble(parseFasttree(model))

  it.each([
    ['in the first bin whose bound is not below it', -1, 10],
    ['just above a bound in the next', -0.9999999, 20],
    ['above a double bound when float32 rounds it up', 0.1, 30],
    ['above the last finite bound in the last bin', 1e30, 40],
    ['at infinity in the last bin', Infinity, 40],
    ['that is NaN in bin 0', Number.NaN, 10],
  ])('an additive model of ML.NET puts a value %s (%d)', (_, cell, effect) => {
    expect(evaluator.rawScore([cell, 0])).toBe(effect + 0.5)
    expect(evaluator.leafIndices(Float64Array.of(cell, 0))).toEqual(Int32Array.of(effect / 10 - 1))
  })

  it('an additive model of ML.NET ignores features without a shape function and keeps its bias in every run of iterations', () => {
    expect(evaluator.numberOfTrees).toBe(1)
    expect(evaluator.rawScore([0, 99])).toBe(20.5)
    expect(evaluator.rawScores(Float64Array.of(0, 99), { startIteration: 1 })).toEqual(Float64Array.of(0.5))
  })

  it('each class of additive ML.NET models adds its own bias', () => {
    const calibrator = { type: 'PlattCalibrator', Slope: -1, Offset: 0 }
    const subModel = (Bias: number) => ({ modelType: 'GamBinaryModelParameters', gam: { ...gam, Bias }, calibrator })
    const subModels = [subModel(0.5), subModel(-7)]
    const classes = { ensemble: null, calibrator: null, task: 'multiclass', outputFormula: 'Raw', subModels }
    const multiclass = compileEnsemble(parseFasttree(fasttreeModel([], classes)), { engine: 'js' })
    expect(multiclass.rawScores(Float64Array.of(0, 99, 3, 99))).toEqual(Float64Array.of(20.5, 13, 40.5, 33))
  })
})
