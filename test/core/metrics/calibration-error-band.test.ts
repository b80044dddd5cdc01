import { describe, expect, it } from 'vitest'
import { normalQuantile } from '#core/math/distributions.ts'
import { sigmoid } from '#core/math/log-odds.ts'
import { seededRandom } from '#core/math/seeded-random.ts'
import { calibrationErrorBand, expectedCalibrationError } from '#core/metrics/reliability.ts'
import { amount } from '../../support/amount.ts'

/** Forecasts whose log odds are normal with sd 0.9. */
const spread = (n: number): number[] =>
  Array.from({ length: n }, (_, i) => sigmoid(0.9 * normalQuantile((i + 0.5) / n)))

describe('a perfect forecaster of logit sd 0.9 shows the published error', () => {
  // [n, equal width: mean, 95 % point, equal mass: mean, 95 % point], to three digits, from other random draws.
  const published = [
    [50, 0.142, 0.207, 0.167, 0.231],
    [100, 0.1, 0.15, 0.117, 0.164],
    [200, 0.073, 0.109, 0.083, 0.117],
    [500, 0.046, 0.067, 0.052, 0.073],
    [1000, 0.032, 0.047, 0.036, 0.052],
    [5000, 0.015, 0.021, 0.017, 0.023],
  ] as const

  it.each(published.slice(0, amount(3, 6)))(
    'a perfect forecaster of logit sd 0.9 shows the published error on %i matches',
    (n, widthMean, widthHigh, massMean, massHigh) => {
      const width = calibrationErrorBand(spread(n))
      const mass = calibrationErrorBand(spread(n), { strategy: 'quantile' })
      const room = 0.08 // covers the chance of both draws and the rounding to three digits
      expect(Math.abs(width.mean / widthMean - 1)).toBeLessThan(room)
      expect(Math.abs(width.high / widthHigh - 1)).toBeLessThan(room)
      expect(Math.abs(mass.mean / massMean - 1)).toBeLessThan(room)
      expect(Math.abs(mass.high / massHigh - 1)).toBeLessThan(room)
    },
  )
})

it('the calibration error band equals the metric on outcomes drawn from the forecasts', () => {
  const forecasts = spread(80)
  const { uniform } = seededRandom(31)
  for (const options of [{ bins: 5 }, { bins: 7, strategy: 'quantile' as const }]) {
    const errors = Array.from({ length: 4000 }, () =>
      expectedCalibrationError(
        forecasts,
        forecasts.map((p) => (uniform() < p ? 1 : 0)),
        options,
      ),
    ).sort((a, b) => a - b)
    const band = calibrationErrorBand(forecasts, { ...options, resamples: 4000, level: 0.9 })
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    expect(Math.abs(band.mean / mean - 1)).toBeLessThan(0.03)
    expect(Math.abs(band.high / errors[3600]! - 1)).toBeLessThan(0.03)
  }
})

it('each filled bin has a band around its mean forecast, in ascending order', () => {
  const { bins } = calibrationErrorBand([0.95, 0.05, 0.15, 0.05])
  expect(bins).toHaveLength(3)
  const wide = calibrationErrorBand(spread(400), { strategy: 'quantile', level: 0.99 })
  const narrow = calibrationErrorBand(spread(400), { strategy: 'quantile', level: 0.5 })
  wide.bins.forEach(({ low, high }, bin) => {
    const forecast =
      spread(400)
        .slice(40 * bin, 40 * bin + 40)
        .reduce((sum, p) => sum + p, 0) / 40
    expect(low).toBeLessThan(forecast)
    expect(high).toBeGreaterThan(forecast)
    expect(narrow.bins[bin]!.low).toBeGreaterThan(low)
    expect(narrow.bins[bin]!.high).toBeLessThan(high)
  })
  expect(wide.high).toBeGreaterThan(narrow.high)
})

it('the calibration error band is 0 for certain forecasts, and a folded one half counts as half a win', () => {
  expect(calibrationErrorBand([0, 1], { bins: 1 })).toEqual({ mean: 0, high: 0, bins: [{ low: 0.5, high: 0.5 }] })
  expect(calibrationErrorBand([0.5, 1], { folded: true }).high).toBe(0)
  expect(calibrationErrorBand([0.5, 1]).high).toBeGreaterThan(0)
})
