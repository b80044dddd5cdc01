import { describe, expect, it } from 'vitest'
import { type CalibrationCurve, calibrate, evaluateCurve, interpolate } from '#core/calibration/calibration-curve.ts'
import { fitCalibration, fitCalibrationHierarchy, selectCalibration } from '#core/calibration/calibration-hierarchy.ts'
import { fitLogitSlope } from '#core/calibration/graded-history.ts'
import { isotonicRegression, vennAbers } from '#core/calibration/isotonic-regression.ts'
import { effectiveSize, recencyWeights } from '#core/calibration/recency-weights.ts'
import { amount } from '../../support/amount.ts'
import { describeHostile } from './hostile-values.ts'

// biome-ignore lint/suspicious/noExplicitAny: these tests pass wrong types on purpose.
type Any = any

const rows = Array.from({ length: 60 }, (_, i) => ({
  p: 0.3 + i / 150,
  y: i % 3 === 0 ? 0 : 1,
  ageDays: i,
  bestOf: 3,
  league: 'LCK',
}))
const curve = fitCalibration(rows, { nMin: 0, evidenceGate: false })
const hierarchy = fitCalibrationHierarchy(rows, { nMin: { model: 0, format: 0, league: 0 }, evidenceGate: false })

/** Every function of the folder, with valid arguments. */
const calls: readonly (readonly [string, (...args: Any[]) => unknown, readonly unknown[]])[] = [
  ['isotonicRegression', isotonicRegression, [[1, 2, 3], [1, 3, 2], [1, 1, 2], { yMin: 0, yMax: 2, centre: 'all' }]],
  ['interpolate', interpolate, [{ x: [1, 2, 3], y: [1, 3, 2] }, 2.5]],
  ['vennAbers', vennAbers, [[0.2, 0.4, 0.9], [0, 1, 1], 0.5]],
  ['recencyWeights', recencyWeights, [[1, 2, 3], { halfLifeDays: 10, weights: [1, 2, 3] }]],
  ['effectiveSize', effectiveSize, [[1, 2, 3]]],
  ['fitLogitSlope', fitLogitSlope, [rows.slice(0, 3), { priorSd: 0.2, halfLifeDays: 100 }]],
  [
    'fitCalibration',
    fitCalibration,
    [
      rows.slice(0, 3),
      { kappa: 20, parent: { slopeSd: 0.2 }, halfLifeDays: 50, epsilon: 0.01, nMin: 1, evidenceGate: true },
    ],
  ],
  [
    'fitCalibrationHierarchy',
    fitCalibrationHierarchy,
    [rows.slice(0, 3), { nMin: { model: 0, format: 1, league: 2 } }],
  ],
  [
    'selectCalibration',
    (...args) => calibrate(selectCalibration(args[0], args[1]), 0.7),
    [hierarchy, { bestOf: 3, league: 'LCK' }],
  ],
  ['calibrate', calibrate, [{ ...curve, knots: curve.knots.slice() }, 0.7]],
  ['evaluateCurve', evaluateCurve, [{ ...curve, knots: curve.knots.slice() }, 0.7]],
]

describeHostile(calls, amount(40, 400))

describe('a malformed curve is refused', () => {
  const failing = (): never => {
    throw new TypeError('not for you')
  }
  const knots = (...inner: unknown[]) => ({ ...curve, knots: [[0.5, 0.5], ...inner, [1, 1]] })
  it.each<[string, unknown]>([
    ['with a knot that is NaN', knots([0.7, Number.NaN])],
    ['with a knot at NaN', knots([Number.NaN, 0.7])],
    ['with an infinite knot', knots([0.7, Infinity])],
    ['with a knot above 1', knots([0.7, 1.5])],
    ['with a knot below one half', knots([0.7, 0.4])],
    ['with knots that do not ascend', knots([0.8, 0.8], [0.7, 0.9])],
    ['with two knots at one x', knots([0.7, 0.7], [0.7, 0.8])],
    ['with knots that fall', knots([0.7, 0.8], [0.8, 0.7])],
    ['with a knot of text', knots(['0.7', '0.8'])],
    ['with a knot of three numbers', knots([0.7, 0.8, 0.9])],
    ['with a knot of one number', knots([0.7])],
    ['with a knot that is not a pair', knots(null)],
    ['with a hole among the knots', { ...curve, knots: Object.assign(new Array(3), { 0: [0.5, 0.5], 2: [1, 1] }) }],
    ['with a single knot', { ...curve, knots: [[0.5, 0.5]] }],
    ['without knots', { ...curve, knots: [] }],
    ['with knots that are not a list', { ...curve, knots: { 0: [0.5, 0.5], 1: [1, 1], length: 2 } }],
    ['with a clip of text', { ...curve, epsilon: '0.005' }],
    ['with a clip above one half', { ...curve, epsilon: 0.6 }],
    ['without a level', { ...curve, level: undefined }],
    ['with a level that converts to a valid string', { ...curve, level: { toString: () => 'model' } }],
    ['whose getter throws', Object.defineProperty({ ...curve }, 'knots', { get: failing })],
    ['whose knots throw when read', { ...curve, knots: new Proxy([], { get: failing }) }],
    ['that is a list', [curve]],
    ['that is text', JSON.stringify(curve)],
    ['that is null', null],
  ])('a curve %s is refused', (_label, bad) => {
    for (const p of [0, 0.3, 0.5, 0.501, 0.9999, 1]) {
      for (const read of [calibrate, evaluateCurve]) {
        expect(() => read(bad as CalibrationCurve, p)).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
      }
    }
  })

  it('a curve that was damaged after a valid call is refused', () => {
    const changed = structuredClone(curve) as Any
    expect(calibrate(changed, 0.7)).toBe(calibrate(curve, 0.7))
    for (const knot of changed.knots) knot[1] = Number.NaN
    expect(() => calibrate(changed, 0.7)).toThrow('curve.knots')
    changed.knots.fill(null)
    expect(() => calibrate(changed, 0.7)).toThrow('curve')
  })

  it.each([Number.NaN, Infinity, -0.1, 1.1, '0.5', null, undefined])('a curve refuses a probability of %s', (p) => {
    expect(() => calibrate(curve, p as number)).toThrow('probability')
    expect(() => evaluateCurve(curve, p as number)).toThrow('probability')
  })
})
