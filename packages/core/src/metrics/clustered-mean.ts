import { requireNumbers } from '@riftline/base'
import { type ClusterKey, clusterBootstrap } from './cluster-bootstrap.ts'
import { checkResampling, type ResamplingOptions } from './resampling.ts'

/** A mean with a percentile interval. */
export interface ClusteredMean {
  readonly mean: number
  readonly low: number
  readonly high: number
}

/**
 * Mean with a bootstrap interval that respects clusters: returns of bets, or their closing-line values, of one day or event are
 * drawn together. With one cluster the interval has no width.
 *
 * Source: B. Efron and R. Tibshirani, "An Introduction to the Bootstrap" (1993), chapters 8 and 13. Cost: resamples x clusters.
 *
 * @param values at least one, finite
 * @param clusters one key per value (event, day, series): strings or numbers
 * @param options.resamples default 2000
 * @param options.seed default 7
 * @param options.level default 0.95
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
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  return { mean: sum / values.length, ...clusterBootstrap(values, clusters, resampling) }
}
