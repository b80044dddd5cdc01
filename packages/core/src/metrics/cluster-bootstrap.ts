import { invalidArgument, requireArrayLike, requireLength } from '@riftline/base'
import { seededRandom } from '../math/seeded-random.ts'
import { middle, type ResamplingOptions } from './resampling.ts'

/** Key of values that are not independent: an event, a day, a series. */
export type ClusterKey = string | number

/**
 * Percentile interval of a mean when whole clusters are drawn again: as many as there are, with replacement, and the mean is
 * that of all values drawn. It holds the middle `level` of those means, interpolated between order statistics.
 *
 * Source: B. Efron and R. Tibshirani, "An Introduction to the Bootstrap" (1993), chapters 8 and 13; C. A. Field and
 * A. H. Welsh, "Bootstrapping clustered data", J. R. Stat. Soc. B 69 (2007). Cost: resamples x clusters.
 *
 * @param values at least one, finite; trusted
 * @param clusters one key per value
 * @throws RiftlineError `invalid_argument` for clusters that are not one key per value
 */
export function clusterBootstrap(
  values: ArrayLike<number>,
  clusters: ArrayLike<ClusterKey>,
  { resamples, seed, level }: Required<ResamplingOptions>,
): { low: number; high: number } {
  const { sums, counts } = sumByCluster(values, clusters)
  const random = seededRandom(seed)
  const means = new Float64Array(resamples)
  for (let r = 0; r < resamples; r++) {
    let sum = 0
    let count = 0
    for (let draw = 0; draw < sums.length; draw++) {
      const cluster = random.below(sums.length)
      sum += sums[cluster]!
      count += counts[cluster]!
    }
    means[r] = sum / count
  }
  return middle(means.sort(), level)
}

function sumByCluster(
  values: ArrayLike<number>,
  clusters: ArrayLike<ClusterKey>,
): { sums: number[]; counts: number[] } {
  requireArrayLike('clusters', clusters)
  requireLength('clusters', clusters, values.length)
  const position = new Map<ClusterKey, number>()
  const sums: number[] = []
  const counts: number[] = []
  for (let i = 0; i < values.length; i++) {
    const key = clusters[i]!
    requireClusterKey(`clusters[${i}]`, key)
    const cluster = position.get(key) ?? position.size
    position.set(key, cluster)
    sums[cluster] = (sums[cluster] ?? 0) + values[i]!
    counts[cluster] = (counts[cluster] ?? 0) + 1
  }
  return { sums, counts }
}

/** Refuses anything but a string or a finite number. */
export function requireClusterKey(argument: string, key: unknown): void {
  if (typeof key !== 'string' && !Number.isFinite(key))
    throw invalidArgument(argument, 'a string or a finite number', key)
}
