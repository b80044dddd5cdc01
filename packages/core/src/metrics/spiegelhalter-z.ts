import { invalidArgument } from '@riftline/base'
import { requireForecasts } from '../math/check-forecasts.ts'
import { normalCdf } from '../math/distributions.ts'

/**
 * Spiegelhalter's test of calibration: the Brier score against its expectation for calibrated forecasts, as z, and the
 * probability that calibrated forecasts give a z at least as far from 0. A small p-value means that the forecasts are not
 * calibrated; a large one does not mean that they are.
 *
 * z = sum (y - p)(1 - 2p) / sqrt(sum (1 - 2p)^2 p (1 - p)). Negative: favourites won more often than forecast
 * (under-confident); positive: less often (over-confident).
 *
 * Source: D. J. Spiegelhalter, "Probabilistic prediction in patient management and clinical trials", Statistics in
 * Medicine 5 (1986).
 *
 * @param predictions probabilities in [0, 1]
 * @param outcomes 1, 0 or a soft label between
 * @returns z in standard deviations; pValue in (0, 1], two-sided
 * @throws RiftlineError `invalid_argument`; forecasts that are all 0, 1/2 or 1 have no spread to compare with
 * @example
 * spiegelhalterTest([0.8, 0.3, 0.6], [1, 0, 0]) // => { z: -0.3779644730092273, pValue: 0.7054569861112734 }
 */
export function spiegelhalterTest(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
): { z: number; pValue: number } {
  requireForecasts(predictions, outcomes)
  let excess = 0
  let variance = 0
  for (let i = 0; i < predictions.length; i++) {
    const p = predictions[i]!
    excess += (outcomes[i]! - p) * (1 - 2 * p)
    variance += (1 - 2 * p) * (1 - 2 * p) * p * (1 - p)
  }
  if (variance === 0) throw invalidArgument('predictions', 'a forecast other than 0, 1/2 and 1', predictions)
  const z = excess / Math.sqrt(variance)
  return { z, pValue: 2 * normalCdf(-Math.abs(z)) }
}
