import { type BinOptions, reliabilityBins } from './reliability-bins.ts'

/** Points of a reliability diagram, one per filled bin, in ascending order of forecast. */
export interface ReliabilityCurve {
  readonly meanPredicted: number[]
  readonly fractionPositive: number[]
  readonly count: number[]
}

/**
 * Reliability curve: mean forecast against outcome rate, bin by bin. On the diagonal the forecasts are calibrated.
 *
 * Source: A. H. Murphy and R. L. Winkler, "Reliability of subjective probability forecasts of precipitation and
 * temperature", Applied Statistics 26 (1977).
 *
 * @param options.bins default 10
 * @param options.strategy `uniform` (equal width, default) or `quantile` (equal mass)
 * @returns the filled bins; empty ones are left out
 * @throws RiftlineError `invalid_argument`
 * @example
 * reliabilityCurve([0.25, 0.25, 0.75], [0, 1, 1], { bins: 2 }) // => { meanPredicted: [0.25, 0.75], fractionPositive: [0.5, 1], count: [2, 1] }
 */
export function reliabilityCurve(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: BinOptions = {},
): ReliabilityCurve {
  const filled = reliabilityBins(predictions, outcomes, options).filter((bin) => bin.count > 0)
  return {
    meanPredicted: filled.map((bin) => bin.sumPredicted / bin.count),
    fractionPositive: filled.map((bin) => bin.sumOutcome / bin.count),
    count: filled.map((bin) => bin.count),
  }
}
