/** The middle of the values; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Noise of repeated measurements: the median distance from their median, as a share of it. */
export function relativeSpread(values: readonly number[]): number {
  const centre = median(values)
  return median(values.map((value) => Math.abs(value - centre))) / centre
}

/**
 * How many times as long as `base` something takes, `times[i]` and `base[i]` being of the same round: the median of the
 * rounds' ratios, so that a slow spell of the machine, which hits both, cancels. Rounds that only one of them had do not count.
 *
 * @example pairedRatio([20, 40, 22], [10, 20, 10]) // 2
 */
export function pairedRatio(times: readonly number[], base: readonly number[]): number {
  const rounds = Math.min(times.length, base.length)
  return median(times.slice(0, rounds).map((time, round) => time / base[round]!))
}
