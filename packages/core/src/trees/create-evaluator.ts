import { requireOptions } from '@riftline/base'
import { type Contributions, createContributions } from './contributions/contributions.ts'
import { addTreesUntilDecided, resolveEarlyStop } from './early-stop.ts'
import type { Engine } from './engines/engine.ts'
import type { BatchOptions, Evaluator } from './evaluator.ts'
import { averageScores, createScoreFinish } from './finish-scores.ts'
import { iterationCount, resolveSlice, type Slice } from './form/slice.ts'
import { type TreeEnsemble, treeCount } from './form/tree-ensemble.ts'
import { createLink } from './link.ts'
import { countRows, takeFloats, takeIntegers, takeRow } from './rows.ts'

const leafOptions = ['out']
const sliceOptions = [...leafOptions, 'startIteration', 'numIteration']
const batchOptions = [...sliceOptions, 'earlyStop']

/**
 * Wraps an engine: checks arguments once per call, then sum → rounding and mean → link, all in the caller's buffer. One
 * row goes through the same path with buffers made here, so nothing is allocated per row.
 */
export function createEvaluator(ensemble: TreeEnsemble, engine: Engine): Evaluator {
  const { numberOfFeatures, featureNames, numberOfOutputs, averaging, baseScore } = ensemble
  const iterations = iterationCount(ensemble)
  const numberOfTrees = treeCount(ensemble)
  const finishScores = createScoreFinish(ensemble)
  const applyLink = createLink(ensemble)
  const everything: Slice = { first: 0, last: iterations }
  let addContributions: Contributions | undefined

  /** Raw scores → predictions, in place. */
  function finishPredictions(slice: Slice, scores: Float64Array): void {
    finishScores(slice, scores)
    if (averaging === 'beforeLink') averageScores(scores, slice)
    applyLink(scores, scores.length / numberOfOutputs)
  }

  function batch(finish: typeof finishScores, rows: Float64Array, options: BatchOptions): Float64Array {
    requireOptions(options, batchOptions)
    const count = countRows(rows, numberOfFeatures)
    const slice = resolveSlice(iterations, options.startIteration, options.numIteration)
    const stop = resolveEarlyStop(ensemble, options.earlyStop)
    const out = takeFloats(options.out, count * numberOfOutputs).fill(baseScore)
    if (stop === null) engine.addTrees(rows, count, slice, out)
    else addTreesUntilDecided(engine, ensemble, stop, { rows, count, slice, scores: out })
    finish(slice, out)
    return out
  }

  function single(finish: typeof finishScores, row: ArrayLike<number>): number {
    takeRow(row, engine.row, featureNames)
    const scores = engine.scoreRow(baseScore)
    finish(everything, scores)
    return scores[0]!
  }

  return {
    engine: engine.name,
    plan: engine.plan,
    ensemble,
    numberOfFeatures,
    numberOfOutputs,
    numberOfTrees,
    rawScore: (row) => single(finishScores, row),
    predict: (row) => single(finishPredictions, row),
    rawScores: (rows, options = {}) => batch(finishScores, rows, options),
    predictions: (rows, options = {}) => batch(finishPredictions, rows, options),
    contributions(rows, options = {}) {
      requireOptions(options, sliceOptions)
      const count = countRows(rows, numberOfFeatures)
      const slice = resolveSlice(iterations, options.startIteration, options.numIteration)
      addContributions ??= createContributions(ensemble)
      const out = takeFloats(options.out, count * numberOfOutputs * (numberOfFeatures + 1))
      addContributions(rows, count, slice, out)
      return out
    },
    leafIndices(rows, options = {}) {
      requireOptions(options, leafOptions)
      const count = countRows(rows, numberOfFeatures)
      const out = takeIntegers(options.out, count * numberOfTrees)
      engine.leafIndices(rows, count, out)
      return out
    },
  }
}
