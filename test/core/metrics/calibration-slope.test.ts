import fc from 'fast-check'
import { expect, it } from 'vitest'
import { logOdds, sigmoid } from '#core/math/log-odds.ts'
import { calibrationSlope } from '#core/metrics/scores.ts'

const matches = fc.array(
  fc.record({ p: fc.integer({ min: 1, max: 999 }).map((n) => n / 1000), y: fc.constantFrom(0, 1, 0.25) }),
  { minLength: 1, maxLength: 50 },
)
const priors = fc.constantFrom(0.2, 1, 10)
const columns = (rows: { p: number; y: number }[]) => [rows.map(({ p }) => p), rows.map(({ y }) => y)] as const

/** Gradient of the log posterior, from the definition. */
const gradient = (p: number[], y: number[], slope: number, priorSd: number): number =>
  p.reduce((sum, value, i) => sum + (y[i]! - sigmoid(slope * logOdds(value))) * logOdds(value), 0) -
  (slope - 1) / (priorSd * priorSd)

it('the gradient of the posterior vanishes at the calibration slope', () => {
  fc.assert(
    fc.property(matches, priors, (rows, priorSd) => {
      const [p, y] = columns(rows)
      const { slope } = calibrationSlope(p, y, { priorSd })
      expect(Math.abs(gradient(p, y, slope, priorSd))).toBeLessThan(1e-9)
    }),
  )
})

it('the standard error of the calibration slope comes from the curvature at the maximum', () => {
  fc.assert(
    fc.property(matches, priors, (rows, priorSd) => {
      const [p, y] = columns(rows)
      const { slope, se } = calibrationSlope(p, y, { priorSd })
      const information = p.reduce(
        (sum, value) => {
          const z = logOdds(value)
          return sum + sigmoid(slope * z) * sigmoid(-slope * z) * z * z
        },
        1 / (priorSd * priorSd),
      )
      expect(Math.abs(se * Math.sqrt(information) - 1)).toBeLessThan(1e-9)
    }),
  )
})

it('the calibration slope recovers the line that the results were drawn from', () => {
  const p = Array.from({ length: 4000 }, (_, i) => sigmoid(Math.sin(i * 1.7) * 2))
  const y = p.map((value) => sigmoid(0.6 * logOdds(value)))
  const { slope, se, high } = calibrationSlope(p, y, { priorSd: 1000 })
  expect(Math.abs(slope - 0.6)).toBeLessThan(1e-6)
  expect(high - slope).toBeCloseTo(1.959963984540054 * se, 12)
  const wide = calibrationSlope(p, y, { level: 0.99 })
  expect(wide.high - wide.slope).toBeCloseTo(2.5758293035489004 * wide.se, 12)
  expect(wide.slope - wide.low).toBeCloseTo(2.5758293035489004 * wide.se, 12)
})

it('the calibration slope stays finite for separable results and for equal forecasts', () => {
  const separated = calibrationSlope([0, 0.2, 0.8, 1], [0, 0, 1, 1])
  expect(separated.slope).toBeGreaterThan(1)
  expect(separated.se).toBeLessThan(10)
  expect(calibrationSlope([0.5, 0.5], [1, 0])).toMatchObject({ slope: 1, se: 10 })
  expect(calibrationSlope([0.9, 0.8, 0.3], [0, 0, 1]).slope).toBeLessThan(0)
})
