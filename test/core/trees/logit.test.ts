import { describe, expect, it } from 'vitest'
import { compileEnsemble, compileLogits, logit } from '#core/trees/compile.ts'
import type { Sigmoid } from '#core/trees/form/links.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { fasttreeModel, fasttreeStump, lightgbmConstant, lightgbmDump, lightgbmStump } from './tiny.ts'

const lightgbm = (trees: unknown[], extra: Record<string, unknown> = {}) =>
  compileEnsemble(parseLightgbm(lightgbmDump(trees, extra)))

describe('logit of a binary model', () => {
  it('the logit of a binary model of LightGBM is sigmoid · raw', () => {
    expect(logit(lightgbm([lightgbmConstant(3)], { objective: 'binary sigmoid:0.7' }), [0, 0])).toBe(0.7 * 3)
  })

  it('the logit of an ML.NET model is -(Slope · Score + Offset), computed from the float32 score without rounding', () => {
    const calibrator = { type: 'PlattCalibrator', Slope: -0.4, Offset: 0.3 }
    const evaluator = compileEnsemble(
      parseFasttree(fasttreeModel([fasttreeStump({ LeafValues: [0.1, 1] })], { calibrator })),
    )
    expect(logit(evaluator, [0, 0])).toBe(-(-0.4 * Math.fround(0.1) + 0.3))
  })

  it('the logit of a LightGBM random forest uses the mean score', () => {
    expect(logit(lightgbm([1, 2].map(lightgbmConstant), { average_output: true }), [0, 0])).toBe(1.5)
  })

  it.each(['sum', 'average'])('a compiled logit of %s is the logit, for one row and for many', (aggregation) => {
    const model = parseFasttree(
      fasttreeModel([fasttreeStump(), fasttreeStump()], {
        aggregation,
        calibrator: { type: 'PlattCalibrator', Slope: -0.4, Offset: 0.3 },
      }),
    )
    const expected = logit(compileEnsemble(model), [0, 0])
    const scorer = compileLogits(model, model.link as Sigmoid, {})
    scorer.row.fill(0)
    const many = new Float64Array(1)
    scorer.logits(new Float64Array(2), many)
    expect([scorer.logitOfRow(), many[0]]).toEqual([expected, expected])
  })

  it('the logit stays exact where the probability has rounded to 1, and is +0 for an even model', () => {
    const certain = lightgbm([lightgbmConstant(50)])
    expect([certain.predict([0, 0]), logit(certain, [0, 0])]).toEqual([1, 50])
    expect(logit(compileEnsemble(parseFasttree(fasttreeModel([]))), [0, 0])).toBe(0)
  })

  it('the logit equals the log odds of predict', () => {
    const evaluator = lightgbm([lightgbmStump()])
    const p = evaluator.predict([0, 0])
    expect(Math.log(p / (1 - p))).toBeCloseTo(logit(evaluator, [0, 0]), 14)
  })

  it.each([
    ['regression', 1],
    ['poisson', 1],
    ['multiclass num_class:2', 2],
    ['multiclassova num_class:2', 2],
  ])('logit refuses %s', (objective, num_tree_per_iteration) => {
    const evaluator = lightgbm([1, 2].map(lightgbmConstant), { objective, num_tree_per_iteration })
    expect(() => logit(evaluator, [0, 0])).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringContaining('binary model') }),
    )
  })
})
