import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { fasttreeModel, fasttreeStump, fasttreeThreeLeaves } from './tiny.ts'

// Two trees over x0, x1 and a one-hot group c.a, c.b, c.c, small enough to check every number by hand.
const model = fasttreeModel(
  [
    fasttreeThreeLeaves({ NumericalSplitThresholds: [0.1, 5.5], LeafValues: [-0.75, 1.25, 0.5] }),
    fasttreeStump({
      NumericalSplitFeatureIndexes: [2],
      CategoricalSplitFlags: [true],
      LeafValues: [-0.3, 0.9375],
      CategoricalSplitFeatures: [[2, 4]],
      CategoricalSplitFeatureRanges: [[2, 4]],
    }),
  ],
  { numberOfFeatures: 5, featureNames: ['x0', 'x1', 'c.a', 'c.b', 'c.c'] },
)

describe('worked example', () => {
  const ensemble = parseFasttree(model)
  const evaluator = compileEnsemble(ensemble)

  it.each([
    // x0 = 0.1 is not above the threshold in float32; a reader that rounds only one of the two gets 2.1875
    [[0.1, 7, 0, 0, 1], [2, 1], 1.4375, 0.6399161219596863],
    // NaN goes right; the group's slot c.b is not listed
    [[Number.NaN, 3, 0, 1, 0], [1, 0], 0.949999988079071, 0.5938730835914612],
    [[-1, 5.5, 0, 0, 0], [0, 0], -1.0499999523162842, 0.39651674032211304],
  ])(
    'the worked example sends the row %j to the leaves %j, with Score %d and Probability %d',
    (row, leaves, score, probability) => {
      expect(evaluator.leafIndices(Float64Array.from(row))).toEqual(Int32Array.from(leaves))
      expect(evaluator.rawScore(row)).toBe(score)
      expect(evaluator.predict(row)).toBe(probability)
    },
  )

  it('the worked example is stored flat: nodes and leaves of both trees in one sequence', () => {
    const { trees } = ensemble
    expect(trees.root).toEqual(Int32Array.of(0, 2))
    expect(trees.left).toEqual(Int32Array.of(1, ~0, ~3))
    expect(trees.right).toEqual(Int32Array.of(~1, ~2, ~4))
    expect(trees.firstLeaf).toEqual(Int32Array.of(0, 3, 5))
    expect(trees.leafValue).toEqual(Float64Array.of(-0.75, 1.25, 0.5, -0.3, 0.9375))
    expect(trees.setItems).toEqual(Int32Array.of(2, 4))
    expect(ensemble.featureNames).toEqual(['x0', 'x1', 'c.a', 'c.b', 'c.c'])
    expect(ensemble.warnings).toEqual([])
  })
})
