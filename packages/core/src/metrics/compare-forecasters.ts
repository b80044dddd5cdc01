import {
  invalidArgument,
  requireArrayLike,
  requireLength,
  requireNumber,
  requireNumbers,
  requireOptions,
  requireProbabilities,
  requireWhole,
} from '@riftline/base'
import { studentTwoSided } from '../math/distributions.ts'
import { power } from '../math/log.ts'
import { surprise } from '../math/log-odds.ts'
import { type ClusterKey, checkResampling, clusterBootstrap, type ResamplingOptions } from './resampling.ts'
import { requireForecasts } from './scores.ts'

/** Difference of two forecasters over the same matches, in nats per match; negative means the first is better. */
export interface PairedDifference {
  readonly mean: number
  /** Standard deviation of the per-match differences, n - 1 in the denominator. */
  readonly sd: number
  /** sd / sqrt(n), valid for independent matches only; see `clusteredDifference`. */
  readonly se: number
}

/**
 * Paired difference of log losses, a - b, match by match. Two forecasters see the same upsets, so the spread of their difference is
 * far below the spread of either, and a paired comparison needs a small fraction of the matches.
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

/** Log loss of `a` minus log loss of `b`, per match; checks all three arguments. */
function lossDifferences(a: ArrayLike<number>, b: ArrayLike<number>, outcomes: ArrayLike<number>): Float64Array {
  requireProbabilities('a', a)
  requireProbabilities('b', b)
  requireLength('b', b, a.length)
  requireForecasts(a, outcomes)
  return Float64Array.from(a, (p, i) => surprise(p, outcomes[i] ?? 0) - surprise(b[i] ?? 0, outcomes[i] ?? 0))
}

/**
 * Paired difference of log losses, a - b, with a bootstrap interval that respects clusters: matches of one event share line-ups, patch
 * and form, so each resample draws as many clusters as there are, with replacement. The interval holds the middle `level` of the means.
 * The first forecaster is better if the interval is below 0.
 *
 * Source: B. Efron and R. Tibshirani, "An Introduction to the Bootstrap" (1993), chapters 8 and 13; C. A. Field and
 * A. H. Welsh, "Bootstrapping clustered data", J. R. Stat. Soc. B 69 (2007). Cost: resamples x clusters.
 *
 * @param a probabilities of the first forecaster
 * @param b probabilities of the second, same matches in the same order
 * @param outcomes 1, 0 or a soft label between
 * @param clusters one key per match (event, day, series): strings or numbers
 * @param options.resamples default 2000
 * @throws RiftlineError `invalid_argument`
 * @example
 * clusteredDifference([0.8, 0.7], [0.5, 0.5], [1, 1], ['spring', 'spring']) // => { mean: -0.4032379329334742, low: -0.4032379329334742, high: -0.4032379329334742 }
 */
export function clusteredDifference(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  clusters: ArrayLike<ClusterKey>,
  options: ResamplingOptions = {},
): ClusteredMean {
  const resampling = checkResampling(options, 2000)
  return clusteredMean(lossDifferences(a, b, outcomes), clusters, resampling)
}

/** A mean with a percentile interval. */
export interface ClusteredMean {
  readonly mean: number
  readonly low: number
  readonly high: number
}

/**
 * Mean with a bootstrap interval that respects clusters, as in `clusteredDifference`; with one cluster the interval has width 0.
 *
 * @param values at least one, finite
 * @param clusters one key per value (event, day, series): strings or numbers
 * @param options.resamples default 2000
 * @throws RiftlineError `invalid_argument`
 * @example
 * clusteredMean([0.9, -1], ['spring', 'spring']) // => { mean: -0.04999999999999999, low: -0.04999999999999999, high: -0.04999999999999999 }
 */
export function clusteredMean(
  values: ArrayLike<number>,
  clusters: ArrayLike<ClusterKey>,
  options: ResamplingOptions = {},
): ClusteredMean {
  const resampling = checkResampling(options, 2000)
  requireNumbers('values', values)
  return resampledMeans([values], clusters, resampling)[0]!
}

/**
 * Means of several columns of values of the same matches. Each has the numbers that `clusteredMean` gives for it alone, but clusters are
 * drawn once for all columns, which saves most of the time.
 *
 * @param columns lists of equal length, at least one finite value in each
 * @param clusters one key per match (event, day, series): strings or numbers
 * @param options.resamples default 2000
 * @throws RiftlineError `invalid_argument`
 * @example
 * clusteredMeans([[1, 0], [0.5, 0.75]], ['spring', 'spring']).map(({ mean }) => mean) // => [0.5, 0.625]
 */
export function clusteredMeans(
  columns: readonly ArrayLike<number>[],
  clusters: ArrayLike<ClusterKey>,
  options: ResamplingOptions = {},
): ClusteredMean[] {
  const resampling = checkResampling(options, 2000)
  requireArrayLike('columns', columns)
  columns.forEach((values, i) => {
    requireNumbers(`columns[${i}]`, values)
    requireLength(`columns[${i}]`, values, columns[0]!.length)
  })
  return resampledMeans(columns, clusters, resampling)
}

function resampledMeans(
  columns: readonly ArrayLike<number>[],
  clusters: ArrayLike<ClusterKey>,
  resampling: Required<ResamplingOptions>,
): ClusteredMean[] {
  requireArrayLike('clusters', clusters)
  for (const values of columns) requireLength('clusters', clusters, values.length)
  const intervals = clusterBootstrap(columns, clusters, resampling)
  return columns.map((values, column) => {
    let sum = 0
    for (let i = 0; i < values.length; i++) sum += values[i]!
    return { mean: sum / values.length, ...intervals[column]! }
  })
}

/** Result of a test of equal accuracy over matches in order of time; with a negative mean the first forecaster is better. */
export interface DieboldMariano {
  /** Mean difference of log losses, in nats per match. */
  readonly mean: number
  /** Standard error of the mean, allowing for correlation of matches up to `lag` apart. */
  readonly se: number
  /** Mean divided by its standard error. */
  readonly statistic: number
  /** Two-sided p-value, from Student's t with n - 1 degrees of freedom. */
  readonly pValue: number
  readonly lag: number
}

/**
 * Diebold-Mariano test of whether two forecasters differ in log loss, a - b, by more than chance. The variance of the mean is that of Newey
 * and West, [c_0 + 2 sum of (1 - k / (lag + 1)) c_k] / n with c_k the covariance of differences k matches apart, so that runs of related
 * matches do not count as independent; the correction for few matches divides it by (n + 1 - 2h + h (h - 1) / n) / n, h = lag + 1.
 *
 * Source: F. X. Diebold and R. S. Mariano (1995); W. K. Newey and K. D. West, Econometrica 55 (1987), and Review of Economic Studies 61
 * (1994) for the default lag; D. Harvey, S. Leybourne and P. Newbold, Int. J. Forecasting 13 (1997). Cost: n x lag.
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

/** Relative spread below which differences are rounding errors of the logarithms. */
const rounding = 1e-12

/** Mean product of values k apart, with n in the denominator, which keeps the sum over all lags from being negative. */
function autocovariance(centred: Float64Array, k: number): number {
  let sum = 0
  for (let i = k; i < centred.length; i++) sum += centred[i]! * centred[i - k]!
  return sum / centred.length
}
