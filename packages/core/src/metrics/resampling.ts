import { invalidArgument, requireOptions, requireWhole } from '@riftline/base'
import { seededRandom } from '../math/seeded-random.ts'

/** Settings of the resampling. Equal settings give equal numbers on every platform. */
export interface ResamplingOptions {
  /** Number of times that the data are drawn again, at most a million. */
  readonly resamples?: number
  /** Seed of the drawing, a whole number, default 7. */
  readonly seed?: number
  /** Coverage of the interval, between 0 and 1, default 0.95. */
  readonly level?: number
}

/** Largest number of resamples, so that a typing error cannot fill the memory. */
const mostResamples = 1e6

/** Checks the options and fills in defaults; `further` lists names of other options that the caller takes. */
export function checkResampling(
  options: ResamplingOptions,
  defaultResamples: number,
  further: readonly string[] = [],
): Required<ResamplingOptions> {
  requireOptions(options, ['resamples', 'seed', 'level', ...further])
  const { resamples = defaultResamples, seed = 7, level = 0.95 } = options
  requireWhole('resamples', resamples, 1)
  if (resamples > mostResamples) throw invalidArgument('resamples', `at most ${mostResamples}`, resamples)
  requireWhole('seed', seed, 0)
  requireLevel(level)
  return { resamples, seed, level }
}

/** Refuses anything but a number strictly between 0 and 1. */
export function requireLevel(level: unknown): void {
  if (typeof level === 'number' && level > 0 && level < 1) return
  throw invalidArgument('level', 'a number between 0 and 1', level)
}

/** Quantile of ascending values, interpolated between neighbours. Trusts at least one value and a share in [0, 1]. */
export function quantileSorted(sorted: ArrayLike<number>, share: number): number {
  const position = share * (sorted.length - 1)
  const below = Math.floor(position)
  const low = sorted[below] ?? 0
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? 0
  return low + (high - low) * (position - below)
}

/** Interval that holds the middle share `level` of ascending values. */
export function middle(sorted: ArrayLike<number>, level: number): { low: number; high: number } {
  return { low: quantileSorted(sorted, (1 - level) / 2), high: quantileSorted(sorted, (1 + level) / 2) }
}

/** Key shared by values that are not independent: an event, a day, a series. */
export type ClusterKey = string | number

/**
 * Percentile interval of the mean of each column over resamples of whole clusters, as in `clusteredDifference`. A resample draws the
 * clusters once for all columns. Trusts columns of equal length with finite values, at least one.
 */
export function clusterBootstrap(
  columns: readonly ArrayLike<number>[],
  clusters: ArrayLike<ClusterKey>,
  { resamples, seed, level }: Required<ResamplingOptions>,
): { low: number; high: number }[] {
  const { sums, counts } = sumByCluster(columns, clusters)
  const random = seededRandom(seed)
  const means = columns.map(() => new Float64Array(resamples))
  const drawn = new Uint32Array(counts.length)
  for (let r = 0; r < resamples; r++) {
    let count = 0
    for (let draw = 0; draw < drawn.length; draw++) {
      const cluster = random.below(drawn.length)
      drawn[draw] = cluster
      count += counts[cluster]!
    }
    for (let column = 0; column < sums.length; column++) means[column]![r] = sumOf(sums[column]!, drawn) / count
  }
  return means.map((own) => middle(own.sort(), level))
}

function sumOf(sums: Float64Array, drawn: Uint32Array): number {
  let sum = 0
  for (let draw = 0; draw < drawn.length; draw++) sum += sums[drawn[draw]!]!
  return sum
}

/** Sums of every column and numbers of values by cluster, in the order of the clusters' first values. */
function sumByCluster(
  columns: readonly ArrayLike<number>[],
  clusters: ArrayLike<ClusterKey>,
): { sums: Float64Array[]; counts: Uint32Array } {
  const position = new Map<ClusterKey, number>()
  const clusterOf = Uint32Array.from({ length: clusters.length }, (_, i) => {
    const key = clusters[i]!
    requireClusterKey(`clusters[${i}]`, key)
    const cluster = position.get(key) ?? position.size
    position.set(key, cluster)
    return cluster
  })
  const counts = new Uint32Array(position.size)
  for (let i = 0; i < clusterOf.length; i++) counts[clusterOf[i]!]! += 1
  const sums = columns.map((values) => {
    const own = new Float64Array(position.size)
    for (let i = 0; i < clusterOf.length; i++) own[clusterOf[i]!]! += values[i]!
    return own
  })
  return { sums, counts }
}

/** Refuses anything but a string or a finite number. */
export function requireClusterKey(argument: string, key: unknown): void {
  if (typeof key !== 'string' && !Number.isFinite(key))
    throw invalidArgument(argument, 'a string or a finite number', key)
}
