import { requireProbability } from '@riftline/base'
import { clamp } from '../math/clamp.ts'
import { type CalibrationCurve, calibrate } from './calibration-curve.ts'
import { between } from './piecewise-linear.ts'

/** A curve that was checked, laid out to be read often. */
export interface PreparedCurve {
  readonly isIdentity: boolean
  readonly epsilon: number
  /** x and y of each knot in turn. */
  readonly knots: Float64Array
  /** By the bucket of an x: a knot before it, from which few steps lead to its segment, where a bisection guesses wrong every other time. */
  readonly starts: Uint16Array
}

/** @throws RiftlineError `invalid_argument`, as `calibrate` */
export function prepareCurve(curve: CalibrationCurve): PreparedCurve {
  calibrate(curve, 0.5)
  const { level, epsilon } = curve
  const knots = Float64Array.from(curve.knots.flat())
  const starts = new Uint16Array(bucketOf(1) + 1)
  for (let bucket = 0, knot = 0; bucket < starts.length; bucket++) {
    while (2 * knot + 4 < knots.length && bucketOf(knots[2 * knot + 2]!) < bucket) knot++
    starts[bucket] = knot
  }
  return { isIdentity: level === 'identity', epsilon, knots, starts }
}

/** Of a probability from 1/2 on. */
function bucketOf(x: number): number {
  return (256 * (x - 0.5)) | 0
}

/** `calibrate` to the bit. @throws RiftlineError `invalid_argument` */
export function calibratePrepared(curve: PreparedCurve, probability: number): number {
  const { isIdentity, epsilon } = curve
  requireProbability('probability', probability)
  if (isIdentity) return probability
  const value =
    probability === 0.5
      ? 0.5
      : probability > 0.5
        ? favourite(curve, probability)
        : 1 - favourite(curve, 1 - probability)
  return clamp(value, epsilon, 1 - epsilon)
}

function favourite({ knots, starts }: PreparedCurve, x: number): number {
  let at = 2 * starts[bucketOf(x)]!
  while (at + 4 < knots.length && knots[at + 2]! <= x) at += 2
  return between(knots[at]!, knots[at + 1]!, knots[at + 2]!, knots[at + 3]!, x)
}
