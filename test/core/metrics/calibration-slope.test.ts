import fc from 'fast-check'
import { expect, it } from 'vitest'
import { logit } from '#core/math/logit.ts'
import { sigmoid } from '#core/math/sigmoid.ts'
import { calibrationSlope } from '#core/metrics/calibration-slope.ts'

const matches = fc.array(
  fc.record({ p: fc.integer({ min: 1, max: 999 }).map((n) => n / 1000), y: fc.constantFrom(0, 1, 0.25) }),
  { minLength: 1, maxLength: 50 },
)
const priors = fc.constantFrom(0.2, 1, 10)
const columns = (rows: { p: number; y: number }[]) => [rows.map(({ p }) => p), rows.map(({ y }) => y)] as const

/** Gradient of the log posterior, from the definition. */
const gradient = (p: number[], y: number[], slope: number, intercept: number, priorSd: number): [number, number] => {
  const prior = 1 / (priorSd * priorSd)
  const residuals = p.map((value, i) => (y[i] ?? 0) - sigmoid(intercept + slope * logit(value)))
  return [
    residuals.reduce((sum, r, i) => sum + r * logit(p[i] ?? 0), 0) - prior * (slope - 1),
    residuals.reduce((sum, r) => sum + r, 0) - prior * intercept,
  ]
}

it('the gradient of the posterior vanishes at the calibration slope and intercept, and at a slope alone', () => {
  fc.assert(
    fc.property(matches, priors, (rows, priorSd) => {
      const [p, y] = columns(rows)
      const both = calibrationSlope(p, y, { intercept: true, priorSd })
      for (const value of gradient(p, y, both.slope, both.intercept?.value ?? Number.NaN, priorSd)) {
        expect(Math.abs(value)).toBeLessThan(1e-11)
      }
      const alone = calibrationSlope(p, y, { priorSd })
      expect(alone.intercept).toBeNull()
      expect(Math.abs(gradient(p, y, alone.slope, 0, priorSd)[0])).toBeLessThan(1e-9)
    }),
  )
})

it('standard errors of the calibration slope are those of the inverse curvature at the maximum', () => {
  fc.assert(
    fc.property(matches, priors, (rows, priorSd) => {
      const [p, y] = columns(rows)
      const prior = 1 / (priorSd * priorSd)
      const curvature = (a: number, b: number): [number, number, number] => {
        const spread = p.map((value) => sigmoid(b + a * logit(value)) * sigmoid(-b - a * logit(value)))
        const sum = (power: number): number =>
          spread.reduce((total, s, i) => total + s * logit(p[i] ?? 0.5) ** power, 0)
        return [sum(2) + prior, sum(1), sum(0) + prior]
      }
      const { slope, se, intercept } = calibrationSlope(p, y, { intercept: true, priorSd })
      const [aa, ab, bb] = curvature(slope, intercept?.value ?? Number.NaN)
      const determinant = aa * bb - ab * ab
      expect(Math.abs(se / Math.sqrt(bb / determinant) - 1)).toBeLessThan(1e-9)
      expect(Math.abs((intercept?.se ?? 0) / Math.sqrt(aa / determinant) - 1)).toBeLessThan(1e-9)
      const alone = calibrationSlope(p, y, { priorSd })
      expect(Math.abs(alone.se * Math.sqrt(curvature(alone.slope, 0)[0]) - 1)).toBeLessThan(1e-9)
    }),
  )
})

it('swapping the sides turns the calibration intercept round and leaves the slope', () => {
  fc.assert(
    fc.property(matches, (rows) => {
      const [p, y] = columns(rows)
      const here = calibrationSlope(p, y, { intercept: true })
      const there = calibrationSlope(
        p.map((value) => 1 - value),
        y.map((value) => 1 - value),
        { intercept: true },
      )
      expect(Math.abs(there.slope - here.slope)).toBeLessThan(1e-8)
      expect(Math.abs((there.intercept?.value ?? 0) + (here.intercept?.value ?? 0))).toBeLessThan(1e-8)
      expect(Math.abs((there.intercept?.low ?? 0) + (here.intercept?.high ?? 0))).toBeLessThan(1e-8)
    }),
  )
})

it('the calibration slope recovers the line that the results were drawn from', () => {
  const p = Array.from({ length: 4000 }, (_, i) => sigmoid(Math.sin(i * 1.7) * 2))
  const y = p.map((value) => sigmoid(0.3 + 0.6 * logit(value)))
  const { slope, se, high, intercept } = calibrationSlope(p, y, { intercept: true, priorSd: 1000 })
  expect(Math.abs(slope - 0.6)).toBeLessThan(1e-6)
  expect(Math.abs((intercept?.value ?? 0) - 0.3)).toBeLessThan(1e-6)
  expect(high - slope).toBeCloseTo(1.959963984540054 * se, 12)
  const wide = calibrationSlope(p, y, { intercept: true, level: 0.99 })
  expect(wide.high - wide.slope).toBeCloseTo(2.5758293035489004 * wide.se, 12)
  expect(wide.slope - wide.low).toBeCloseTo(2.5758293035489004 * wide.se, 12)
})

it('the calibration slope stays finite on results that separate, and on forecasts that are all alike', () => {
  for (const intercept of [false, true]) {
    const separated = calibrationSlope([0, 0.2, 0.8, 1], [0, 0, 1, 1], { intercept })
    expect(separated.slope).toBeGreaterThan(1)
    expect(separated.se).toBeLessThan(10)
    expect(calibrationSlope([0.5, 0.5], [1, 0], { intercept })).toMatchObject({ slope: 1, se: 10 })
    expect(calibrationSlope([0.9, 0.8, 0.3], [0, 0, 1], { intercept }).slope).toBeLessThan(0)
  }
})
