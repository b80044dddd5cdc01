import { RiftlineError } from '@riftline/base'
import { exp } from '../math/exp.ts'
import { log1p } from '../math/log.ts'
import { type Bins, type Calibrator, classesOfPairs, type Link, type Pieces, type Sigmoid } from './form/links.ts'
import { scoreCount, type TreeEnsemble } from './form/tree-ensemble.ts'
import { createOnnxLink } from './onnx-link.ts'

/** Applies a link to `rows` rows of K scores; writes `predictionCount` numbers a row to `out`, which may be the scores if they are K. */
type ApplyLink = (scores: Float64Array, rows: number, out: Float64Array) => void

/** Number of predictions of a row. */
export function predictionCount(ensemble: TreeEnsemble): number {
  const { link } = ensemble
  if (link.kind === 'pairwise') return classesOfPairs(link.calibrators.length)
  if (link.kind === 'onnx') return link.outputs.length
  return link.kind === 'largest' ? 1 : scoreCount(ensemble)
}

/**
 * Chooses the link's function once. Under `float32` every prediction is rounded as by ML.NET's casts. About one exponential in some hundred
 * differs from the trainer's by one unit in the last place of the double.
 *
 * Sources: `ConvertOutput` in https://github.com/microsoft/LightGBM/tree/v4.6.0/src/objective,
 * https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.Data/Prediction/Calibrator.cs
 */
export function createLink(ensemble: TreeEnsemble): ApplyLink {
  const { link, sums } = ensemble
  const numberOfOutputs = scoreCount(ensemble)
  const round = sums === 'float64' ? (value: number) => value : Math.fround
  const each = (transform: (score: number) => number): ApplyLink => {
    return (scores, rows, out) => {
      for (let i = 0; i < rows * numberOfOutputs; i++) out[i] = transform(scores[i]!)
    }
  }
  /** For links of several scores, which transform a row in place. */
  const eachRow = (transform: (scores: Float64Array, from: number, to: number) => void): ApplyLink => {
    return (_, rows, out) => {
      for (let r = 0; r < rows; r++) transform(out, r * numberOfOutputs, (r + 1) * numberOfOutputs)
    }
  }
  switch (link.kind) {
    case 'identity':
      return () => {}
    case 'sigmoid':
      return each(
        link.mostExponent === undefined
          ? (score) => round(applySigmoid(link, score))
          : sigmoidInSteps(link.mostExponent),
      )
    case 'exp':
      return each(exponential(link.least, round))
    case 'softplus':
      return each((score) => round(log1p(exp(score))))
    case 'signedSquare':
      return each((score) => round(Math.sign(score) * score * score))
    case 'step':
      return each((score) => (score > 0 ? 1 : 0))
    case 'softmax':
      return eachRow((scores, from, to) => softmax(scores, from, to, link, round))
    case 'largest':
      return (scores, rows, out) => {
        for (let r = 0; r < rows; r++) out[r] = firstLargest(scores, r * numberOfOutputs, numberOfOutputs)
      }
    case 'sorted':
      return eachRow((scores, from, to) => scores.subarray(from, to).sort())
    case 'softplusSteps':
      return eachRow(softplusSteps)
    case 'meanAndVariance':
      return eachRow((scores, from) => {
        scores[from + 1] = exp(2 * scores[from + 1]!)
      })
    case 'calibrated':
      return each((score) => calibrated(link.calibrator, score))
    case 'normalisedSigmoids':
      return eachRow((scores, from, to) => normalise(scores, from, to, link.sigmoids, round))
    case 'pairwise':
      return coupling(link.calibrators)
    case 'onnx':
      return createOnnxLink(link, numberOfOutputs, ensemble.baseIs === 'ofTwoLabels')
    default:
      throw new RiftlineError('invalid_argument', `ensemble.link: unknown kind ${String((link as Link).kind)}`)
  }
}

function exponential(least = 0, round: (v: number) => number): (score: number) => number {
  return (score) => Math.max(least, round(exp(score)))
}

/** XGBoost's sigmoid, each step in float32: 1 / (1 + e^min(-s, most)), so that it never falls to 0. */
function sigmoidInSteps(most: number): (score: number) => number {
  return (score) => Math.fround(1 / Math.fround(1 + Math.fround(exp(Math.min(-score, Math.fround(most))))))
}

/** Place of the first largest score, from 0 on; with `named` of those that leaves name, which are not -0. */
export function firstLargest(scores: Float64Array, from: number, width: number, named = false): number {
  let best = 0
  for (let k = 1; k < width; k++) {
    const isUnnamed = named && Object.is(scores[from + k], -0)
    const replaces = scores[from + k]! > scores[from + best]! || (named && Object.is(scores[from + best], -0))
    if (!isUnnamed && replaces) best = k
  }
  return best
}

/** Expectiles of XGBoost, each a step above the one before it, in float32. */
function softplusSteps(scores: Float64Array, from: number, to: number): void {
  const least = Math.fround(1e-6)
  for (let i = from + 1; i < to; i++) {
    const score = scores[i]!
    const tail = Math.fround(log1p(Math.fround(exp(-Math.abs(score)))))
    const step = score > 0 ? Math.fround(score + tail) : tail
    scores[i] = Math.fround(scores[i - 1]! + Math.fround(least + step))
  }
}

function softmax(
  scores: Float64Array,
  from: number,
  to: number,
  { shiftByMaximum: shift, least = 0 }: Extract<Link, { kind: 'softmax' }>,
  round: (v: number) => number,
): void {
  let largest = shift ? scores[from]! : 0
  if (shift) for (let i = from; i < to; i++) largest = Math.max(largest, scores[i]!)
  let sum = 0
  for (let i = from; i < to; i++) {
    scores[i] = Math.max(least, shift ? round(exp(round(scores[i]! - largest))) : exp(scores[i]! - largest))
    sum += scores[i]!
  }
  const total = shift ? round(sum) : sum
  for (let i = from; i < to; i++) scores[i] = round(scores[i]! / total)
}

function normalise(
  scores: Float64Array,
  from: number,
  to: number,
  calibrators: readonly Calibrator[],
  round: (v: number) => number,
): void {
  let sum = 0
  for (let i = from; i < to; i++) {
    const probability = round(calibrated(calibrators[i - from]!, scores[i]!))
    scores[i] = probability
    if (!Number.isNaN(probability)) sum += probability
  }
  if (sum > 0) for (let i = from; i < to; i++) scores[i] = round(scores[i]! / sum)
}

/** Probability of a score, in the arithmetic of ML.NET's calibrators; NaN stays NaN. */
function calibrated(calibrator: Calibrator, score: number): number {
  if (Number.isNaN(score)) return score
  if ('slope' in calibrator) return applySigmoid(calibrator, score)
  return 'width' in calibrator ? binOf(calibrator, score) : pieceOf(calibrator, score)
}

function applySigmoid({ slope, offset }: Sigmoid, score: number): number {
  return 1 / (1 + exp(-(slope * score + offset)))
}

function binOf({ start, width, probability }: Bins, score: number): number {
  const bin = Math.trunc(Math.fround(Math.fround(score - start) / width))
  // .NET casts numbers beyond an int32, infinities included, to the smallest int32.
  const index = bin >= -(2 ** 31) && bin < 2 ** 31 ? bin : -1
  return probability[Math.max(0, Math.min(probability.length - 1, index))]!
}

/** Smallest isotonic probability; the largest one is 1 in float32. */
const leastProbability = Math.fround(1e-15)

function pieceOf({ minimum, maximum, value }: Pieces, score: number): number {
  return Math.max(leastProbability, interpolated())

  function interpolated(): number {
    const last = value.length - 1
    if (last < 0) return 0
    if (score < minimum[0]!) return value[0]!
    if (score > maximum[last]!) return value[last]!
    let low = 0
    for (let high = last; low < high; ) {
      const middle = (low + high) >> 1
      if (maximum[middle]! >= score) high = middle
      else low = middle + 1
    }
    if (score >= minimum[low]!) return value[low]!
    const before = low - 1
    const share = Math.fround(Math.fround(score - maximum[before]!) / Math.fround(minimum[low]! - maximum[before]!))
    return Math.fround(value[before]! + Math.fround(share * Math.fround(value[low]! - value[before]!)))
  }
}

/**
 * ML.NET's pairwise coupling. The trees give a score for each pair of classes, (0, 0), (1, 0), (1, 1), (2, 0) …, calibrated to the
 * probability of either class. Raw scores and predictions are K probabilities, as ML.NET's Score:
 * P(i) = p_ii / max(p_ii, Σ_(j ≠ i) p_ij - (K - 2) p_ii), divided by the sum over the classes; 0 where p_ii is not above 0.
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.StandardTrainers/Standard/MulticlassClassification/PairwiseCouplingTrainer.cs
 */
function coupling(calibrators: readonly Calibrator[]): ApplyLink {
  const pairs = calibrators.length
  const classes = classesOfPairs(pairs)
  return (scores, rows, out) => {
    for (let r = 0; r < rows; r++) {
      const chances = scores.slice(r * pairs, (r + 1) * pairs)
      for (let pair = 0; pair < pairs; pair++) {
        chances[pair] = Math.fround(calibrated(calibrators[pair]!, chances[pair]!))
      }
      coupleRow(chances, classes, out.subarray(r * classes, (r + 1) * classes))
    }
  }
}

function pairOf(i: number, j: number): number {
  return i >= j ? (i * (i + 1)) / 2 + j : (j * (j + 1)) / 2 + i
}

function coupleRow(chances: Float64Array, classes: number, out: Float64Array): void {
  // A pair of classes is at least as likely as each of them, so smaller probabilities are raised.
  for (let i = 0; i < classes; i++) {
    const own = chances[pairOf(i, i)]!
    if (!(own > 0)) continue
    for (let j = 0; j < classes; j++) if (j !== i && !(chances[pairOf(i, j)]! >= own)) chances[pairOf(i, j)] = own
  }
  let sum = 0
  for (let i = 0; i < classes; i++) {
    const own = chances[pairOf(i, i)]!
    out[i] = 0
    if (!(own > 0)) continue
    let others = 0
    for (let j = 0; j < classes; j++) if (j !== i) others += chances[pairOf(i, j)]!
    out[i] = own / Math.max(own, others - (classes - 2) * own)
    sum += out[i]!
  }
  const total = sum > 0 ? sum : 1
  for (let i = 0; i < classes; i++) out[i] = Math.fround(out[i]! / total)
}
