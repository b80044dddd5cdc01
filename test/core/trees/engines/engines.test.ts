import { describe, expect, it } from 'vitest'
import { createEvaluator } from '#core/trees/create-evaluator.ts'
import { mostLeavesOf } from '#core/trees/engines/wasm/table/table-layout.ts'
import type { Evaluator } from '#core/trees/evaluator.ts'
import { splitDecision } from '#core/trees/form/scoring-rules.ts'
import type { TreeEnsemble } from '#core/trees/form/tree-ensemble.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { amount, runsAll } from '../../../support/amount.ts'
import { fasttreeFixture, fixtureNames, lightgbmFixture, numbers } from '../fixtures.ts'
import { engineNames, engineOf } from './engines.ts'
import { createInterpreter } from './interpreter.ts'

/** Evaluators on each engine and kernel. `table` cannot serve large trees nor `treelets` categories; these must refuse with a reason. */
function evaluators(ensemble: TreeEnsemble): [string, Evaluator][] {
  return engineNames
    .filter((name) => name !== 'table' || mostLeavesOf(ensemble.trees) <= 64)
    .filter(
      (name) => name !== 'treelets' || ensemble.trees.decision.every((decision) => decision < splitDecision.inBitset),
    )
    .filter((name) => ensemble.trees.root.length > 0 || !['table', 'treelets', 'bitvector'].includes(name))
    .map((name) => [name, createEvaluator(ensemble, engineOf(name, ensemble))])
}

const slices = [{ startIteration: 1 }, { numIteration: 1 }, { startIteration: 3, numIteration: 5 }]

/** Results of the interpreter, computed once for all engines. */
function answersOf(ensemble: TreeEnsemble, rows: Float64Array) {
  const reference = createEvaluator(ensemble, createInterpreter(ensemble))
  return {
    all: reference.rawScores(rows),
    ofSlices: slices.map((slice) => reference.rawScores(rows, slice)),
    leaves: reference.leafIndices(rows),
  }
}

/** Compares all results of an engine in one test per model, since kernels differ but their test cases do not. */
function expectAnswers(evaluator: Evaluator, expected: ReturnType<typeof answersOf>, rows: Float64Array): void {
  const { numberOfFeatures, numberOfOutputs } = evaluator
  const count = rows.length / numberOfFeatures
  const { all, ofSlices, leaves } = expected
  for (const some of (runsAll ? [1, 2, 15, 16, 17, 129, count - 1] : [1, 17, 129]).filter((n) => n < count)) {
    expect(evaluator.rawScores(rows.subarray(0, some * numberOfFeatures))).toEqual(all.slice(0, some * numberOfOutputs))
  }
  const singles = Math.min(count, amount(100, count))
  const single = Array.from({ length: singles }, (_, r) =>
    evaluator.rawScore(rows.subarray(r * numberOfFeatures, (r + 1) * numberOfFeatures)),
  )
  expect(Float64Array.from(single)).toEqual(all.filter((_, i) => i % numberOfOutputs === 0).slice(0, singles))
  for (const [index, slice] of slices.entries()) expect(evaluator.rawScores(rows, slice)).toEqual(ofSlices[index])
  expect(evaluator.leafIndices(rows)).toEqual(leaves)
}

/** Models of a trainer; every third one in the quick run, as the kernels have tests of their own. */
const modelsOf = (trainer: 'lightgbm' | 'fasttree') => fixtureNames(trainer).filter((_, i) => i % amount(5, 1) === 0)

describe.each(modelsOf('lightgbm'))('LightGBM model %s', (name) => {
  const fixture = lightgbmFixture(name)
  const ensemble = parseLightgbm(fixture.model)
  const rows = numbers(fixture.rows)
  const expected = answersOf(ensemble, rows)

  it.each(evaluators(ensemble))(
    'engine %s gives a LightGBM model its scores and leaves bit for bit',
    (_, evaluator) => {
      const { start_iteration: startIteration, num_iteration: numIteration, raw } = fixture.raw_slice
      expect(evaluator.rawScores(rows)).toEqual(numbers(fixture.raw))
      expect(evaluator.leafIndices(rows)).toEqual(Int32Array.from(fixture.leaf.flat()))
      expect(evaluator.rawScores(rows, { startIteration, numIteration })).toEqual(numbers(raw))
      expectAnswers(evaluator, expected, rows)
    },
  )
})

describe.each(modelsOf('fasttree'))('ML.NET model %s', (name) => {
  const fixture = fasttreeFixture(name)
  const ensemble = parseFasttree(fixture.model)
  const rows = numbers(fixture.rows)
  const expected = answersOf(ensemble, rows)

  it.each(evaluators(ensemble))('engine %s gives an ML.NET model its scores and leaves bit for bit', (_, evaluator) => {
    const { Score, Probability } = fixture.expected
    expect(evaluator.predictions(rows)).toEqual(Float64Array.from(numbers(Probability ?? Score), Math.fround))
    expectAnswers(evaluator, expected, rows)
  })
})
