import { invalidArgument } from '../errors.ts'
import { requireArrayLike, requireLength, requireRecord, requireWhole } from '../math/check-arguments.ts'
import { seededRandom } from '../math/seeded-random.ts'
import { lossDifferences } from './paired-difference.ts'

export interface ClusteredOptions {
  /** How many times the clusters are drawn again, default 2000. */
  readonly resamples?: number
  /** Seed of the resampling, default 7; the same seed gives the same interval. */
  readonly seed?: number
  /** Coverage of the interval, between 0 and 1, default 0.95. */
  readonly level?: number
}

/** Mean difference of log losses with a percentile interval; an interval below 0 says that the first is better. */
export interface ClusteredDifference {
  readonly mean: number
  readonly low: number
  readonly high: number
}

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
 * @throws RiftlineError `invalid_argument`
 * @example
 * clusteredDifference([0.8, 0.7], [0.5, 0.5], [1, 1], ['spring', 'spring']) // => { mean: -0.4032379329334742, low: -0.4032379329334742, high: -0.4032379329334742 }
 */
export function clusteredDifference(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  clusters: ArrayLike<string | number>,
  options: ClusteredOptions = {},
): ClusteredDifference {
  requireRecord('options', options)
  const { resamples = 2000, seed = 7, level = 0.95 } = options
  const differences = lossDifferences(a, b, outcomes)
  requireArrayLike('clusters', clusters)
  requireLength('clusters', clusters, differences.length)
  requireWhole('resamples', resamples, 1)
  requireWhole('seed', seed, 0)
  if (!(typeof level === 'number' && level > 0 && level < 1)) {
    throw invalidArgument('level', 'a number between 0 and 1', level)
  }
  const { sums, counts } = sumByCluster(differences, clusters)
  const means = resampledMeans(sums, counts, resamples, seed)
  return {
    mean: differences.reduce((sum, d) => sum + d, 0) / differences.length,
    low: quantileSorted(means, (1 - level) / 2),
    high: quantileSorted(means, (1 + level) / 2),
  }
}

function sumByCluster(
  differences: Float64Array,
  clusters: ArrayLike<string | number>,
): { sums: number[]; counts: number[] } {
  const position = new Map<string | number, number>()
  const sums: number[] = []
  const counts: number[] = []
  differences.forEach((difference, i) => {
    const key = clusters[i]
    if (typeof key !== 'string' && !Number.isFinite(key)) {
      throw invalidArgument(`clusters[${i}]`, 'a string or a finite number', key)
    }
    const cluster = position.get(key as string | number) ?? position.size
    position.set(key as string | number, cluster)
    sums[cluster] = (sums[cluster] ?? 0) + difference
    counts[cluster] = (counts[cluster] ?? 0) + 1
  })
  return { sums, counts }
}

function resampledMeans(
  sums: readonly number[],
  counts: readonly number[],
  resamples: number,
  seed: number,
): Float64Array {
  const random = seededRandom(seed)
  const means = new Float64Array(resamples)
  for (let r = 0; r < resamples; r++) {
    let sum = 0
    let count = 0
    for (let draw = 0; draw < sums.length; draw++) {
      const cluster = random.below(sums.length)
      sum += sums[cluster] ?? 0
      count += counts[cluster] ?? 0
    }
    means[r] = sum / count
  }
  return means.sort()
}

function quantileSorted(sorted: Float64Array, share: number): number {
  const position = share * (sorted.length - 1)
  const below = Math.floor(position)
  const low = sorted[below] ?? 0
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? 0
  return low + (high - low) * (position - below)
}
