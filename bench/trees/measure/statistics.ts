import { median, medianAbsoluteDeviation } from 'simple-statistics'

/** Noise of repeated measurements: their median absolute deviation as a share of their median. */
export function relativeSpread(values: readonly number[]): number {
  return medianAbsoluteDeviation(values) / median(values)
}

/**
 * Ratio of the time of something to that of `base`: the median ratio of `times[i]` to `base[i]`, which are of the same
 * round, so that a slow spell of the machine, which hits both, cancels. Rounds that only one of the two had do not count.
 *
 * @example pairedRatio([20, 40, 22], [10, 20, 10]) // 2
 */
export function pairedRatio(times: readonly number[], base: readonly number[]): number {
  const rounds = Math.min(times.length, base.length)
  return median(times.slice(0, rounds).map((time, round) => time / base[round]!))
}
