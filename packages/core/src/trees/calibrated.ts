import { exp } from '../math/exp.ts'
import type { Bins, Calibrator, Pieces, Sigmoid } from './form/output-link.ts'

/**
 * Probability of a score, in the arithmetic of ML.NET's calibrators; NaN stays NaN.
 *
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.Data/Prediction/Calibrator.cs
 */
export function calibrated(calibrator: Calibrator, score: number): number {
  if (Number.isNaN(score)) return score
  if ('slope' in calibrator) return sigmoid(calibrator, score)
  return 'width' in calibrator ? binOf(calibrator, score) : pieceOf(calibrator, score)
}

export function sigmoid({ slope, offset }: Sigmoid, score: number): number {
  return 1 / (1 + exp(-(slope * score + offset)))
}

function binOf({ start, width, probability }: Bins, score: number): number {
  const bin = Math.trunc(Math.fround(Math.fround(score - start) / width))
  // .NET casts what is beyond an int32, the infinities too, to the least one.
  const index = bin >= -(2 ** 31) && bin < 2 ** 31 ? bin : -1
  return probability[Math.max(0, Math.min(probability.length - 1, index))]!
}

/** No isotonic probability is nearer to 0 than this; in float32 the largest one is 1. */
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
