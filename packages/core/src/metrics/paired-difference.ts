import { invalidArgument, requireLength, requireProbabilities } from '@riftline/base'
import { requireForecasts } from '../math/check-forecasts.ts'
import { surprise } from '../math/surprise.ts'

/** Difference of two forecasters over the same matches, in nats per match; negative means the first is better. */
export interface PairedDifference {
  readonly mean: number
  /** Standard deviation of the per-match differences, n - 1 in the denominator. */
  readonly sd: number
  /** sd / sqrt(n): honest only when matches are independent, else see `clusteredDifference`. */
  readonly se: number
}

/**
 * Paired difference of log losses, a - b, match by match.
 *
 * Two forecasters see the same upsets, so the spread of their difference is far below the spread of either: a paired
 * comparison needs a small fraction of the matches that an unpaired one does.
 *
 * Source: F. X. Diebold and R. S. Mariano, "Comparing predictive accuracy", J. Business & Economic Statistics 13 (1995).
 *
 * @param a probabilities of the first forecaster
 * @param b probabilities of the second, same matches in the same order
 * @param outcomes 1, 0 or a soft label between
 * @throws RiftlineError `invalid_argument`; fewer than two matches have no spread
 * @example
 * pairedDifference([0.8, 0.3], [0.5, 0.5], [1, 0]) // => { mean: -0.40323793293347426, sd: 0.09442095322608328, se: 0.0667656963122613 }
 */
export function pairedDifference(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  outcomes: ArrayLike<number>,
): PairedDifference {
  const differences = lossDifferences(a, b, outcomes)
  const n = differences.length
  if (n < 2) throw invalidArgument('a', 'at least two matches', a)
  const mean = differences.reduce((sum, d) => sum + d, 0) / n
  const squares = differences.reduce((sum, d) => sum + (d - mean) * (d - mean), 0)
  const sd = Math.sqrt(squares / (n - 1))
  return { mean, sd, se: sd / Math.sqrt(n) }
}

/** Log loss of `a` minus log loss of `b`, per match, after checking all three. */
export function lossDifferences(a: ArrayLike<number>, b: ArrayLike<number>, outcomes: ArrayLike<number>): Float64Array {
  requireProbabilities('a', a)
  requireProbabilities('b', b)
  requireLength('b', b, a.length)
  requireForecasts(a, outcomes)
  return Float64Array.from(a, (p, i) => surprise(p, outcomes[i] ?? 0) - surprise(b[i] ?? 0, outcomes[i] ?? 0))
}
