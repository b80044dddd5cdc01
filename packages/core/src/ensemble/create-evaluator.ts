import type { Engine, Slice } from './engine.ts'
import type { BatchOptions, Evaluator } from './evaluator.ts'
import { createLink } from './link.ts'
import { countRows, takeFloats, takeIntegers, takeRow } from './rows.ts'
import { iterationCount, resolveSlice } from './slice.ts'
import { type TreeEnsemble, treeCount } from './tree-ensemble.ts'

/**
 * Wraps an engine: checks arguments once per call, then sum → rounding and mean → link, all in the caller's buffer. One
 * row goes through the same path with buffers made here, so nothing is allocated per row.
 */
export function createEvaluator(ensemble: TreeEnsemble, engine: Engine): Evaluator {
  const { numberOfFeatures, numberOfOutputs, precision, averaging } = ensemble
  const iterations = iterationCount(ensemble)
  const numberOfTrees = treeCount(ensemble)
  const applyLink = createLink(ensemble)
  const everything: Slice = { first: 0, last: iterations }
  const oneRow = new Float64Array(numberOfFeatures)
  const oneScore = new Float64Array(numberOfOutputs)

  function scoreInto(rows: Float64Array, count: number, slice: Slice, out: Float64Array): void {
    engine.sumTrees(rows, count, slice, out)
    if (precision === 'float32') roundScores(out)
    if (averaging === 'inScore') {
      divide(out, slice)
      roundScores(out)
    }
  }

  function predictInto(rows: Float64Array, count: number, slice: Slice, out: Float64Array): void {
    scoreInto(rows, count, slice, out)
    if (averaging === 'beforeLink') divide(out, slice)
    applyLink(out, count)
  }

  function batch(run: typeof scoreInto, rows: Float64Array, options: BatchOptions): Float64Array {
    const count = countRows(rows, numberOfFeatures)
    const slice = resolveSlice(iterations, options.startIteration, options.numIteration)
    const out = takeFloats(options.out, count * numberOfOutputs)
    run(rows, count, slice, out)
    return out
  }

  function single(run: typeof scoreInto, row: ArrayLike<number>): number {
    takeRow(row, oneRow)
    run(oneRow, 1, everything, oneScore)
    return oneScore[0]!
  }

  return {
    engine: engine.name,
    ensemble,
    numberOfFeatures,
    numberOfOutputs,
    numberOfTrees,
    rawScore: (row) => single(scoreInto, row),
    predict: (row) => single(predictInto, row),
    rawScores: (rows, options = {}) => batch(scoreInto, rows, options),
    predictions: (rows, options = {}) => batch(predictInto, rows, options),
    leafIndices(rows, options = {}) {
      const count = countRows(rows, numberOfFeatures)
      const out = takeIntegers(options.out, count * numberOfTrees)
      engine.leafIndices(rows, count, out)
      return out
    },
  }
}

function roundScores(scores: Float64Array): void {
  for (let i = 0; i < scores.length; i++) scores[i] = Math.fround(scores[i]!)
}

/** The mean over the iterations used; of none it is 0 / 0 = NaN, as both trainers have it. */
function divide(scores: Float64Array, slice: Slice): void {
  const used = slice.last - slice.first
  for (let i = 0; i < scores.length; i++) scores[i] = scores[i]! / used
}
