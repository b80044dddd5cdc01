import { invalidArgument, requireNumber, requireOptions, requireWhole } from '@riftline/base'
import { power } from '../math/power.ts'
import { studentTwoSided } from '../math/student-t.ts'
import { lossDifferences } from './paired-difference.ts'

/** A test of equal accuracy over matches in order of time; a negative mean says that the first forecaster is better. */
export interface DieboldMariano {
  /** Mean difference of log losses, in nats per match. */
  readonly mean: number
  /** Its standard error, allowing for correlation of matches up to `lag` apart. */
  readonly se: number
  /** mean / se. */
  readonly statistic: number
  /** Two-sided, from Student's t with n - 1 degrees of freedom. */
  readonly pValue: number
  readonly lag: number
}

/**
 * Diebold-Mariano test: do two forecasters differ in log loss, a - b, by more than chance?
 *
 * The variance of the mean is that of Newey and West, [c_0 + 2 sum of (1 - k / (lag + 1)) c_k] / n with c_k the covariance of
 * differences k matches apart, so that runs of related matches do not count as independent. Harvey, Leybourne and Newbold's
 * correction for few matches divides it by (n + 1 - 2h + h (h - 1) / n) / n, h = lag + 1.
 *
 * Source: F. X. Diebold and R. S. Mariano, "Comparing predictive accuracy", J. Business & Economic Statistics 13 (1995);
 * W. K. Newey and K. D. West, Econometrica 55 (1987), and Review of Economic Studies 61 (1994) for the default lag;
 * D. Harvey, S. Leybourne and P. Newbold, "Testing the equality of prediction mean squared errors", Int. J. Forecasting 13
 * (1997). Cost: n x lag.
 *
 * @param a probabilities of the first forecaster, in order of time
 * @param b probabilities of the second, same matches in the same order
 * @param outcomes 1, 0 or a soft label between
 * @param options.lag at most n - 2; default floor(4 (n / 100)^(2/9)); 0 leaves the paired test of independent matches
 * @throws RiftlineError `invalid_argument`; fewer than two matches, and losses that always differ by the same, have no spread
 * @example
 * dieboldMariano([0.8, 0.3, 0.6], [0.5, 0.5, 0.5], [1, 0, 1], { lag: 0 }) // => { mean: -0.3295991408869677, se: 0.08311773434164942, statistic: -3.965449052451001, pValue: 0.058106343561596385, lag: 0 }
 */
export function dieboldMariano(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: { readonly lag?: number } = {},
): DieboldMariano {
  requireOptions(options, ['lag'])
  const differences = lossDifferences(a, b, outcomes)
  const n = differences.length
  if (n < 2) throw invalidArgument('a', 'at least two matches', a)
  const { lag = Math.min(Math.floor(4 * power(n / 100, 2 / 9)), n - 2) } = options
  requireWhole('lag', lag, 0)
  requireNumber('lag', lag, 0, n - 2)
  const mean = differences.reduce((sum, d) => sum + d, 0) / n
  const centred = differences.map((d) => d - mean)
  let variance = autocovariance(centred, 0)
  if (Math.sqrt(variance) <= rounding * Math.abs(mean)) {
    throw invalidArgument('b', 'forecasts whose losses do not always differ by the same', b)
  }
  for (let k = 1; k <= lag; k++) variance += 2 * (1 - k / (lag + 1)) * autocovariance(centred, k)
  const h = lag + 1
  const correction = (n + 1 - 2 * h + (h * (h - 1)) / n) / n
  const se = Math.sqrt(variance / n / correction)
  const statistic = mean / se
  return { mean, se, statistic, pValue: studentTwoSided(statistic, n - 1), lag }
}

/** A spread this small beside the mean is what the logarithms round. */
const rounding = 1e-12

/** Mean product of values k apart, n in the denominator, which keeps the sum over all lags from being negative. */
function autocovariance(centred: Float64Array, k: number): number {
  let sum = 0
  for (let i = k; i < centred.length; i++) sum += centred[i]! * centred[i - k]!
  return sum / centred.length
}
