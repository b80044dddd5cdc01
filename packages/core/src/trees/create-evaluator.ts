import { invalidArgument, RiftlineError, requireOptions } from '@riftline/base'
import type { Contributions } from './contributions/contributions.ts'
import { addTreesUntilDecided, resolveEarlyStop } from './early-stop.ts'
import type { Engine } from './engines/engine.ts'
import type { BatchOptions, Evaluator, SliceOptions } from './evaluator.ts'
import {
  explainedCount,
  hasBase,
  iterationCount,
  type Slice,
  scoreCount,
  type TreeEnsemble,
  treeCount,
  wholeSlice,
} from './form/tree-ensemble.ts'
import { createLink, firstLargest, predictionCount } from './link.ts'
import { createRowReader, expanded, startsOf } from './row-reader.ts'
import { countRows, encodeRows, type Row, type RowBatch, takeFloats, takeIntegers } from './rows.ts'

const leafOptions = ['out']
const sliceOptions = [...leafOptions, 'startIteration', 'numIteration']
const batchOptions = [...sliceOptions, 'earlyStop']

/** Sums of leaves to numbers for the caller: the sums become raw scores in place, then `width` results a row in `out`, which may be the sums. */
interface Stage {
  readonly width: number
  finish(slice: Slice, sums: Float64Array, out: Float64Array): void
}

/** Prepares the explanations of a model, as `createContributions` does. */
type PrepareContributions = (ensemble: TreeEnsemble) => Contributions

/**
 * Wraps an engine: checks arguments once per call, then sums, rounds and averages, and applies the link, all in the output buffer. Without
 * `prepare` the evaluator has no contributions.
 */
export function createEvaluator(ensemble: TreeEnsemble, engine: Engine, prepare?: PrepareContributions): Evaluator {
  const { numberOfFeatures, numberOfOutputs, treesPerIteration } = ensemble
  const iterations = iterationCount(ensemble)
  const numberOfTrees = treeCount(ensemble)
  const whole = wholeSlice(ensemble)
  const fillStarts = createFill(startsOf(ensemble))
  const { raw, predicted } = createStages(ensemble)
  const { forEachBlock, sumsOf } = createRowReader(ensemble, engine)
  const explain = createExplainer(ensemble, prepare ?? refuseContributions, sliceOf)

  function sliceOf({ startIteration, numIteration }: SliceOptions): Slice {
    const { first, last } = resolveSlice(iterations, startIteration, numIteration)
    return { first: first * treesPerIteration, last: last * treesPerIteration }
  }

  function batch({ width, finish }: Stage, rows: RowBatch, options: BatchOptions): Float64Array {
    requireOptions(options, batchOptions)
    const count = countRows(rows, ensemble)
    const slice = sliceOf(options)
    const stop = resolveEarlyStop(ensemble, options.earlyStop)
    const out = takeFloats(options.out, count * width)
    const sums = width === numberOfOutputs ? out : new Float64Array(count * numberOfOutputs)
    fillStarts(sums)
    forEachBlock(rows, count, (scorer, cells, first, height) => {
      // A view takes as long as the trees of a small model for one row.
      const isWhole = height === count
      const scores = isWhole ? sums : sums.subarray(first * numberOfOutputs, (first + height) * numberOfOutputs)
      if (stop === null) scorer.addTrees(cells, height, slice, scores)
      else addTreesUntilDecided(scorer, numberOfOutputs, stop, { rows: cells, count: height, slice, scores })
    })
    finish(slice, sums, out)
    return out
  }

  function single({ width, finish }: Stage, row: Row): number {
    const sums = sumsOf(row)
    const out = width === numberOfOutputs ? sums : new Float64Array(width)
    finish(whole, sums, out)
    return out[0]!
  }

  const columns = numberOfFeatures + 1
  const explained = explainedCount(ensemble)
  return {
    engine: engine.name,
    plan: engine.plan,
    ensemble,
    numberOfFeatures,
    numberOfOutputs: raw.width,
    numberOfPredictions: predicted.width,
    numberOfTrees,
    rawScore: (row) => single(raw, row),
    predict: (row) => single(predicted, row),
    rawScores: (rows, options = {}) => batch(raw, rows, options),
    predictions: (rows, options = {}) => batch(predicted, rows, options),
    labels(rows, options = {}) {
      requireOptions(options, leafOptions)
      const out = takeIntegers(options.out, countRows(rows, ensemble))
      const { decisionThreshold, link, source } = ensemble
      const byScore =
        decisionThreshold !== null || link.kind === 'softmax' || ['catboost', 'onnx'].includes(source.format)
      writeLabels(batch(byScore ? raw : predicted, rows, {}), ensemble, out)
      return out
    },
    contributions: (rows, options = {}) => explain('contributions', explained * columns, rows, options),
    interactions: (rows, options = {}) => explain('interactions', explained * columns * columns, rows, options),
    leafIndices(rows, options = {}) {
      requireOptions(options, leafOptions)
      const count = countRows(rows, ensemble)
      const out = takeIntegers(options.out, count * numberOfTrees)
      forEachBlock(rows, count, (scorer, cells, first, height) => {
        scorer.leafIndices(cells, height, out.subarray(first * numberOfTrees, (first + height) * numberOfTrees))
      })
      renumberLeaves(ensemble, out)
      return out
    },
    encode: (records) => encodeRows(records, ensemble),
  }
}

function refuseContributions(): never {
  const cure = 'compileEnsemble of @riftline/core/trees explains models that have them'
  throw new RiftlineError('contributions_unavailable', `contributions: they need numbers of training rows; ${cure}`)
}

/** Explanations of a model, prepared at the first call. */
function createExplainer(
  ensemble: TreeEnsemble,
  prepare: PrepareContributions,
  sliceOf: (options: SliceOptions) => Slice,
) {
  let explainer: Contributions | undefined
  return (kind: keyof Contributions, width: number, rows: RowBatch, options: SliceOptions): Float64Array => {
    requireOptions(options, sliceOptions)
    const count = countRows(rows, ensemble)
    const slice = sliceOf(options)
    explainer ??= prepare(ensemble)
    const out = takeFloats(options.out, count * width)
    explainer[kind](expanded(rows, count, ensemble), count, slice, out)
    return out
  }
}

/** Fills sums with the starts of their outputs; `fill` takes no time beside a loop. */
function createFill(starts: Float64Array): (sums: Float64Array) => void {
  const first = starts[0]!
  if (starts.every((start) => Object.is(start, first))) return (sums) => sums.fill(first)
  return (sums) => {
    for (let k = 0; k < starts.length; k++) {
      for (let i = k; i < sums.length; i += starts.length) sums[i] = starts[k]!
    }
  }
}

function createStages(ensemble: TreeEnsemble): { readonly raw: Stage; readonly predicted: Stage } {
  const { numberOfOutputs, outputClasses, averaging, link } = ensemble
  const finishScores = createScoreFinish(ensemble)
  const applyLink = createLink(ensemble)
  const predicted: Stage = {
    width: predictionCount(ensemble),
    finish(slice, sums, out) {
      finishScores(slice, sums)
      if (averaging === 'beforeLink') averageScores(sums, slice)
      if (outputClasses !== null) spreadScores(sums, outputClasses, out)
      applyLink(outputClasses === null ? sums : out, sums.length / numberOfOutputs, out)
    },
  }
  const raw: Stage = {
    width: scoreCount(ensemble),
    finish:
      outputClasses === null
        ? finishScores
        : (slice, sums, out) => {
            finishScores(slice, sums)
            spreadScores(sums, outputClasses, out)
          },
  }
  // Pairs of classes have no raw scores of classes but their coupled probabilities.
  return { raw: link.kind === 'pairwise' ? predicted : raw, predicted }
}

/** Puts the score of each output in the column of its class; other classes have -Infinity. */
function spreadScores(scores: Float64Array, classes: readonly number[], out: Float64Array): void {
  const width = (out.length / scores.length) * classes.length
  out.fill(-Infinity)
  scores.forEach((score, i) => {
    out[Math.floor(i / classes.length) * width + classes[i % classes.length]!] = score
  })
}

/** Turns sums of leaves into raw scores, in place: the rounding, the mean, the scale and the base that are part of a score. */
export function createScoreFinish(ensemble: TreeEnsemble): (slice: Slice, scores: Float64Array) => void {
  const { sums, averaging, baseIs, baseScores, scale } = ensemble
  const isSum = averaging !== 'inScore' && scale === 1 && baseIs === 'start'
  // One row of a small model takes hardly longer than these questions.
  if (isSum) return sums === 'rounded' ? (_, scores) => roundScores(scores) : () => {}
  const round = sums === 'float64' ? (scores: Float64Array) => scores : roundScores
  return (slice, scores) => {
    if (sums === 'rounded') roundScores(scores)
    if (averaging === 'inScore') {
      averageScores(scores, slice)
      round(scores)
    }
    if (scale !== 1) {
      for (let i = 0; i < scores.length; i++) scores[i] = scores[i]! * scale
      round(scores)
    }
    if (baseIs === 'start' || !hasBase(ensemble, slice)) return
    if (baseIs === 'ofTwoLabels') addBasesOfTwo(scores, baseScores)
    else addBases(scores, baseScores, baseIs === 'addedToNamed')
    round(scores)
  }
}

function addBases(scores: Float64Array, bases: readonly number[], toNamed: boolean): void {
  for (let i = 0; i < scores.length; i++) {
    if (!(toNamed && Object.is(scores[i], -0))) scores[i] = scores[i]! + bases[i % bases.length]!
  }
}

/** Adds the base to pairs of scores by the rule `ofTwoLabels`; a score that no leaf names stays 0. */
function addBasesOfTwo(scores: Float64Array, bases: readonly number[]): void {
  for (let i = 0; i < scores.length; i += 2) {
    const hasFirst = !Object.is(scores[i], -0)
    const hasSecond = !Object.is(scores[i + 1], -0)
    const score = scores[i]! + bases[hasSecond ? 1 : 0]!
    if (hasFirst) scores[i] = hasSecond ? -score : score
    if (hasSecond) scores[i + 1] = score
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

/** Puts the trainer's numbers in the place of leaves that count up within their trees. */
function renumberLeaves({ trees: { leafNumber, firstLeaf, root } }: TreeEnsemble, leaves: Int32Array): void {
  if (leafNumber === null) return
  for (let i = 0; i < leaves.length; i++) leaves[i] = leafNumber[firstLeaf[i % root.length]! + leaves[i]!]!
}

function writeLabels(scores: Float64Array, ensemble: TreeEnsemble, out: Int32Array): void {
  const { classifies, decisionThreshold, link } = ensemble
  if (!classifies) throw new RiftlineError('labels_unavailable', 'labels: the model does not tell classes apart')
  const width = scores.length / Math.max(1, out.length)
  for (let r = 0; r < out.length; r++) {
    if (link.kind === 'largest') out[r] = scores[r]!
    else if (width === 2 && decisionThreshold !== null)
      out[r] = secondOrFirst(scores, 2 * r) > decisionThreshold ? 1 : 0
    else if (width === 1) out[r] = scores[r]! > (decisionThreshold ?? 0.5) ? 1 : 0
    else out[r] = firstLargest(scores, r * width, width, ensemble.trees.leafEntries !== null)
  }
}

/** Score by which ONNX Runtime chooses between two labels: the second, or the first where no leaf names the second. */
function secondOrFirst(scores: Float64Array, at: number): number {
  return Object.is(scores[at + 1], -0) ? scores[at]! : scores[at + 1]!
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
