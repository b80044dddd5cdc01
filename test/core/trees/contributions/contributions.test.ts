import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { prepareRow } from '#core/trees/form/scoring-rules.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { amount } from '../../../support/amount.ts'
import { near } from '../../../support/plain-expect.ts'
import { randomCase } from '../engines/random-ensemble.ts'
import { fixtureNames, lightgbmFixture, numbers } from '../fixtures.ts'
import { lightgbmConstant, lightgbmDump } from '../tiny.ts'
import { shapleyByDefinition, withCounts } from './shapley-by-definition.ts'

const fixtures = fixtureNames('lightgbm')
  .filter((_, i) => i % amount(3, 1) === 0)
  .map((name) => ({ name, ...(lightgbmFixture(name) as ReturnType<typeof lightgbmFixture> & { contrib?: unknown[] }) }))
  .filter(({ contrib }) => contrib !== undefined)

/** Rounding error of the sum of contributions against the raw score, relative to the sum of their magnitudes. */
const sumTolerance = 1e-13

/** Tolerance between two ways to compute, relative to the leaves: a path of six features loses a few of 53 bits. */
const definitionTolerance = 1e-13

describe.each(fixtures)('contributions of LightGBM model $name', ({ model, rows: cells, contrib }) => {
  const evaluator = compileEnsemble(parseLightgbm(model), { engine: 'js' })
  const { numberOfFeatures, numberOfOutputs } = evaluator
  const rows = numbers(cells)
  const all = evaluator.contributions(rows)
  const width = numberOfFeatures + 1

  it('contributions equal LightGBM’s pred_contrib bit for bit', () => {
    const expected = numbers(contrib as unknown[])
    expect(expected.length).toBeGreaterThan(0)
    expect(all.subarray(0, expected.length)).toEqual(expected)
  })

  it('contributions sum to the raw scores', () => {
    evaluator.rawScores(rows).forEach((raw, i) => {
      const parts = all.subarray(i * width, (i + 1) * width)
      const magnitude = parts.reduce((sum, part) => sum + Math.abs(part), 0)
      const sum = parts.reduce((total, part) => total + part, 0)
      near(sum, raw, sumTolerance * magnitude)
    })
  })

  it('contributions are the same for a single row, in any batch and in a given buffer', () => {
    const single = cells.slice(0, amount(40, cells.length)).flatMap((row) => [...evaluator.contributions(numbers(row))])
    expect(Float64Array.from(single)).toEqual(all.subarray(0, single.length))
    const out = new Float64Array(3 * numberOfOutputs * width).fill(7)
    expect(evaluator.contributions(rows.subarray(0, 3 * numberOfFeatures), { out })).toBe(out)
    expect(out).toEqual(all.subarray(0, out.length))
  })
})

describe('contributions', () => {
  it('contributions equal Shapley’s definition for any trees and any training counts', () => {
    const shape = fc.record({
      precision: fc.constant('float64' as const),
      outputs: fc.integer({ min: 1, max: 3 }),
      mostTrees: fc.constantFrom(1, 4),
      mostNodes: fc.constantFrom(0, 1, 7, 40),
      features: fc.integer({ min: 1, max: 6 }),
      linear: fc.constant(false),
      plain: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.integer(), shape, fc.integer({ min: 0, max: 12 }), (seed, drawn, count) => {
        const { ensemble, rows } = withCounts(randomCase(seed, drawn, count), seed)
        const actual = compileEnsemble(ensemble, { engine: 'js' }).contributions(rows)
        const row = new Float64Array(drawn.features)
        const expected = Array.from({ length: count }, (_, r) => {
          prepareRow(rows, r * drawn.features, row, ensemble.precision)
          return shapleyByDefinition(ensemble, row)
        }).flat()
        const magnitude = ensemble.trees.leafValue.reduce((sum, value) => sum + Math.abs(value), 0)
        expect(actual.length).toBe(expected.length)
        expected.forEach((value, i) => {
          near(actual[i] as number, value, definitionTolerance * magnitude)
        })
      }),
      { numRuns: amount(12, 150) },
    )
  })

  it('contributions of a row do not depend on the other rows of the batch', () => {
    const { model, rows: cells } = lightgbmFixture('multiclass')
    const evaluator = compileEnsemble(parseLightgbm(model), { engine: 'js' })
    const { numberOfFeatures, numberOfOutputs } = evaluator
    const step = numberOfOutputs * (numberOfFeatures + 1)
    const rows = numbers(cells)
    const expected = evaluator.contributions(rows)
    const picked = Array.from({ length: 250 }, (_, i) => (i * 7919 + (i >> 4)) % cells.length)
    const batch = numbers(picked.map((r) => cells[r]))
    const actual = evaluator.contributions(batch)
    picked.forEach((r, i) => {
      expect(actual.subarray(i * step, (i + 1) * step)).toEqual(expected.subarray(r * step, (r + 1) * step))
    })
  })

  it('contributions of a run of iterations equal those of a model with only these trees', () => {
    const { model, rows: cells } = lightgbmFixture('multiclass')
    const rows = numbers(cells.slice(0, 20))
    const classes = model.num_class as number
    const trees = (model.tree_info as unknown[]).slice(3 * classes, 7 * classes)
    const part = compileEnsemble(parseLightgbm({ ...model, tree_info: trees }), { engine: 'js' })
    const whole = compileEnsemble(parseLightgbm(model), { engine: 'js' })
    expect(whole.contributions(rows, { startIteration: 3, numIteration: 4 })).toEqual(part.contributions(rows))
    expect(whole.contributions(rows, { startIteration: 99999 }).every((value) => value === 0)).toBe(true)
  })

  it('contributions are all bias for trees of one leaf and zero without trees', () => {
    const rows = Float64Array.of(1, 2, 3, 4)
    const constants = compileEnsemble(parseLightgbm(lightgbmDump([0.5, 0.25].map(lightgbmConstant))))
    expect(constants.contributions(rows)).toEqual(Float64Array.of(0, 0, 0.75, 0, 0, 0.75))
    expect(compileEnsemble(parseLightgbm(lightgbmDump([]))).contributions(rows)).toEqual(new Float64Array(6))
    expect(constants.contributions(new Float64Array(0))).toEqual(new Float64Array(0))
  })
})

it('contributions count the base score of an ensemble as bias', () => {
  const ensemble = parseLightgbm(lightgbmFixture('binary').model)
  const row = new Float64Array(ensemble.numberOfFeatures)
  const plain = compileEnsemble(ensemble).contributions(row)
  const raised = compileEnsemble({ ...ensemble, baseScores: ensemble.baseScores.map(() => 1024) }).contributions(row)
  expect(raised.subarray(0, -1)).toEqual(plain.subarray(0, -1))
  expect(raised.at(-1)! - 1024).toBeCloseTo(plain.at(-1)!, 10)
})
