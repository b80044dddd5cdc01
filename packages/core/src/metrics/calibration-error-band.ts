import { requireOneOf, requireProbabilities } from '@riftline/base'
import { seededRandom } from '../math/seeded-random.ts'
import { assignBins, type BinOptions } from './reliability.ts'
import { checkResampling, middle, quantileSorted, type ResamplingOptions } from './resampling.ts'

/** Calibration error of a perfect forecaster, which is due to luck alone. */
export interface CalibrationErrorBand {
  /** Mean expected calibration error. */
  readonly mean: number
  /** Quantile `level` of the expected calibration error. */
  readonly high: number
  /** Middle `level` of the outcome rate of every filled bin, in ascending order of forecast. */
  readonly bins: readonly { readonly low: number; readonly high: number }[]
}

/** Bins, resampling, and folding of the forecasts. */
export interface CalibrationErrorBandOptions extends BinOptions, ResamplingOptions {
  /** Whether the forecasts come from `foldToFavourite`: then exactly one half always counts as half a win. Default false. */
  readonly folded?: boolean
}

/**
 * Null band of the expected calibration error: the errors of a perfectly calibrated forecaster with these forecasts.
 *
 * A calibration error is never zero, even of a perfect forecaster, and has to be read against this band, which depends on the
 * number and the spread of the forecasts. Outcomes are drawn from the forecasts again and again, and binned alike.
 *
 * Source: consistency resampling, J. Bröcker and L. A. Smith, "Increasing the reliability of reliability diagrams", Weather and
 * Forecasting 22 (2007), https://doi.org/10.1175/WAF993.1. Cost: resamples x n.
 *
 * @param predictions probabilities in [0, 1]
 * @param options.bins default 10
 * @param options.strategy `uniform` (equal width, default) or `quantile` (equal mass)
 * @param options.resamples default 1000
 * @param options.seed default 7
 * @param options.level default 0.95
 * @throws RiftlineError `invalid_argument`
 * @example
 * calibrationErrorBand([0, 1, 1]) // => { mean: 0, high: 0, bins: [{ low: 0, high: 0 }, { low: 1, high: 1 }] }
 */
export function calibrationErrorBand(
  predictions: ArrayLike<number>,
  options: CalibrationErrorBandOptions = {},
): CalibrationErrorBand {
  const { resamples, seed, level } = checkResampling(options, 1000, ['folded', 'bins', 'strategy'])
  requireProbabilities('predictions', predictions)
  const { folded = false } = options
  requireOneOf('folded', folded, [true, false])
  const random = seededRandom(seed)
  const draw = (p: number): number => (folded && p === 0.5 ? 0.5 : random.uniform() < p ? 1 : 0)
  const errors = new Float64Array(resamples)
  const bins = forecastsByBin(predictions, options).map((members) => {
    const expected = members.reduce((sum, p) => sum + p, 0)
    const rates = new Float64Array(resamples)
    for (let r = 0; r < resamples; r++) {
      let won = 0
      for (let i = 0; i < members.length; i++) won += draw(members[i]!)
      rates[r] = won / members.length
      errors[r]! += Math.abs(won - expected) / predictions.length
    }
    return middle(rates.sort(), level)
  })
  const mean = errors.reduce((sum, error) => sum + error, 0) / resamples
  return { mean, high: quantileSorted(errors.sort(), level), bins }
}

/** Forecasts of every filled bin, in ascending order of forecast, so that the input's order does not matter. */
function forecastsByBin(predictions: ArrayLike<number>, options: BinOptions): Float64Array[] {
  const sorted = Float64Array.from(predictions).sort()
  const { binOf } = assignBins(sorted, options, ['folded', 'resamples', 'seed', 'level'])
  const filled: Float64Array[] = []
  for (let start = 0, end = 1; start < sorted.length; start = end++) {
    while (end < sorted.length && binOf[end] === binOf[start]) end++
    filled.push(sorted.subarray(start, end))
  }
  return filled
}
