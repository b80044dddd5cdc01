import { describe, expect, it } from 'vitest'
import { compileEnsemble, logit } from '#core/trees/compile.ts'
import { resolveSlice } from '#core/trees/create-evaluator.ts'
import { packBitset } from '#core/trees/form/sets.ts'
import { parseObjective } from '#core/trees/lightgbm/header.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { readCalibrator } from '#core/trees/mlnet/calibrator.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'

// Copies the examples of the doc comments word for word.
describe('documented examples', () => {
  it('the documented examples of parseLightgbm, compileEnsemble and logit give the documented results', () => {
    const leaf = (leaf_index: number, leaf_value: number) => ({ leaf_index, leaf_value })
    const ensemble = parseLightgbm({
      name: 'tree',
      version: 'v4',
      num_class: 1,
      num_tree_per_iteration: 1,
      max_feature_idx: 0,
      objective: 'binary sigmoid:1',
      average_output: false,
      feature_names: ['gold'],
      tree_info: [
        {
          num_leaves: 2,
          tree_structure: {
            split_index: 0,
            split_feature: 0,
            threshold: 1.5,
            decision_type: '<=',
            default_left: true,
            missing_type: 'None',
            left_child: leaf(0, -1),
            right_child: leaf(1, 1),
          },
        },
      ],
    })
    const evaluator = compileEnsemble(ensemble)
    expect(evaluator.rawScore([2])).toBe(1)
    expect(evaluator.predict([2])).toBe(0.7310585786300049)
    expect(evaluator.predictions(Float64Array.of(1, 2))).toEqual(
      Float64Array.of(0.2689414213699951, 0.7310585786300049),
    )
    expect(logit(evaluator, [2])).toBe(1)
  })

  it('the documented example of parseFasttree gives the documented result', () => {
    const ensemble = parseFasttree({
      format: 'mlnet-fasttree',
      formatVersion: 1,
      modelType: 'FastTreeBinaryModelParameters',
      task: 'binary',
      numberOfFeatures: 1,
      featureNames: ['gold'],
      aggregation: 'sum',
      outputTransform: 'identity',
      ensemble: {
        Bias: 0,
        TreeWeights: [1],
        Trees: [
          {
            NumberOfNodes: 1,
            NumberOfLeaves: 2,
            LeftChild: [-1],
            RightChild: [-2],
            NumericalSplitFeatureIndexes: [0],
            NumericalSplitThresholds: [0.5],
            CategoricalSplitFlags: [false],
            LeafValues: [-1, 1],
            CategoricalSplitFeatures: null,
            CategoricalSplitFeatureRanges: null,
            DefaultValueForMissing: null,
          },
        ],
      },
      calibrator: { type: 'PlattCalibrator', Slope: -0.4, Offset: 0 },
    })
    expect(compileEnsemble(ensemble).predict([2])).toBe(0.5986876487731934)
  })

  it('the documented examples of the internal functions give the documented results', () => {
    expect(packBitset([0, 33])).toEqual([1, 2])
    expect(packBitset([2147483647])).toBeNull()
    expect(resolveSlice(20, 15, 10)).toEqual({ first: 15, last: 20 })
    expect(resolveSlice(20, undefined, undefined)).toEqual({ first: 0, last: 20 })
    expect(parseObjective('binary sigmoid:0.7', 1).link).toEqual({ kind: 'sigmoid', slope: 0.7, offset: 0 })
    const calibrator = { type: 'PlattCalibrator', Slope: -0.4, Offset: 0 }
    expect(readCalibrator(calibrator, '$.calibrator')).toEqual({ slope: 0.4, offset: 0 })
  })
})
