import type { ClusterKey } from './cluster-bootstrap.ts'
import { type ClusteredMean, clusteredMean } from './clustered-mean.ts'
import { lossDifferences } from './paired-difference.ts'
import { checkResampling, type ResamplingOptions } from './resampling.ts'

/** Mean difference of log losses with a percentile interval; an interval below 0 says that the first is better. */
export interface ClusteredDifference extends ClusteredMean {}

/**
 * Paired difference of log losses, a - b, with a bootstrap interval that respects clusters.
 *
 * Matches of one event share line-ups, patch and form, so they are drawn together: each resample draws as many clusters
 * as there are, with replacement, and takes the mean over all matches drawn. The interval holds the middle `level` of
 * those means, interpolated between order statistics.
 *
 * Source: B. Efron and R. Tibshirani, "An Introduction to the Bootstrap" (1993), chapters 8 and 13; C. A. Field and
 * A. H. Welsh, "Bootstrapping clustered data", J. R. Stat. Soc. B 69 (2007). Cost: resamples x clusters.
 *
 * @param a probabilities of the first forecaster
 * @param b probabilities of the second, same matches in the same order
 * @param outcomes 1, 0 or a soft label between
 * @param clusters one key per match (event, day, series): strings or numbers
 * @param options.resamples default 2000
 * @param options.seed default 7
 * @param options.level default 0.95
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
): ClusteredDifference {
  const resampling = checkResampling(options, 2000)
  return clusteredMean(lossDifferences(a, b, outcomes), clusters, resampling)
}
