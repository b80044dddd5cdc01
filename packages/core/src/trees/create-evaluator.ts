import { invalidArgument, type RiftlineError, requireOptions } from '@riftline/base'
import { type Contributions, createContributions } from './contributions/contributions.ts'
import { addTreesUntilDecided, resolveEarlyStop } from './early-stop.ts'
import type { Engine } from './engines/engine.ts'
import type { BatchOptions, Evaluator } from './evaluator.ts'
import { iterationCount, resolveSlice, type Slice } from './form/slice.ts'
import { type TreeEnsemble, treeCount } from './form/tree-ensemble.ts'
import { createLink } from './link.ts'

const leafOptions = ['out']
const sliceOptions = [...leafOptions, 'startIteration', 'numIteration']
const batchOptions = [...sliceOptions, 'earlyStop']

/**
 * Wraps an engine: checks arguments once per call, then sum → rounding and mean → link, all in the caller's buffer. A single
 * row takes the same path through buffers made here, so nothing is allocated per row.
 */
export function createEvaluator(ensemble: TreeEnsemble, engine: Engine): Evaluator {
  const { numberOfFeatures, featureNames, numberOfOutputs, averaging, baseScore } = ensemble
  const iterations = iterationCount(ensemble)
  const numberOfTrees = treeCount(ensemble)
  const finishScores = createScoreFinish(ensemble)
  const applyLink = createLink(ensemble)
  const everything: Slice = { first: 0, last: iterations }
  let addContributions: Contributions | undefined

  /** Turns raw scores into predictions, in place. */
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

/** Turns sums of leaves into raw scores, in place, by the rounding and the mean that belong to the score. */
export function createScoreFinish({
  precision,
  averaging,
}: TreeEnsemble): (slice: Slice, scores: Float64Array) => void {
  return (slice, scores) => {
    if (precision === 'float32') roundScores(scores)
    if (averaging === 'inScore') {
      averageScores(scores, slice)
      roundScores(scores)
    }
  }
}

function roundScores(scores: Float64Array): void {
  for (let i = 0; i < scores.length; i++) scores[i] = Math.fround(scores[i]!)
}

/** Divides by the number of iterations used; without any the mean is 0 / 0 = NaN, as in both trainers. */
function averageScores(scores: Float64Array, slice: Slice): void {
  const used = slice.last - slice.first
  for (let i = 0; i < scores.length; i++) scores[i] = scores[i]! / used
}

/** Number of rows in a row-major batch. @throws RiftlineError `invalid_argument` unless the length is a multiple of `features` */
export function countRows(rows: Float64Array, features: number): number {
  if (tagOf(rows) !== 'Float64Array') {
    throw invalidArgument('rows', 'a Float64Array, row after row', rows)
  }
  if (rows.length % features !== 0) throw invalidArgument('rows', `a multiple of ${features} numbers`, rows.length)
  return rows.length / features
}

/**
 * Copies one row into `into`. Refuses a cell that is not a number: null or '' would silently count as 0.
 * @param names of the features, for messages; null if the model has none
 * @throws RiftlineError `invalid_argument` for another length or a cell of another type
 */
export function takeRow(row: ArrayLike<number>, into: Float64Array, names: readonly string[] | null): void {
  // A loop would check at every cell whether the memory has moved.
  if (row instanceof Float64Array && row.length === into.length) into.set(row)
  else copyCells(row, into, names)
}

function copyCells(row: ArrayLike<number>, into: Float64Array, names: readonly string[] | null): void {
  const expected = `${into.length} numbers`
  if (typeof row !== 'object' || row === null || !('length' in row)) throw invalidArgument('row', expected, row)
  if (row.length !== into.length) throw invalidArgument('row', expected, row.length)
  for (let i = 0; i < into.length; i++) {
    const value = row[i]
    if (typeof value !== 'number') throw notNumber(i, names, value)
    into[i] = value
  }
}

function notNumber(i: number, names: readonly string[] | null, value: unknown): RiftlineError {
  const cell = names === null ? `row[${i}]` : `row[${i}] (${names[i]})`
  const cure = (value ?? null) === null ? 'NaN means missing' : undefined
  return invalidArgument(cell, 'a number', value, cure)
}

/** Returns the caller's buffer, or a new one. @throws RiftlineError `invalid_argument` for a buffer of another type or length */
export function takeFloats(out: Float64Array | undefined, length: number): Float64Array {
  if (out === undefined) return new Float64Array(length)
  checkBuffer(out, 'Float64Array', length)
  return out
}

/** `takeFloats` for leaf numbers. */
export function takeIntegers(out: Int32Array | undefined, length: number): Int32Array {
  if (out === undefined) return new Int32Array(length)
  checkBuffer(out, 'Int32Array', length)
  return out
}

function checkBuffer(out: Float64Array | Int32Array, type: string, length: number): void {
  if (tagOf(out) !== type) throw invalidArgument('out', type, tagOf(out))
  if (out.length !== length) throw invalidArgument('out', `${type} of length ${length}`, out.length)
}

/** Type of an array of any realm, which `instanceof` would not see; the first line is a fast path for this realm. */
function tagOf(value: unknown): string {
  if (value instanceof Float64Array && ArrayBuffer.isView(value)) return 'Float64Array'
  return Object.prototype.toString.call(value).slice(8, -1)
}
