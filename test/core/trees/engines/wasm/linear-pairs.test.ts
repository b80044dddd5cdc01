import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createHeap } from '#core/trees/engines/wasm/heap.ts'
import { packPairedLeaves } from '#core/trees/engines/wasm/table/table-kernel.ts'
import { placeLeaves } from '#core/trees/engines/wasm/table/table-layout.ts'
import { type TreeEnsemble, treeCount } from '#core/trees/form/tree-ensemble.ts'
import { amount } from '../../../../support/amount.ts'
import { engineOf } from '../engines.ts'
import { randomCase, type Shape, shapes } from '../random-ensemble.ts'
import { expectSameAnswers } from '../same-answers.ts'

const pairedShapes = shapes.map((shape) => ({ ...shape, linear: true, mostTrees: 40, mostNodes: 7, mostTerms: 2 }))

it('for single rows leaves of two terms have the bits of the interpreter, even between rows that are not finite', () => {
  let paired = 0
  fc.assert(
    fc.property(fc.integer(), pairedShapes, (seed, shape) => {
      const { ensemble, rows } = randomCase(seed, shape, 20)
      fc.pre(treeCount(ensemble) > 0)
      const cells = rows.map((cell, i) => (Number.isFinite(Math.fround(cell)) || i % 7 === 0 ? cell : 0.75))
      expectSameAnswers(ensemble, engineOf('table', ensemble), cells)
      if (isPaired(ensemble)) paired++
    }),
    { numRuns: amount(20, 300) },
  )
  expect(paired).toBeGreaterThan(0)
})

const shape: Shape = {
  precision: 'float64',
  outputs: 1,
  mostTrees: 40,
  mostNodes: 7,
  features: 3,
  linear: true,
  mostTerms: 2,
  plain: true,
}

it.each<{ trees: string; shape: Shape; isTaken: boolean }>([
  { trees: 'at most 8 leaves and two terms per leaf', shape, isTaken: true },
  { trees: 'more leaves', shape: { ...shape, mostNodes: 20 }, isTaken: false },
  { trees: 'three terms', shape: { ...shape, mostTerms: 3 }, isTaken: false },
  { trees: 'more pairs of features than trees', shape: { ...shape, features: 400 }, isTaken: false },
  { trees: 'plain leaves', shape: { ...shape, linear: false }, isTaken: false },
])('leaves are stored in pairs for trees of $trees: $isTaken', ({ shape, isTaken }) => {
  expect(isPaired(randomCase(7, shape, 1).ensemble)).toBe(isTaken)
})

function isPaired(ensemble: TreeEnsemble): boolean {
  const order = Int32Array.from(ensemble.trees.root.keys())
  return packPairedLeaves(createHeap(), ensemble, order, placeLeaves(ensemble.trees)) !== 0
}
