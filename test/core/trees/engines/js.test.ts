import { expect, it } from 'vitest'
import { createJsEngine } from '#core/trees/engines/js/create-js-engine.ts'
import { amount } from '../../../support/amount.ts'
import { randomCase } from './random-ensemble.ts'
import { describeWalks } from './walk-cases.ts'

describeWalks(
  'the js engine',
  { walks: amount(8, 250), precisions: amount(1, 2), mostTrees: amount(40, 150) },
  createJsEngine,
)

const shape = { precision: 'float64', outputs: 1, mostTrees: 3, mostNodes: 9, features: 2, plain: true } as const

it('the plan of the js engine states from how many rows each tree scores several rows at once', () => {
  const { engine, kernels } = createJsEngine(randomCase(1, { ...shape, linear: false }, 1).ensemble).plan
  expect(engine).toBe('js')
  expect(kernels.map(({ fromRows, kernel }) => [fromRows, kernel])).toEqual([
    [1, 'walk'],
    [8, 'walk'],
  ])
  const linear = createJsEngine(randomCase(1, { ...shape, linear: true }, 1).ensemble).plan
  expect(linear.kernels.map(({ fromRows }) => fromRows)).toEqual([1])
})
