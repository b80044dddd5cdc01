import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { createTreesBuilder } from '#core/trees/form/build-trees.ts'
import { splitDecision } from '#core/trees/form/scoring-rules.ts'
import type { TreeEnsemble } from '#core/trees/form/tree-ensemble.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { amount } from '../../../support/amount.ts'
import { fasttreeFixture } from '../fixtures.ts'
import { callRefusal, withValue } from '../refusal.ts'
import { fasttreeModel, fasttreeStump, lightgbmDump, lightgbmStump } from '../tiny.ts'
import { shapleyByDefinition } from './shapley-by-definition.ts'

/** Tolerance for a hundred thousand roundings of numbers below 1. */
const chainTolerance = 1e-11

const stump = parseLightgbm(lightgbmDump([lightgbmStump()]))

/** Chain of nodes, each split on the next of `features` columns; the cells of a row determine how far it goes. */
function chain(nodes: number, features: number): TreeEnsemble {
  const each = <T>(value: (n: number) => T, length = nodes) => Array.from({ length }, (_, n) => value(n))
  const builder = createTreesBuilder()
  builder.addTree(0, {
    feature: each((n) => n % features),
    decision: each(() => splitDecision.nanGoesLeft),
    threshold: each((n) => 1 - n / nodes),
    left: each((n) => (n + 1 < nodes ? n + 1 : ~nodes)),
    right: each((n) => ~n),
    leafValue: each((n) => Math.sin(n), nodes + 1),
    linear: null,
    counts: { node: each((n) => nodes + 1 - n), leaf: each(() => 1, nodes + 1) },
  })
  return { ...stump, numberOfFeatures: features, featureNames: null, trees: builder.finish() }
}

function withCounts(node: number, leaf: readonly [number, number]): TreeEnsemble {
  const counts = { node: Float64Array.of(node), leaf: Float64Array.from(leaf) }
  return { ...stump, trees: { ...stump.trees, counts } }
}

function contributions(ensemble: TreeEnsemble, rows = new Float64Array(ensemble.numberOfFeatures)): Float64Array {
  return compileEnsemble(ensemble, { engine: 'js' }).contributions(rows)
}

describe('contributions are refused, with the reason,', () => {
  const uncounted = lightgbmDump([withValue(lightgbmStump(), 'tree_structure.internal_count', undefined)])
  const overflowed = lightgbmDump([withValue(lightgbmStump(), 'tree_structure.internal_count', -5)])
  it.each<[string, TreeEnsemble, string]>([
    ['for a model of ML.NET', parseFasttree(fasttreeModel([fasttreeStump()])), "ML.NET's models lack it"],
    ['for an additive model', parseFasttree(fasttreeFixture('gam-binary').model), "ML.NET's models lack it"],
    ['for a dump without counts', parseLightgbm(uncounted), 'no internal_count or leaf_count'],
    [
      'for a dump whose counts overflowed',
      parseLightgbm(overflowed),
      'no internal_count or leaf_count, or negative ones',
    ],
    [
      'for a leaf without training rows',
      withCounts(2, [2, 0]),
      'node 0 of the ensemble had 2 training rows and a child had 0',
    ],
    [
      'for a child with more training rows than its parent',
      withCounts(2, [1, 3]),
      'had 2 training rows and a child had 3',
    ],
    ['for a count that is not a number', withCounts(Number.NaN, [1, 1]), 'had NaN training rows'],
    ['for paths too long for doubles', chain(101, 101), 'a path has 101 features, and beyond 100'],
  ])('contributions are refused, with the reason, %s', (_, ensemble, message) => {
    expect(callRefusal(() => contributions(ensemble))).toEqual({
      code: 'contributions_unavailable',
      message: expect.stringContaining(message),
    })
  })

  it('contributions are refused for rows and buffers that do not fit', () => {
    const evaluator = compileEnsemble(stump, { engine: 'js' })
    expect(callRefusal(() => evaluator.contributions(new Float64Array(3))).code).toBe('invalid_argument')
    expect(callRefusal(() => evaluator.contributions([1, 2] as never)).code).toBe('invalid_argument')
    expect(callRefusal(() => evaluator.contributions(new Float64Array(2), { out: new Float64Array(2) }))).toEqual({
      code: 'invalid_argument',
      message: 'out: expected Float64Array of length 3, got 2',
    })
  })
})

describe('contributions through chains of nodes', () => {
  const nodes = amount(20_000, 100_000)
  it(`contributions through a chain of ${nodes} nodes equal those of the definition`, () => {
    const ensemble = chain(nodes, 2)
    const row = Float64Array.of(0.5, 0.25)
    const expected = shapleyByDefinition(ensemble, row)
    contributions(ensemble, row).forEach((part, i) => {
      expect(Math.abs(part - (expected[i] as number))).toBeLessThanOrEqual(chainTolerance)
    })
  })

  it('contributions through long chains are finite for many features and many rows at once', () => {
    const rows = Float64Array.from({ length: 100 * 40 }, (_, i) => (i * 0.37) % 1)
    expect(contributions(chain(100, 100), rows).every(Number.isFinite)).toBe(true)
  })
})
