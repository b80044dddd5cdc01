import { RiftlineError } from '@riftline/base'
import { exp } from '../math/exp.ts'
import { log1p } from '../math/log.ts'
import type { Bins, Calibrator, Link, Pieces, Sigmoid, TreeEnsemble } from './form/tree-ensemble.ts'

/** Applies a link to `rows` rows of K scores in place. */
type ApplyLink = (scores: Float64Array, rows: number) => void

/**
 * Chooses the link's function once. Under `float32` every prediction is rounded as by ML.NET's casts. About one exponential in some hundred
 * differs from the trainer's by one unit in the last place of the double.
 *
 * Sources: `ConvertOutput` in https://github.com/microsoft/LightGBM/tree/v4.6.0/src/objective,
 * https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.Data/Prediction/Calibrator.cs
 */
export function createLink(ensemble: TreeEnsemble): ApplyLink {
  const { link, precision, numberOfOutputs } = ensemble
  const round = precision === 'float32' ? Math.fround : (value: number) => value
  switch (link.kind) {
    case 'identity':
    case 'pairwise': // pairwise.ts couples the scores
      return () => {}
    case 'sigmoid':
      return each(numberOfOutputs, (score) => round(applySigmoid(link, score)))
    case 'exp':
      return each(numberOfOutputs, (score) => round(exp(score)))
    case 'softplus':
      return each(numberOfOutputs, (score) => round(log1p(exp(score))))
    case 'signedSquare':
      return each(numberOfOutputs, (score) => round(Math.sign(score) * score * score))
    case 'softmax':
      return eachRow(numberOfOutputs, (scores, from, to) => softmax(scores, from, to, link.shiftByMaximum, round))
    case 'calibrated':
      return each(numberOfOutputs, (score) => calibrated(link.calibrator, score))
    case 'normalisedSigmoids':
      return eachRow(numberOfOutputs, (scores, from, to) => normalise(scores, from, to, link.sigmoids, round))
    default:
      throw new RiftlineError('invalid_argument', `ensemble.link: unknown kind ${String((link as Link).kind)}`)
  }
}

function each(outputs: number, transform: (score: number) => number): ApplyLink {
  return (scores, rows) => {
    for (let i = 0; i < rows * outputs; i++) scores[i] = transform(scores[i]!)
  }
}

function eachRow(outputs: number, transform: (scores: Float64Array, from: number, to: number) => void): ApplyLink {
  return (scores, rows) => {
    for (let r = 0; r < rows; r++) transform(scores, r * outputs, (r + 1) * outputs)
  }
}

function softmax(scores: Float64Array, from: number, to: number, shift: boolean, round: (v: number) => number): void {
  let largest = shift ? scores[from]! : 0
  if (shift) for (let i = from; i < to; i++) largest = Math.max(largest, scores[i]!)
  let sum = 0
  for (let i = from; i < to; i++) {
    scores[i] = exp(scores[i]! - largest)
    sum += scores[i]!
  }
  for (let i = from; i < to; i++) scores[i] = round(scores[i]! / sum)
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
export function calibrated(calibrator: Calibrator, score: number): number {
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
