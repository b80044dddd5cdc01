import { invalidArgument, requireOptions } from '@riftline/base'
import { type Contributions, createContributions } from './contributions/contributions.ts'
import { addTreesUntilDecided, type EarlyStop, resolveEarlyStop } from './early-stop.ts'
import type { Engine, Plan } from './engines/engine.ts'
import { iterationCount, type Slice, type TreeEnsemble, treeCount } from './form/tree-ensemble.ts'
import { createLink } from './link.ts'

const leafOptions = ['out']
const sliceOptions = [...leafOptions, 'startIteration', 'numIteration']
const batchOptions = [...sliceOptions, 'earlyStop']

/** Wraps an engine: checks arguments once per call, then sums, rounds and averages, and applies the link, all in the output buffer. */
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

/** Turns sums of leaves into raw scores, in place: the rounding and the mean that are part of a score. */
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

/** Number of rows in a row-major batch. */
export function countRows(rows: Float64Array, features: number): number {
  if (tagOf(rows) !== 'Float64Array') {
    throw invalidArgument('rows', 'a Float64Array, row after row', rows)
  }
  if (rows.length % features !== 0) throw invalidArgument('rows', `a multiple of ${features} numbers`, rows.length)
  return rows.length / features
}

/** Copies one row into `into`. Refuses a cell that is not a number, as null or '' would count as 0; `names` of the features are for messages. */
export function takeRow(row: ArrayLike<number>, into: Float64Array, names: readonly string[] | null): void {
  // `set` is used because a loop would check at every cell whether the memory has moved.
  if (row instanceof Float64Array && row.length === into.length) into.set(row)
  else copyCells(row, into, names)
}

function copyCells(row: ArrayLike<number>, into: Float64Array, names: readonly string[] | null): void {
  const expected = `${into.length} numbers`
  if (typeof row !== 'object' || row === null || !('length' in row)) throw invalidArgument('row', expected, row)
  if (row.length !== into.length) throw invalidArgument('row', expected, row.length)
  for (let i = 0; i < into.length; i++) {
    const value = row[i]
    if (typeof value !== 'number') {
      const cell = names === null ? `row[${i}]` : `row[${i}] (${names[i]})`
      throw invalidArgument(cell, 'a number', value, (value ?? null) === null ? 'NaN means missing' : undefined)
    }
    into[i] = value
  }
}

/**
 * Iterations that LightGBM's `predict(start_iteration, num_iteration)` uses: the start is clamped to the model, and a length of 0 or less
 * means to the end (https://github.com/microsoft/LightGBM/blob/v4.6.0/src/boosting/gbdt.h, `InitPredict`).
 */
export function resolveSlice(
  iterations: number,
  startIteration: number | undefined,
  numIteration: number | undefined,
): Slice {
  const start = integer('startIteration', startIteration ?? 0)
  const length = integer('numIteration', numIteration ?? 0)
  const first = Math.min(Math.max(start, 0), iterations)
  return { first, last: length <= 0 ? iterations : Math.min(first + length, iterations) }
}

function integer(name: string, value: number): number {
  if (!Number.isSafeInteger(value)) throw invalidArgument(name, 'an integer', value)
  return value
}

/** Returns the caller's buffer, or a new one. */
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

/** Type of an array from any realm, which `instanceof` would miss; the first line is a fast path for this realm. */
function tagOf(value: unknown): string {
  if (value instanceof Float64Array && ArrayBuffer.isView(value)) return 'Float64Array'
  return Object.prototype.toString.call(value).slice(8, -1)
}

/** Output buffer, and the run of trees to use. */
export interface SliceOptions {
  /** Array to fill and return instead of a new one; its length must fit exactly. */
  readonly out?: Float64Array
  /** First iteration and number of iterations, as LightGBM's `start_iteration` and `num_iteration`; a number <= 0 means to the end. */
  readonly startIteration?: number
  readonly numIteration?: number
}

/** Options of a batch: those of a slice, and early stopping. */
export interface BatchOptions extends SliceOptions {
  /** Skips the remaining trees of decided rows; has no effect on models that LightGBM never stops early. */
  readonly earlyStop?: EarlyStop
}

/**
 * Compiled tree model. n rows are one row-major `Float64Array` of n × numberOfFeatures, NaN for missing. Raw scores have
 * the bits of the library that trained the model; predictions are within 2 units in the last place (ML.NET: float32
 * values, in practice equal).
 *
 * Every method throws RiftlineError `invalid_argument` for a row, batch, buffer or option that does not fit.
 */
export interface Evaluator {
  readonly engine: 'js' | 'wasm'
  /** Kernels by the size of a call, with the reasons. */
  readonly plan: Plan
  readonly ensemble: TreeEnsemble
  readonly numberOfFeatures: number
  /** K: number of classes of a multiclass model, else 1. */
  readonly numberOfOutputs: number
  readonly numberOfTrees: number
  /** Score of one row before the link; the first output of a multiclass model. */
  rawScore(row: ArrayLike<number>): number
  /** Prediction of one row, such as a probability; the first output of a multiclass model. */
  predict(row: ArrayLike<number>): number
  /** n × K raw scores, row-major. */
  rawScores(rows: Float64Array, options?: BatchOptions): Float64Array
  /** n × K predictions, row-major. */
  predictions(rows: Float64Array, options?: BatchOptions): Float64Array
  /**
   * n × K × (numberOfFeatures + 1), row-major: the contribution of each feature to each raw score of a row, against the
   * training rows' mean, and last that mean. Exact TreeSHAP with the bits of LightGBM's `pred_contrib`. The contributions sum
   * to the raw score up to rounding, which grows with the depth of the trees (a forest's raw score is its undivided sum).
   *
   * The first call prepares, at a cost proportional to the model. A batch is several times faster than its rows one by one.
   *
   * @throws RiftlineError `contributions_unavailable` for models of ML.NET (they do not record how many training rows
   *   reached a node), linear leaves (LightGBM refuses them too) and the other cases that the message names
   */
  contributions(rows: Float64Array, options?: SliceOptions): Float64Array
  /** n × numberOfTrees leaf numbers, each counted within its tree, trees in file order. */
  leafIndices(rows: Float64Array, options?: { readonly out?: Int32Array }): Int32Array
}
