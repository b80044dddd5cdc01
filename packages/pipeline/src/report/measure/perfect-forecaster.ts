import { calibrationErrorBand } from '@riftline/core'

/** Calibration by luck alone, when every forecast is exactly right. */
export interface PerfectForecaster {
  /** Mean and 95 % point of its calibration error. */
  readonly ece: { readonly mean: number; readonly high: number }
  /** Middle 95 % of the share of favourites that win, for every filled bin, in ascending order of forecast. */
  readonly bins: readonly { readonly low: number; readonly high: number }[]
}

export const binCount = 10
export const simulatedResults = 1000
export const simulationSeed = 7

/**
 * The null band of the equal-mass ECE of favourites. Cost: 1,000 × n.
 *
 * @param folded forecasts of the favourites, in [1/2, 1], at least one
 */
export function simulatePerfect(folded: readonly number[]): PerfectForecaster {
  const { mean, high, bins } = calibrationErrorBand(folded, {
    bins: binCount,
    strategy: 'quantile',
    resamples: simulatedResults,
    seed: simulationSeed,
    folded: true,
  })
  return { ece: { mean, high }, bins }
}
