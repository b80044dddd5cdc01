import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RiftlineError } from '#base/errors.ts'
import { clusteredDifference, dieboldMariano, pairedDifference } from '#core/metrics/compare-forecasters.ts'
import { corpDecomposition } from '#core/metrics/corp-decomposition.ts'
import {
  calibrationErrorBand,
  expectedCalibrationError,
  foldToFavourite,
  reliabilityCurve,
} from '#core/metrics/reliability.ts'
import { accuracy, brierScore, calibrationSlope, logLoss, spiegelhalterTest } from '#core/metrics/scores.ts'
import { amount } from '../../support/amount.ts'

// biome-ignore lint/suspicious/noExplicitAny: these tests pass wrong types on purpose.
type Any = any

const metrics = {
  logLoss,
  brierScore,
  accuracy,
  expectedCalibrationError,
  reliabilityCurve,
  corpDecomposition,
  foldToFavourite,
  pairedDifference: (p: Any, y: Any) => pairedDifference(p, p, y),
  clusteredDifference: (p: Any, y: Any) => clusteredDifference(p, p, y, y),
  dieboldMariano: (p: Any, y: Any) => dieboldMariano(p, p, y),
  calibrationSlope,
  spiegelhalterTest,
}

const bad: [string, Any, Any][] = [
  ['empty lists', [], []],
  ['a probability above 1', [0.5, 1.01], [1, 0]],
  ['a probability below 0', [-0.01, 0.5], [1, 0]],
  ['NaN', [Number.NaN, 0.5], [1, 0]],
  ['text', ['0.5', 0.5], [1, 0]],
  ['null', [null, 0.5], [1, 0]],
  ['a hole', new Array(2), [1, 0]],
  ['an outcome above 1', [0.5, 0.5], [2, 0]],
  ['an outcome that is NaN', [0.5, 0.5], [1, Number.NaN]],
  ['a boolean outcome', [0.5, 0.5], [true, false]],
  ['unequal lengths', [0.5, 0.5, 0.5], [1, 0]],
  ['no list', 0.5, 1],
  ['a missing list', undefined, [1]],
  ['a string instead of a list', '12', '10'],
]

describe.each(Object.entries(metrics))('%s refuses', (_name, metric) => {
  it.each(bad)('a metric refuses %s', (_label, p, y) => {
    try {
      metric(p, y)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(RiftlineError)
      expect((error as RiftlineError).code).toBe('invalid_argument')
    }
  })
})

const p = Object.freeze([0.4, 0.7])
const y = Object.freeze([0, 1])

it.each<[string, () => unknown]>([
  ['a negative weight', () => logLoss(p, y, { weights: [1, -1] })],
  ['an infinite weight', () => brierScore(p, y, { weights: [1, Infinity] })],
  ['weights that are all 0', () => accuracy(p, y, { weights: [0, 0] })],
  ['too few weights', () => logLoss(p, y, { weights: [1] })],
  ['a clip of 0', () => logLoss(p, y, { epsilon: 0 })],
  ['a soft label in accuracy', () => accuracy([0.5], [0.5])],
  ['options that are null', () => logLoss(p, y, null as Any)],
  ['no bins', () => expectedCalibrationError(p, y, { bins: 0 })],
  ['a fractional number of bins', () => reliabilityCurve(p, y, { bins: 2.5 })],
  ['an unknown strategy', () => expectedCalibrationError(p, y, { strategy: 'kernel' as Any })],
  ['an unknown score', () => corpDecomposition(p, y, { score: 'crps' as Any })],
  ['an infinite value under the squared score', () => corpDecomposition([Infinity], [1], { score: 'squared' })],
  ['forecasts without a spread to compare with', () => spiegelhalterTest([0.5, 1], [1, 1]).z],
  ['a single pair', () => pairedDifference([0.5], [0.4], [1])],
  ['a cluster list that is too short', () => clusteredDifference(p, p, y, ['a'])],
  ['a cluster that is neither string nor number', () => clusteredDifference(p, p, y, [{}, {}] as Any)],
  ['no resamples', () => clusteredDifference(p, p, y, y, { resamples: 0 })],
  ['a level of 1', () => clusteredDifference(p, p, y, y, { level: 1 })],
  ['more resamples than fit in memory', () => clusteredDifference(p, p, y, y, { resamples: 1e15 })],
  ['a fractional seed', () => calibrationErrorBand(p, { seed: 0.5 })],
  ['more bins than fit in memory', () => reliabilityCurve(p, y, { bins: 1e15 })],
  ['a band of no forecasts', () => calibrationErrorBand([])],
  ['a band of a forecast above 1', () => calibrationErrorBand([1.5])],
  ['a `folded` that is not a boolean', () => calibrationErrorBand(p, { folded: 1 as Any })],
  ['a band without options', () => calibrationErrorBand(p, null as Any)],
  ['a prior of width 0', () => calibrationSlope(p, y, { priorSd: 0 })],
  ['a level of 0', () => calibrationSlope(p, y, { level: 0 })],
  ['a test of one match', () => dieboldMariano([0.5], [0.4], [1])],
  ['a test of a forecaster against itself', () => dieboldMariano(p, p, y)],
  ['a test of losses that differ by a constant', () => dieboldMariano([0.8, 0.2], [0.5, 0.5], [1, 0])],
  ['a lag as long as the history', () => dieboldMariano(p, [0.1, 0.2], y, { lag: 1 })],
  ['a negative lag', () => dieboldMariano(p, [0.1, 0.2], y, { lag: -1 })],
  ['a squared score beyond the range of doubles', () => corpDecomposition([1e200], [1], { score: 'squared' })],
])('a metric with %s is refused', (_label, call) => {
  expect(call).toThrow(RiftlineError)
})

it('a confidence level just below 1 is accepted', () => {
  const { low, high } = calibrationSlope([0.3, 0.7], [0, 1], { level: 1 - 2 ** -53 })
  expect(Number.isFinite(high - low)).toBe(true)
})

it('the smallest and largest doubles are accepted as weights', () => {
  for (const unit of [5e-324, 1e-300, 1, 1e300, 8e307]) {
    expect(logLoss(p, y, { weights: [unit, unit] })).toBe(logLoss(p, y))
    expect(brierScore(p, y, { weights: [unit, 2 * unit] })).toBeCloseTo(brierScore(p, y, { weights: [1, 2] }), 15)
  }
})

it('every metric gives a number or a refusal, for any input', () => {
  const numbers = fc.oneof(
    fc.double(),
    fc.constantFrom<Any>(0, 1, 0.5, -0, Number.NaN, null, '1', true, 1n, {}, undefined),
  )
  const list = fc.oneof(
    fc.array(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1)), { maxLength: 6 }),
    fc.array(numbers, { maxLength: 3 }),
    fc.constantFrom<Any>(
      null,
      undefined,
      'ab',
      3,
      { length: 2 },
      { length: -1 },
      { length: 2 ** 33 },
      () => 1,
      new Map(),
    ),
  )
  const options = fc.oneof(
    fc.constant({}),
    fc.record(
      {
        bins: numbers,
        level: numbers,
        seed: numbers,
        lag: numbers,
        weights: list,
        epsilon: numbers,
        priorSd: numbers,
        intercept: numbers,
      },
      { requiredKeys: [] },
    ),
    numbers,
  )
  const all = { ...metrics, calibrationErrorBand: (x: Any, _y: Any, o: Any) => calibrationErrorBand(x, o) }
  const finite = (value: unknown): boolean =>
    typeof value === 'number'
      ? Number.isFinite(value)
      : typeof value !== 'object' || value === null || Object.values(value).every(finite)
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(all)), list, list, options, (metric, x, t, o) => {
      try {
        expect(finite((metric as Any)(x, t, o))).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(RiftlineError)
      }
    }),
    { numRuns: amount(200, 3000) },
  )
})

it('the message of a refused metric names the argument and the index', () => {
  expect(() => logLoss([0.5, 3], [1, 0])).toThrow('predictions[1]: expected a number in [0, 1], got 3')
})

it('typed arrays and plain arrays give the same score', () => {
  expect(logLoss(Float64Array.from(p), Uint8Array.from(y))).toBe(logLoss(p, y))
})
