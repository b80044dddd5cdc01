import { describe, expect, it } from 'vitest'
import { loadEnsemble, saveEnsemble } from '#core/trees/binary/ensemble-file.ts'
import { parseCatboost } from '#core/trees/catboost/parse-catboost.ts'
import { compileEnsemble } from '#core/trees/compile.ts'
import { goldenEvaluators } from '../engines/engines.ts'
import { flat } from '../xgboost/fixtures.ts'
import { catboostBytes, catboostFixture, catboostNames, encodedRows } from './fixtures.ts'

describe.each(catboostNames)('CatBoost model %s', (name) => {
  const fixture = catboostFixture(name)
  const bytes = catboostBytes(`${name}.model.json`)
  const ensemble = parseCatboost(bytes)
  const usual = compileEnsemble(ensemble)
  const rows = encodedRows(fixture, usual)
  const raw = flat(fixture.raw)
  const width = ensemble.numberOfFeatures

  it.each(goldenEvaluators(ensemble))('has the raw scores, slices and leaves of CatBoost in %s', (_, evaluatorOf) => {
    const evaluator = evaluatorOf()
    const outputs = evaluator.numberOfOutputs
    expect(evaluator.rawScores(rows)).toEqual(raw)
    for (const some of [1, 7, 17, 130]) {
      expect(evaluator.rawScores(rows.subarray(0, some * width))).toEqual(raw.slice(0, some * outputs))
    }
    const single = fixture.rows.map((_, r) => evaluator.rawScore(rows.subarray(r * width, (r + 1) * width)))
    expect(Float64Array.from(single)).toEqual(raw.filter((_, i) => i % outputs === 0))
    expect(evaluator.leafIndices(rows)).toEqual(Int32Array.from(flat(fixture.leaf)))
    for (const { ntree_start: startIteration, ntree_end, raw: part } of fixture.slice) {
      const slice = { startIteration, numIteration: ntree_end - startIteration }
      expect(evaluator.rawScores(rows, slice)).toEqual(flat(part))
    }
  })

  it('is the same as text, as an object and after saving', () => {
    expect(parseCatboost(bytes.toString())).toEqual(ensemble)
    expect(parseCatboost(JSON.parse(bytes.toString()))).toEqual(ensemble)
    expect(loadEnsemble(saveEnsemble(ensemble))).toEqual(ensemble)
  })

  it('has the predictions of CatBoost, within the error of its exponential', () => {
    const { kind } = ensemble.link
    const { probability, uncertainty, exponent } = fixture
    const expected = flat(probability ?? uncertainty ?? (kind === 'exp' ? exponent : null) ?? fixture.raw)
    const found = usual.predictions(rows)
    const isHalf = kind === 'sigmoid' && found.length < expected.length
    const both = isHalf ? Float64Array.from([...found].flatMap((p) => [1 - p, p])) : found
    const wrong = both.findIndex((value, i) => {
      const limit =
        kind === 'sigmoid' ? 1e-15 : expected[i]! * 2 ** -52 * (4 + largestExponent(expected[i]!)) + Number.MIN_VALUE
      return !Object.is(value, expected[i]) && !(Math.abs(value - expected[i]!) <= limit)
    })
    expect(wrong).toBe(-1)
  })

  it.runIf(fixture.class !== undefined)('has the classes of CatBoost', () => {
    const names = Array.from(usual.labels(rows), (label) => String(ensemble.classNames![label]))
    expect(names).toEqual(fixture.class!.map(String))
  })

  it.runIf(fixture.shap !== undefined && ensemble.scale === 1 && fixture.shap_weights === 'model')(
    'has the contributions of CatBoost',
    () => {
      const parts = usual.contributions(rows.subarray(0, fixture.shap!.length * width))
      expect(largestDifference(parts, flat(fixture.shap))).toBeLessThan(1e-13 * sizeOf(raw))
    },
  )

  it.runIf(fixture.interactions !== undefined)('has the interactions of CatBoost', () => {
    const side = width + 1
    const isOwn = (_: number, i: number) => i % side === width || Math.floor(i / side) % side === width
    const some = usual.interactions(rows.subarray(0, 10 * width)).map((value, i) => (isOwn(value, i) ? 0 : value))
    const expected = flat(fixture.interactions).map((value, i) => (isOwn(value, i) ? 0 : value))
    expect(largestDifference(some, expected)).toBeLessThan(1e-13 * sizeOf(raw))
  })
})

/** Size of the exponent whose exponential a prediction is. */
function largestExponent(value: number): number {
  return Math.abs(Math.log(Math.max(value, 2 ** -1022)))
}

function sizeOf(raw: Float64Array): number {
  return raw.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 1)
}

function largestDifference(found: Float64Array, expected: Float64Array): number {
  expect(found.length).toBe(expected.length)
  return found.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i]!)), 0)
}
