import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharedTerms } from '#core/trees/engines/wasm/bitvector/bitvector-kernel.ts'
import { flattenLinear, type LinearLeaf } from '#core/trees/form/build-trees.ts'
import { amount } from '../../../../support/amount.ts'
import { engineOf } from '../engines.ts'
import { randomCase, shapes } from '../random-ensemble.ts'
import { expectSameAnswers } from '../same-answers.ts'

const linearShapes = shapes.map((shape) => ({ ...shape, linear: true, mostNodes: 3, mostTerms: 2, mostTrees: 12 }))

it.each([
  { rows: 'finite rows', odd: null },
  { rows: 'rows with one infinite cell', odd: -Infinity },
  { rows: 'rows with one missing cell', odd: Number.NaN },
])('linear leaves of small trees have the bits of the interpreter for $rows', ({ odd }) => {
  fc.assert(
    fc.property(fc.integer(), linearShapes, fc.integer({ min: 1, max: 600 }), (seed, shape, count) => {
      const { ensemble, rows } = randomCase(seed, shape, count)
      fc.pre(ensemble.trees.root.length > 0)
      const cells = rows.map((cell) => (Number.isFinite(Math.fround(cell)) ? cell : 0.75))
      if (odd !== null) cells[(seed >>> 0) % cells.length] = odd
      expectSameAnswers(ensemble, engineOf('bitvector', ensemble), cells)
    }),
    { numRuns: amount(12, 200) },
  )
})

it.each<{ leaves: string; tree: (LinearLeaf | null)[]; shared: number[] | null }>([
  { leaves: 'one feature', tree: [null, leaf([3]), leaf([3])], shared: [3] },
  { leaves: 'two features', tree: [leaf([3]), leaf([5, 3]), leaf([5])], shared: [5, 3] },
  { leaves: 'different features', tree: [leaf([3]), leaf([5])], shared: [3, 5] },
  { leaves: 'no feature', tree: [null, leaf([])], shared: null },
  { leaves: 'three features', tree: [leaf([3, 5]), leaf([4])], shared: null },
  { leaves: 'two orders', tree: [leaf([3, 5]), leaf([5, 3])], shared: null },
  { leaves: 'the same feature twice', tree: [leaf([3, 3])], shared: null },
  { leaves: 'a constant of -0', tree: [leaf([3]), leaf([], -0)], shared: null },
])('leaves of $leaves share the terms $shared', ({ tree, shared }) => {
  const other = { firstLeaf: 0, leaves: [leaf([9])] }
  const values = new Float64Array(1 + tree.length)
  const linear = flattenLinear([other, { firstLeaf: 1, leaves: tree }], values)
  expect(sharedTerms(linear, 1, 1 + tree.length)).toEqual(shared)
})

function leaf(features: readonly number[], constant = 1): LinearLeaf {
  return { constant, features, coefficients: features.map(() => 2) }
}
