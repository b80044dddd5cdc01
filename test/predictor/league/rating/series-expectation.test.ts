import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seriesProbability } from '#core/math/distributions.ts'
import { expectedSeriesChances } from '#predictor/league/rating/forecast.ts'

const bestOf = fc.constantFrom<1 | 3 | 5>(1, 3, 5)
const mean = fc.double({ min: -8, max: 8, noNaN: true })
const sd = fc.double({ min: 0, max: 2, noNaN: true })

const expectedSeriesProbability = (...of: Parameters<typeof expectedSeriesChances>): number =>
  expectedSeriesChances(...of)[0]!

/** The quadrature weights add up to 1 except for rounding. */
const rounding = 1e-15

describe('the chance of a series with uncertain strength', () => {
  it('without uncertainty the chance of a series is that of the race formula', () => {
    fc.assert(
      fc.property(mean, bestOf, (m, n) => {
        const race = seriesProbability(1 / (1 + Math.exp(-m)), n)
        expect(Math.abs(expectedSeriesProbability(m, 0, n) - race)).toBeLessThanOrEqual(rounding)
      }),
    )
  })

  it('the chance of a series rises with the expected logit', () => {
    fc.assert(
      fc.property(mean, fc.double({ min: 1e-6, max: 4, noNaN: true }), sd, bestOf, (m, more, s, n) => {
        expect(expectedSeriesProbability(m + more, s, n)).toBeGreaterThan(expectedSeriesProbability(m, s, n))
      }),
    )
  })

  it('the chances of both sides are complements, and one half for equal teams', () => {
    fc.assert(
      fc.property(mean, sd, bestOf, (m, s, n) => {
        const sum = expectedSeriesProbability(m, s, n) + expectedSeriesProbability(-m, s, n)
        expect(Math.abs(sum - 1)).toBeLessThanOrEqual(2 * rounding)
        expect(Math.abs(expectedSeriesProbability(0, s, n) - 0.5)).toBeLessThanOrEqual(rounding)
      }),
    )
  })

  it('a longer series has a chance further from one half', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 4, noNaN: true }), sd, (m, s) => {
        const [one, three, five] = ([1, 3, 5] as const).map((n) => expectedSeriesProbability(m, s, n))
        expect(three).toBeGreaterThan(one!)
        expect(five).toBeGreaterThan(three!)
      }),
    )
  })

  it('a larger uncertainty gives a chance nearer to one half', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        fc.double({ min: 0, max: 1.5, noNaN: true }),
        bestOf,
        (m, s, n) => {
          const sure = expectedSeriesProbability(m, s, n)
          const doubtful = expectedSeriesProbability(m, s + 0.5, n)
          expect(doubtful).toBeLessThan(sure)
          expect(doubtful).toBeGreaterThan(0.5)
        },
      ),
    )
  })

  it('the chance of the weakest side stays above 0, so its logit is finite', () => {
    for (const n of [1, 3, 5] as const) {
      expect(expectedSeriesProbability(-30, 0, n)).toBeGreaterThan(0)
      expect(Number.isFinite(Math.log(expectedSeriesProbability(-30, 1, n)))).toBe(true)
    }
  })
})
