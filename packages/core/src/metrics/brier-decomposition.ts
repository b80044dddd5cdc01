import { brierScore } from './brier-score.ts'
import { assignBins, type BinOptions } from './reliability-bins.ts'

/** score = reliability - resolution + uncertainty + withinBin, to rounding. */
export interface BrierDecomposition {
  /** The Brier score. */
  readonly score: number
  /** Mean squared distance of mean forecast and outcome rate of a bin; 0 is calibrated. */
  readonly reliability: number
  /** Mean squared distance of the outcome rate of a bin from the base rate: what the bins tell apart. */
  readonly resolution: number
  /** Variance of the outcomes. */
  readonly uncertainty: number
  /** Variance of the forecasts within bins, less twice their covariance with the outcomes: what binning hides. */
  readonly withinBin: number
}

/**
 * Murphy's decomposition of the Brier score by bins, with the within-bin terms that make the sum exact.
 *
 * Depends on the bins; `corpDecomposition` is the one without bins to choose.
 *
 * Source: A. H. Murphy, "A new vector partition of the probability score", J. Applied Meteorology 12 (1973); D. B. Stephenson,
 * C. A. S. Coelho and I. T. Jolliffe, "Two extra components in the Brier score decomposition", Weather and Forecasting 23
 * (2008), https://doi.org/10.1175/2007WAF2006116.1.
 *
 * @param predictions probabilities in [0, 1]
 * @param outcomes 1, 0 or a soft label between
 * @param options.bins default 10
 * @param options.strategy `uniform` (equal width, default) or `quantile` (equal mass)
 * @throws RiftlineError `invalid_argument`
 * @example
 * brierDecomposition([0.25, 0.25, 0.75, 0.75], [0, 1, 1, 1]) // => { score: 0.1875, reliability: 0.0625, resolution: 0.0625, uncertainty: 0.1875, withinBin: 0 }
 */
export function brierDecomposition(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: BinOptions = {},
): BrierDecomposition {
  const score = brierScore(predictions, outcomes)
  const n = predictions.length
  const { bins, binOf } = assignBins(predictions, options)
  const count = new Float64Array(bins)
  const forecast = new Float64Array(bins)
  const rate = new Float64Array(bins)
  let baseRate = 0
  for (let i = 0; i < n; i++) {
    const bin = binOf[i]!
    count[bin]! += 1
    forecast[bin]! += (predictions[i]! - forecast[bin]!) / count[bin]!
    rate[bin]! += (outcomes[i]! - rate[bin]!) / count[bin]!
    baseRate += outcomes[i]! / n
  }
  let reliability = 0
  let resolution = 0
  let uncertainty = 0
  let withinBin = 0
  for (let i = 0; i < n; i++) {
    const bin = binOf[i]!
    const within = predictions[i]! - forecast[bin]!
    reliability += square(forecast[bin]! - rate[bin]!) / n
    resolution += square(rate[bin]! - baseRate) / n
    uncertainty += square(outcomes[i]! - baseRate) / n
    withinBin += (within * (within - 2 * (outcomes[i]! - rate[bin]!))) / n
  }
  return { score, reliability, resolution, uncertainty, withinBin }
}

function square(x: number): number {
  return x * x
}
