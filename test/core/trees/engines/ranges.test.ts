import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mostLeavesOf } from '#core/trees/engines/wasm/table/table-layout.ts'
import { createTreesBuilder } from '#core/trees/form/build-trees.ts'
import { checkTrees } from '#core/trees/form/check-trees.ts'
import { goesLeft } from '#core/trees/form/scoring-rules.ts'
import { below, integerRanges, rangesOf } from '#core/trees/form/sets.ts'
import { amount } from '../../../support/amount.ts'
import { engineNames, engineOf } from './engines.ts'
import { randomCase } from './random-ensemble.ts'
import { expectSameAnswers } from './same-answers.ts'

describe.each(engineNames.filter((name) => name !== 'treelets'))('ranges in %s', (name) => {
  it('ranges and comparisons on cells of any precision, with sums of any arithmetic, have the bits of the interpreter', () => {
    const shape = fc.record({
      precision: fc.constantFrom('float32' as const, 'double' as const),
      ranges: fc.constantFrom('float64' as const, 'rounded' as const, 'float32' as const),
      outputs: fc.integer({ min: 1, max: 3 }),
      mostTrees: fc.constantFrom(1, 5, 40),
      mostNodes: fc.constantFrom(1, 7, 60),
      features: fc.integer({ min: 1, max: 6 }),
      linear: fc.constant(false),
      plain: fc.constant(true),
    })
    fc.assert(
      fc.property(fc.integer(), shape, fc.integer({ min: 1, max: 150 }), (seed, drawn, count) => {
        const { ensemble, rows } = randomCase(seed, drawn, count)
        fc.pre(ensemble.trees.root.length > 0 && (name !== 'table' || mostLeavesOf(ensemble.trees) <= 64))
        checkTrees(ensemble.trees, ensemble)
        expectSameAnswers(ensemble, engineOf(name, ensemble), rows)
      }),
      { numRuns: amount(25, 300) },
    )
  })
})

describe('a set of ranges', () => {
  function has(limits: Float64Array, value: number): boolean {
    const builder = createTreesBuilder()
    const { decision, set } = builder.addRanges(limits)
    builder.addTree(0, {
      feature: [0],
      decision: [decision],
      threshold: [set],
      left: [-1],
      right: [-2],
      leafValue: [0, 1],
      linear: null,
      counts: null,
    })
    return goesLeft(builder.finish(), 0, Float64Array.of(value))
  }

  it('a set by value has its members alone, and NaN if it is one', () => {
    for (const nan of [false, true]) {
      const limits = rangesOf([0.5, -2, 0, 7, Math.fround(0.1)], 'double', nan)
      for (const member of [0.5, -2, 0, -0, 7, Math.fround(0.1)]) {
        expect([member, has(limits, member)]).toEqual([member, true])
        expect(has(limits, -below(-member))).toBe(false)
        expect(has(limits, below(member))).toBe(false)
      }
      expect(has(limits, Number.NaN)).toBe(nan)
      expect([Infinity, -Infinity].map((value) => has(limits, value))).toEqual([false, false])
    }
  })

  it('a set of integers truncates towards zero, and XGBoost’s has no negative fractions', () => {
    const truncated = integerRanges([0, 2, 3, -3], -1, false)
    const cells = [-0.5, 0, 0.9, 1, 1.9, 2, 3.99, 4, -2.9, -3, -3.9, -4, Number.NaN]
    const expected = cells.map((cell) => [0, 2, 3, -3].includes(Math.trunc(cell) + 0))
    expect(cells.map((cell) => has(truncated, cell))).toEqual(expected)
    const xgboost = integerRanges([0, 2], below(0), true)
    expect([-0.5, -5e-324, -0, 0, 0.5, 1, 2].map((cell) => has(xgboost, cell))).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
      true,
    ])
    expect(has(xgboost, Number.NaN)).toBe(true)
    expect(has(integerRanges([], -1, false), 0)).toBe(false)
    expect(has(integerRanges([], -1, true), Number.NaN)).toBe(true)
  })
})
