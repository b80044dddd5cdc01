import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { callRefusal } from './refusal.ts'
import { lightgbmConstant, lightgbmDump, lightgbmStump } from './tiny.ts'

const ensemble = parseLightgbm(lightgbmDump([lightgbmStump(), lightgbmStump({ split_feature: 1 })]))
const evaluator = compileEnsemble(ensemble, { engine: 'js' })
const rows = Float64Array.of(0, 0, 0, 1, 1, 1)

describe('an evaluator', () => {
  it('an evaluator states the numbers of features, trees and outputs', () => {
    const { engine, numberOfFeatures, numberOfOutputs, numberOfTrees } = evaluator
    expect({ engine, numberOfFeatures, numberOfOutputs, numberOfTrees }).toEqual({
      engine: 'js',
      numberOfFeatures: 2,
      numberOfOutputs: 1,
      numberOfTrees: 2,
    })
    expect(evaluator.ensemble.featureNames).toEqual(['gold', 'kills'])
  })

  it('a batch gives the same results as its single rows', () => {
    expect(evaluator.rawScores(rows)).toEqual(Float64Array.of(-2, 0, 2))
    expect(evaluator.leafIndices(rows)).toEqual(Int32Array.of(0, 0, 0, 1, 1, 1))
    expect(evaluator.predictions(new Float64Array(0))).toEqual(new Float64Array(0))
  })

  it('an evaluator takes any array-like row and does not change it', () => {
    const row = Object.freeze([0, 1])
    const rows = [row, Float32Array.of(0, 1), Float64Array.of(0, 1), { length: 2, 0: 0, 1: 1 }]
    expect(rows.map((cells) => evaluator.rawScore(cells))).toEqual([0, 0, 0, 0])
  })

  it('an evaluator fills and returns the buffer it is given', () => {
    const out = new Float64Array(3)
    const leaves = new Int32Array(6)
    expect(evaluator.predictions(rows, { out })).toBe(out)
    expect(out).toEqual(evaluator.predictions(rows))
    expect(evaluator.leafIndices(rows, { out: leaves })).toBe(leaves)
  })

  it('an evaluator uses the iterations that LightGBM would use', () => {
    const counted = compileEnsemble(parseLightgbm(lightgbmDump([1, 10, 100].map(lightgbmConstant))))
    const score = (startIteration?: number, numIteration?: number) =>
      counted.rawScores(Float64Array.of(0, 0), {
        ...(startIteration === undefined ? {} : { startIteration }),
        ...(numIteration === undefined ? {} : { numIteration }),
      })[0]
    expect([score(), score(0, 1), score(1, 1), score(1), score(1, 99), score(2, 0), score(0, -1)]).toEqual([
      111, 1, 10, 110, 110, 100, 111,
    ])
    expect([score(-5, 2), score(3), score(99, 1)]).toEqual([11, 0, 0])
  })

  it.each([
    ['a row that is too short', () => evaluator.predict([1]), 'row: expected 2 numbers, got 1'],
    ['a row that is too long', () => evaluator.rawScore([1, 2, 3]), 'row: expected 2 numbers, got 3'],
    ['a row that is not an array', () => evaluator.predict(null as never), 'row: expected 2 numbers, got null'],
    [
      'a cell that is null',
      () => evaluator.predict([1, null] as never),
      'row[1] (kills): expected a number, got null; NaN means missing',
    ],
    [
      'a cell that is absent',
      () => evaluator.predict(new Array(2)),
      'row[0] (gold): expected a number, got undefined; NaN means missing',
    ],
    [
      'cells that are bigints',
      () => evaluator.predict(BigInt64Array.of(1n, 2n) as never),
      'row[0] (gold): expected a number, got 1',
    ],
    [
      'a row of floats that is too long',
      () => evaluator.predict(new Float64Array(3)),
      'row: expected 2 numbers, got 3',
    ],
    ['a cell that is text', () => evaluator.predict(['1', 2] as never), 'row[0] (gold): expected a number, got "1"'],
    [
      'a batch that ends within a row',
      () => evaluator.predictions(new Float64Array(3)),
      'rows: expected a multiple of 2 numbers, got 3',
    ],
    [
      'rows as arrays',
      () => evaluator.rawScores([[1, 2]] as never),
      'rows: expected a Float64Array, row after row, got array of 1',
    ],
    [
      'a buffer that is too short',
      () => evaluator.rawScores(rows, { out: new Float64Array(2) }),
      'out: expected Float64Array of length 3, got 2',
    ],
    [
      'a buffer of another type',
      () => evaluator.leafIndices(rows, { out: new Float64Array(6) as never }),
      'out: expected Int32Array, got "Float64Array"',
    ],
    [
      'a fractional iteration',
      () => evaluator.rawScores(rows, { startIteration: 0.5 }),
      'startIteration: expected an integer, got 0.5',
    ],
    [
      'a length that is NaN',
      () => evaluator.rawScores(rows, { numIteration: Number.NaN }),
      'numIteration: expected an integer, got NaN',
    ],
  ])('an evaluator refuses %s', (_, run, message) => {
    expect(callRefusal(run)).toEqual({ code: 'invalid_argument', message })
  })
})

describe('compileEnsemble', () => {
  it.each([
    ['js', 'js'],
    ['wasm', 'wasm'],
    ['auto', 'wasm'],
  ] as const)('compileEnsemble with %s chooses the engine %s and names it in the plan', (engine, expected) => {
    const compiled = compileEnsemble(ensemble, { engine })
    expect([compiled.engine, compiled.plan.engine]).toEqual([expected, expected])
  })

  it('compileEnsemble refuses an unknown engine and an unparsed model', () => {
    expect(callRefusal(() => compileEnsemble(ensemble, { engine: 'gpu' as never }))).toEqual({
      code: 'invalid_argument',
      message: 'engine: expected auto, js or wasm, got "gpu"',
    })
    for (const model of [null, '{}', lightgbmDump([])]) {
      expect(callRefusal(() => compileEnsemble(model as never))).toMatchObject({ code: 'invalid_argument' })
    }
  })
})
