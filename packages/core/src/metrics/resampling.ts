import { invalidArgument, requireOptions, requireWhole } from '@riftline/base'

/** How chance enters a result: the same options give the same numbers on every platform. */
export interface ResamplingOptions {
  /** How many times the data are drawn again, at most a million. */
  readonly resamples?: number
  /** Seed of the drawing, a whole number, default 7. */
  readonly seed?: number
  /** Coverage of the interval, between 0 and 1, default 0.95. */
  readonly level?: number
}

/** Keeps a mistyped number of resamples from filling the memory. */
const mostResamples = 1e6

/** Checks the options and fills in what is not given; `further` names options of the caller. */
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

/** The middle `level` of ascending values. */
export function middle(sorted: ArrayLike<number>, level: number): { low: number; high: number } {
  return { low: quantileSorted(sorted, (1 - level) / 2), high: quantileSorted(sorted, (1 + level) / 2) }
}
