import { describe, expect, it } from 'vitest'
import { loadEnsemble, saveEnsemble } from '#core/trees/binary/ensemble-file.ts'
import { compileEnsemble } from '#core/trees/compile.ts'
import type { TreeEnsemble } from '#core/trees/form/tree-ensemble.ts'
import { parseXgboost } from '#core/trees/xgboost/parse-xgboost.ts'
import { goldenEvaluators } from '../engines/engines.ts'
import { largestFloatUlps } from '../ulps.ts'
import { denseRowsOf, flat, hasXgboostFile, rowsOf, xgboostBytes, xgboostFixture, xgboostNames } from './fixtures.ts'

describe.each(xgboostNames)('XGBoost model %s', (name) => {
  const fixture = xgboostFixture(name)
  const ensemble = parseXgboost(xgboostBytes(`${name}.model.json`))
  const rows = denseRowsOf(fixture)
  const margins = flat(fixture.margin)
  const count = fixture.rows.length

  it.each(goldenEvaluators(ensemble))('has the margins, slices and leaves of XGBoost in %s', (_, evaluatorOf) => {
    const evaluator = evaluatorOf()
    const { numberOfFeatures: width, numberOfOutputs: outputs } = evaluator
    expect(evaluator.rawScores(rows)).toEqual(margins)
    for (const some of [1, 7, 17, 130]) {
      expect(evaluator.rawScores(rows.subarray(0, some * width))).toEqual(margins.slice(0, some * outputs))
    }
    const single = Array.from({ length: count }, (_, r) =>
      evaluator.rawScore(rows.subarray(r * width, (r + 1) * width)),
    )
    expect(Float64Array.from(single)).toEqual(margins.filter((_, i) => i % outputs === 0))
    expect(evaluator.leafIndices(rows)).toEqual(Int32Array.from(flat(fixture.leaf)))
    if (fixture.slice === undefined) return
    const { begin, end, margin } = fixture.slice
    expect(evaluator.rawScores(rows, { startIteration: begin, numIteration: end - begin })).toEqual(flat(margin))
  })

  it('has the outputs of XGBoost within 2 units in the last place of a float32', () => {
    const outputs = compileEnsemble(ensemble).predictions(rows)
    const expected = flat(fixture.output)
    if (ensemble.link.kind !== 'softplusSteps') expect(largestFloatUlps(outputs, expected)).toBeLessThanOrEqual(2)
    // Steps cancel, so that a unit is one of the row's largest number.
    else expect(largestRowUlps(outputs, expected, ensemble.numberOfOutputs)).toBeLessThanOrEqual(4)
  })

  it('is the same as bytes in UBJSON, as text, as an object and after saving', () => {
    expect(parseXgboost(xgboostBytes(`${name}.model.json`).toString())).toEqual(ensemble)
    if (hasXgboostFile(`${name}.model.ubj`)) expect(parseXgboost(xgboostBytes(`${name}.model.ubj`))).toEqual(ensemble)
    expect(loadEnsemble(saveEnsemble(ensemble))).toEqual(ensemble)
  })

  it('scores the rows as they are given', () => {
    expect(compileEnsemble(ensemble).rawScores(rowsOf(fixture))).toEqual(margins)
  })

  it.runIf(fixture.contrib !== undefined)('has the contributions of XGBoost', () => {
    const few = flat(fixture.contrib).length / ((fixture.features + 1) * ensemble.numberOfOutputs)
    const parts = compileEnsemble(ensemble).contributions(rows.subarray(0, few * fixture.features))
    expect(largestDifference(parts, flat(fixture.contrib))).toBeLessThan(1e-5)
    expectSums(ensemble, rows.subarray(0, few * fixture.features), parts)
  })

  it.runIf(fixture.interactions !== undefined)('has the interactions of XGBoost', () => {
    const parts = compileEnsemble(ensemble).interactions(rows.subarray(0, 10 * fixture.features))
    expect(largestDifference(parts, flat(fixture.interactions))).toBeLessThan(1e-5)
  })
})

/** Largest difference, relative to the largest number. */
function largestDifference(found: Float64Array, expected: Float64Array): number {
  expect(found.length).toBe(expected.length)
  const largest = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return found.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i]!)), 0) / (largest || 1)
}

function largestRowUlps(found: Float64Array, expected: Float64Array, width: number): number {
  return found.reduce((most, value, i) => {
    const row = expected.subarray(i - (i % width), i - (i % width) + width)
    const largest = row.reduce((size, one) => Math.max(size, Math.abs(one)), 0)
    const unit = 2 ** (Math.floor(Math.log2(largest)) - 23)
    return Math.max(most, Math.abs(value - expected[i]!) / unit)
  }, 0)
}

/** Contributions add up to the margin in exact arithmetic: base and leaves as doubles. */
function expectSums(ensemble: TreeEnsemble, rows: Float64Array, parts: Float64Array): void {
  const exact = compileEnsemble({ ...ensemble, sums: 'float64' }).rawScores(rows)
  const width = ensemble.numberOfFeatures + 1
  exact.forEach((margin, i) => {
    const own = parts.subarray(i * width, (i + 1) * width)
    const size = own.reduce((sum, part) => sum + Math.abs(part), 0)
    expect(Math.abs(own.reduce((sum, part) => sum + part, 0) - margin)).toBeLessThanOrEqual(1e-9 * size)
  })
}
