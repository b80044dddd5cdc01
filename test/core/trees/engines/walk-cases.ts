import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Engine } from '#core/trees/engines/engine.ts'
import { createTreesBuilder } from '#core/trees/form/build-trees.ts'
import { splitDecision } from '#core/trees/form/scoring-rules.ts'
import type { TreeEnsemble } from '#core/trees/form/tree-ensemble.ts'
import { ensembleOf, randomCase, shapes } from './random-ensemble.ts'
import { expectSameAnswers } from './same-answers.ts'

/** Runs the tests that every kernel walking graphs must pass. */
export function describeWalks(
  name: string,
  { walks, precisions, mostTrees }: { readonly walks: number; readonly precisions: number; readonly mostTrees: number },
  create: (ensemble: TreeEnsemble) => Engine,
): void {
  function expectAnswers(ensemble: TreeEnsemble, rows: Float64Array): void {
    expectSameAnswers(ensemble, create(ensemble), rows)
  }

  describe(name, () => {
    it('a walk has the bits of the interpreter for any ensemble, rows and run of iterations', () => {
      fc.assert(
        fc.property(fc.integer(), shapes, fc.integer({ min: 1, max: 70 }), (seed, shape, count) => {
          const { ensemble, rows } = randomCase(seed, shape, count)
          expectAnswers(ensemble, rows)
        }),
        { numRuns: walks },
      )
    })

    it('a walk has the bits of the interpreter for batches of several blocks and models of several parts', () => {
      const shape = { outputs: 3, mostTrees, mostNodes: 400, features: 200, linear: false, plain: false } as const
      for (const precision of (['float32', 'float64'] as const).slice(0, precisions)) {
        const { ensemble, rows } = randomCase(7, { ...shape, precision }, 205)
        expectAnswers(ensemble, rows)
      }
    })

    it('a walk scores a chain of ten thousand nodes', () => {
      const ensemble = chain(10_000)
      const rows = Float64Array.of(-1, 0, 0.5, 5000, 9999, 10_000, Infinity, Number.NaN, 77, 78, 79)
      expectAnswers(ensemble, rows)
      const leaves = new Int32Array(rows.length)
      create(ensemble).leafIndices(rows, rows.length, leaves)
      expect(Array.from(leaves.subarray(0, 6))).toEqual([0, 0, 1, 5000, 9999, 10_000])
    })

    it('a walk scores models without trees and trees of one leaf', () => {
      const none = ensembleOf(createTreesBuilder().finish(), { precision: 'float64', outputs: 2, features: 1 })
      expectAnswers(none, Float64Array.of(1, Number.NaN, 3))
      const builder = createTreesBuilder()
      for (const value of [0.1, 0.2, 0.3]) builder.addTree(0, { ...leafOnly, leafValue: [value] })
      const constants = ensembleOf(builder.finish(), { precision: 'float64', outputs: 1, features: 1 })
      const scores = new Float64Array(9)
      create(constants).addTrees(new Float64Array(9), 9, { first: 0, last: 3 }, scores)
      expect(scores).toEqual(new Float64Array(9).fill(0.1 + 0.2 + 0.3))
    })

    it('a walk sends every cell right at a set without categories, even if the feature has no other set', () => {
      for (const others of [[1, 3, 5, 7, 9], []]) {
        const builder = createTreesBuilder()
        const sets = [builder.addCategories([]), builder.addCategories(others)]
        builder.addTree(0, {
          ...leafOnly,
          feature: [0, 1],
          decision: sets.map(({ decision }) => decision),
          threshold: sets.map(({ set }) => set),
          left: [~0, ~1],
          right: [1, ~2],
          leafValue: [1, 2, 4],
        })
        const ensemble = ensembleOf(builder.finish(), { precision: 'float64', outputs: 1, features: 2 })
        const cells = [-8, -1, -0.5, 0, 3, 31, 32, 1e9, Infinity, -Infinity, Number.NaN]
        expectAnswers(ensemble, Float64Array.from(cells.flatMap((cell) => [cell, cell])))
      }
    })

    it('a walk of a large model leaves out the nodes behind a set without categories', () => {
      const nodes = 10_000
      const builder = createTreesBuilder()
      const { decision, set } = builder.addCategories([])
      const every = <T>(make: (node: number) => T) => Array.from({ length: nodes }, (_, node) => make(node))
      // Node 0 sends every row right, to node 2; no row reaches node 1.
      builder.addTree(0, {
        ...leafOnly,
        feature: every(() => 0),
        decision: every((node) => (node === 0 ? decision : splitDecision.nanGoesRight)),
        threshold: every((node) => (node === 0 ? set : node)),
        left: every((node) => (node === 0 ? 1 : ~(node - 1))),
        right: every((node) => (node === 0 ? 2 : node === 1 ? ~(nodes - 1) : node + 1 < nodes ? node + 1 : ~nodes)),
        leafValue: every((node) => node / 3).concat(-1),
      })
      const ensemble = ensembleOf(builder.finish(), { precision: 'float64', outputs: 1, features: 1 })
      expectAnswers(ensemble, Float64Array.of(-1, 0, 1.5, 2, 77, 5000, 9998.5, 9999, 1e9, Number.NaN))
    })

    it('a walk keeps -0 and adds to the given scores', () => {
      const builder = createTreesBuilder()
      builder.addTree(0, { ...leafOnly, leafValue: [-0] })
      const ensemble = ensembleOf(builder.finish(), { precision: 'float64', outputs: 1, features: 1 })
      const scores = Float64Array.of(-0, 5, -0)
      create(ensemble).addTrees(new Float64Array(3), 3, { first: 0, last: 1 }, scores)
      expect(scores).toEqual(Float64Array.of(-0, 5, -0))
    })
  })
}

const leafOnly = { feature: [], decision: [], threshold: [], left: [], right: [], linear: null, counts: null }

/** Chain in which leaf i, one node deeper each, has the cells up to i; the last leaf has larger cells and NaN. */
function chain(nodes: number): TreeEnsemble {
  const builder = createTreesBuilder()
  const every = <T>(make: (node: number) => T) => Array.from({ length: nodes }, (_, node) => make(node))
  builder.addTree(0, {
    feature: every(() => 0),
    decision: every(() => splitDecision.nanGoesRight),
    threshold: every((node) => node),
    left: every((node) => ~node),
    right: every((node) => (node + 1 < nodes ? node + 1 : ~nodes)),
    leafValue: [...every((node) => node / 3), -1],
    linear: null,
    counts: null,
  })
  return ensembleOf(builder.finish(), { precision: 'float64', outputs: 1, features: 1 })
}
