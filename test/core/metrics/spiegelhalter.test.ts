import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spiegelhalterTest } from '#core/metrics/scores.ts'

it('Spiegelhalter’s z has mean 0 and variance 1 over all outcomes that calibrated forecasts can have', () => {
  const chance = fc.integer({ min: 1, max: 99 }).map((n) => n / 100)
  fc.assert(
    fc.property(fc.array(chance, { minLength: 1, maxLength: 7 }), (p) => {
      fc.pre(p.some((value) => value !== 0.5))
      let mean = 0
      let variance = 0
      for (let mask = 0; mask < 2 ** p.length; mask++) {
        const y = p.map((_, i) => (mask >> i) & 1)
        const likelihood = p.reduce((product, value, i) => product * (y[i] === 1 ? value : 1 - value), 1)
        const z = spiegelhalterTest(p, y).z
        mean += likelihood * z
        variance += likelihood * z * z
      }
      expect(Math.abs(mean)).toBeLessThan(1e-10)
      expect(Math.abs(variance - 1)).toBeLessThan(1e-10)
    }),
  )
})

it('Spiegelhalter’s z is negative if favourites win more often than forecast, and its p-value is two-sided', () => {
  const p = Array.from({ length: 100 }, () => 0.7)
  const wins = (count: number): number[] => p.map((_, i) => (i < count ? 1 : 0))
  expect(spiegelhalterTest(p, wins(85)).z).toBeLessThan(-2)
  expect(spiegelhalterTest(p, wins(55)).z).toBeGreaterThan(2)
  expect(spiegelhalterTest(p, wins(70)).pValue).toBeCloseTo(1, 12)
  const [under, over] = [spiegelhalterTest(p, wins(79)), spiegelhalterTest(p, wins(61))]
  expect(under.pValue).toBeCloseTo(over.pValue, 12)
  // 9 / sqrt(21) = 1.964 standard deviations
  expect(under.pValue).toBeCloseTo(0.04953461343562674, 12)
})
