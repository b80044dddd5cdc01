import { expect } from 'vitest'
import type { Engine } from '#core/trees/engines/engine.ts'
import { iterationCount, type Slice, type TreeEnsemble, treeCount } from '#core/trees/form/tree-ensemble.ts'
import { createInterpreter } from './interpreter.ts'

/** Expects the bits of the interpreter: for the batch, for runs of iterations that continue sums, for single rows and for leaves. */
export function expectSameAnswers(ensemble: TreeEnsemble, engine: Engine, rows: Float64Array): void {
  const reference = createInterpreter(ensemble)
  const { numberOfFeatures: features, numberOfOutputs: outputs } = ensemble
  const count = rows.length / features
  const iterations = iterationCount(ensemble)
  const middle = iterations >> 1
  const slices: Slice[] = [
    { first: 0, last: iterations },
    { first: middle, last: iterations },
    { first: Math.min(1, iterations), last: Math.max(middle, Math.min(1, iterations)) },
    { first: iterations, last: iterations },
  ]
  for (const slice of slices) {
    const expected = Float64Array.from({ length: count * outputs }, (_, i) => Math.fround(i / 7))
    const got = expected.slice()
    reference.addTrees(rows, count, slice, expected)
    engine.addTrees(rows, count, slice, got)
    expectBits(got, expected)
  }

  const everything = Float64Array.from({ length: count * outputs }, () => 0)
  reference.addTrees(rows, count, slices[0]!, everything)
  const single = new Float64Array(count * outputs)
  for (let r = 0; r < count; r++) {
    engine.row.set(rows.subarray(r * features, (r + 1) * features))
    single.set(engine.scoreRow(new Float64Array(outputs)), r * outputs)
  }
  expectBits(single, everything)

  const leaves = new Int32Array(count * treeCount(ensemble))
  const expectedLeaves = leaves.slice()
  engine.leafIndices(rows, count, leaves)
  reference.leafIndices(rows, count, expectedLeaves)
  expect(leaves).toEqual(expectedLeaves)
}

/** Equals `toEqual`, but is quick if nothing differs. */
function expectBits(got: Float64Array, expected: Float64Array): void {
  if (got.length !== expected.length || got.some((value, i) => !Object.is(value, expected[i]))) {
    expect(got).toEqual(expected)
  }
}
