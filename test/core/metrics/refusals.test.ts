import { describe, expect, it } from 'vitest'
import { RiftlineError } from '../../../packages/core/src/errors.ts'
import { accuracy } from '../../../packages/core/src/metrics/accuracy.ts'
import { brierScore } from '../../../packages/core/src/metrics/brier-score.ts'
import {
  expectedCalibrationError,
  maximumCalibrationError,
} from '../../../packages/core/src/metrics/calibration-error.ts'
import { clusteredDifference } from '../../../packages/core/src/metrics/clustered-difference.ts'
import { corpDecomposition } from '../../../packages/core/src/metrics/corp-decomposition.ts'
import { foldToFavourite } from '../../../packages/core/src/metrics/fold-to-favourite.ts'
import { logLoss } from '../../../packages/core/src/metrics/log-loss.ts'
import { pairedDifference } from '../../../packages/core/src/metrics/paired-difference.ts'
import { reliabilityCurve } from '../../../packages/core/src/metrics/reliability-curve.ts'
import { spiegelhalterZ } from '../../../packages/core/src/metrics/spiegelhalter-z.ts'

// biome-ignore lint/suspicious/noExplicitAny: wrong types are the point.
type Any = any

const metrics = {
  logLoss,
  brierScore,
  accuracy,
  expectedCalibrationError,
  maximumCalibrationError,
  reliabilityCurve,
  corpDecomposition,
  spiegelhalterZ,
  foldToFavourite,
  pairedDifference: (p: Any, y: Any) => pairedDifference(p, p, y),
  clusteredDifference: (p: Any, y: Any) => clusteredDifference(p, p, y, y),
}

const bad: [string, Any, Any][] = [
  ['nothing at all', [], []],
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
  it.each(bad)('%s', (_label, p, y) => {
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
  ['half a bin', () => reliabilityCurve(p, y, { bins: 2.5 })],
  ['an unknown strategy', () => expectedCalibrationError(p, y, { strategy: 'kernel' as Any })],
  ['an unknown score', () => corpDecomposition(p, y, { score: 'crps' as Any })],
  ['an infinite value under the squared score', () => corpDecomposition([Infinity], [1], { score: 'squared' })],
  ['forecasts without a spread to compare with', () => spiegelhalterZ([0.5, 1], [1, 1])],
  ['a single pair', () => pairedDifference([0.5], [0.4], [1])],
  ['a cluster list that is too short', () => clusteredDifference(p, p, y, ['a'])],
  ['a cluster that is not a key', () => clusteredDifference(p, p, y, [{}, {}] as Any)],
  ['no resamples', () => clusteredDifference(p, p, y, y, { resamples: 0 })],
  ['a level of 1', () => clusteredDifference(p, p, y, y, { level: 1 })],
])('%s is refused', (_label, call) => {
  expect(call).toThrow(RiftlineError)
})

it('the message names the argument and the place', () => {
  expect(() => logLoss([0.5, 3], [1, 0])).toThrow('predictions[1]: expected a number in [0, 1], got 3')
})

it('typed arrays and arrays give the same scores', () => {
  expect(logLoss(Float64Array.from(p), Uint8Array.from(y))).toBe(logLoss(p, y))
})
