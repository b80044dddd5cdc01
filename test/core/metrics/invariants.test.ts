import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isotonicRegression } from '../../../packages/core/src/calibration/isotonic-regression.ts'
import { interpolate } from '../../../packages/core/src/calibration/piecewise-linear.ts'
import { accuracy } from '../../../packages/core/src/metrics/accuracy.ts'
import { brierScore } from '../../../packages/core/src/metrics/brier-score.ts'
import {
  expectedCalibrationError,
  maximumCalibrationError,
} from '../../../packages/core/src/metrics/calibration-error.ts'
import { corpDecomposition } from '../../../packages/core/src/metrics/corp-decomposition.ts'
import { foldToFavourite } from '../../../packages/core/src/metrics/fold-to-favourite.ts'
import { logLoss } from '../../../packages/core/src/metrics/log-loss.ts'
import { pairedDifference } from '../../../packages/core/src/metrics/paired-difference.ts'
import { reliabilityCurve } from '../../../packages/core/src/metrics/reliability-curve.ts'

const matches = fc.array(
  fc.record({
    p: fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000),
    y: fc.constantFrom(0, 1),
    w: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 2, maxLength: 60 },
)
const columns = (rows: { p: number; y: number; w: number }[]) =>
  [rows.map((r) => r.p), rows.map((r) => r.y), rows.map((r) => r.w)] as const
const near = (a: number, b: number, room = 1e-12): void => {
  expect(Math.abs(a - b)).toBeLessThanOrEqual(room)
}

it('swapping the sides of any matches changes no proper score and no accuracy', () => {
  fc.assert(
    fc.property(matches, fc.integer(), (rows, mask) => {
      const [p, y] = columns(rows)
      const swap = (i: number): boolean => ((mask >> (i % 31)) & 1) === 1
      const p2 = p.map((value, i) => (swap(i) ? 1 - value : value))
      const y2 = y.map((value, i) => (swap(i) ? 1 - value : value))
      near(logLoss(p2, y2), logLoss(p, y))
      near(brierScore(p2, y2), brierScore(p, y))
      near(accuracy(p2, y2), accuracy(p, y))
      const a = foldToFavourite(p, y)
      const b = foldToFavourite(p2, y2)
      b.x.forEach((x, i) => {
        near(x, a.x[i] ?? 0)
      })
      expect(b.t).toEqual(a.t)
    }),
  )
})

it('the order of the matches does not matter', () => {
  fc.assert(
    fc.property(matches, (rows) => {
      const [p, y, w] = columns(rows)
      const [p2, y2, w2] = columns([...rows].reverse())
      near(logLoss(p2, y2, { weights: w2 }), logLoss(p, y, { weights: w }))
      near(expectedCalibrationError(p2, y2), expectedCalibrationError(p, y))
      near(corpDecomposition(p2, y2).mcb, corpDecomposition(p, y).mcb)
    }),
  )
})

it('a weight of n is the same as n copies', () => {
  fc.assert(
    fc.property(matches, (rows) => {
      const [p, y, weights] = columns(rows)
      const [p2, y2] = columns(rows.flatMap((row) => Array.from({ length: row.w }, () => row)))
      near(logLoss(p, y, { weights }), logLoss(p2, y2))
      near(brierScore(p, y, { weights }), brierScore(p2, y2))
      near(accuracy(p, y, { weights }), accuracy(p2, y2))
    }),
  )
})

it('score = miscalibration - discrimination + uncertainty, and neither part is negative', () => {
  fc.assert(
    fc.property(matches, fc.constantFrom('log' as const, 'brier' as const), (rows, score) => {
      const [p, y] = columns(rows)
      const corp = corpDecomposition(p, y, { score })
      near(corp.score, corp.mcb - corp.dsc + corp.unc)
      expect(corp.mcb).toBeGreaterThanOrEqual(-1e-12)
      expect(corp.dsc).toBeGreaterThanOrEqual(-1e-12)
    }),
  )
})

it('forecasts recalibrated by isotonic regression have no miscalibration left', () => {
  fc.assert(
    fc.property(matches, (rows) => {
      const [p, y] = columns(rows)
      const curve = isotonicRegression(p, y)
      const recalibrated = p.map((value) => interpolate(curve, value))
      near(corpDecomposition(recalibrated, y, { score: 'brier' }).mcb, 0)
    }),
  )
})

it('with one outcome only the scores are defined and CORP has nothing to discriminate', () => {
  const p = Object.freeze([0.2, 0.6, 0.9])
  const y = Object.freeze([1, 1, 1])
  expect(Number.isFinite(logLoss(p, y))).toBe(true)
  expect(brierScore(p, y)).toBeCloseTo((0.64 + 0.16 + 0.01) / 3, 14)
  for (const score of ['log', 'brier'] as const) {
    const { dsc, unc } = corpDecomposition(p, y, { score })
    near(dsc, 0)
    near(unc, 0, 2e-15)
  }
})

it('certain forecasts cost nothing when right and a finite, clipped loss when wrong', () => {
  expect(logLoss([1, 0], [1, 0])).toBeLessThan(2e-15)
  near(logLoss([1, 0], [0, 1]), -Math.log(1e-15))
  near(logLoss([1, 0], [0, 1], { epsilon: 1e-3 }), -Math.log(1e-3))
})

it('the largest gap of a bin is at least the average one, and empty bins are left out of the curve', () => {
  fc.assert(
    fc.property(
      matches,
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom('uniform' as const, 'quantile' as const),
      (rows, bins, strategy) => {
        const [p, y] = columns(rows)
        const options = { bins, strategy }
        const largest = maximumCalibrationError(p, y, options)
        expect(largest).toBeGreaterThanOrEqual(expectedCalibrationError(p, y, options) - 1e-12)
        const curve = reliabilityCurve(p, y, options)
        expect(curve.count.every((count) => count > 0)).toBe(true)
        expect(curve.count.reduce((sum, count) => sum + count, 0)).toBe(p.length)
        const ordered = [...curve.meanPredicted].sort((a, b) => a - b)
        expect(curve.meanPredicted).toEqual(ordered)
      },
    ),
  )
})

it('the paired difference of a forecaster with itself is zero, and changes sign when the two are exchanged', () => {
  fc.assert(
    fc.property(matches, (rows) => {
      const [p, y] = columns(rows)
      const coin = p.map(() => 0.5)
      expect(pairedDifference(p, p, y)).toEqual({ mean: 0, sd: 0, se: 0 })
      near(pairedDifference(p, coin, y).mean, -pairedDifference(coin, p, y).mean)
      near(pairedDifference(p, coin, y).mean, logLoss(p, y) - logLoss(coin, y))
    }),
  )
})
