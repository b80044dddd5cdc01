import { invalidArgument } from '../errors.ts'
import { requireNumber, requireOneOf, requireProbability, requireRecord } from '../math/check-arguments.ts'
import { clamp } from '../math/clamp.ts'
import { between } from './piecewise-linear.ts'

/** How fine the history behind a curve is; `identity`: too short, the raw probability stands. */
export type CalibrationLevel = 'identity' | 'model' | 'format' | 'league'

/** The evidence gate of a curve: it was off, it had no order of time to work with, it kept the fit or it took the parent. */
export type GateOutcome = 'off' | 'no-order' | 'kept' | 'parent'

/** A fitted calibration, as plain JSON: it reads back from text to the same doubles. */
export interface CalibrationCurve {
  readonly level: CalibrationLevel
  /** Kish size of the history behind the curve. */
  readonly nEff: number
  /** Corners on [1/2, 1], from [1/2, 1/2] to [1, 1]; linear between, mirrored below 1/2. */
  readonly knots: readonly (readonly [number, number])[]
  /** Calibrated probabilities keep this distance from 0 and 1; 0 for the identity. */
  readonly epsilon: number
  /** How many matches the parent was worth. */
  readonly kappa: number
  /** Slope on the log odds of the root parent; absent where the root is the identity. */
  readonly parentSlope?: number
  /** True where the best slope was not above 0, so that the identity took its place. */
  readonly slopeRefused?: boolean
  readonly gate: GateOutcome
  /** Matches behind the curve, and how many of their forecasts were moved off 0 or 1. */
  readonly records: number
  readonly clipped: number
}

/**
 * The calibrated probability: interpolated between the knots on the favourite's side, mirrored to the listed side,
 * kept `epsilon` away from certainty. The identity returns its argument bit for bit.
 *
 * calibrate(p) + calibrate(1 - p) = 1 and calibrate(1/2) = 1/2, whatever the history was.
 *
 * @param curve from `fitCalibration`, `selectCalibration` or their JSON
 * @param probability raw probability in [0, 1]
 * @returns a number in [epsilon, 1 - epsilon]
 * @throws RiftlineError `invalid_argument`
 * @example
 * calibrate(fitCalibration([]), 0.731) // => 0.731
 */
export function calibrate(curve: CalibrationCurve, probability: number): number {
  requireRecord('curve', curve)
  requireOneOf('curve.level', curve.level, ['identity', 'model', 'format', 'league'])
  requireProbability('probability', probability)
  if (curve.level === 'identity') return probability
  requireNumber('curve.epsilon', curve.epsilon, 0, 0.5)
  return clamp(evaluateCurve(curve, probability), curve.epsilon, 1 - curve.epsilon)
}

/**
 * `calibrate` before the clip to [epsilon, 1 - epsilon].
 *
 * @throws RiftlineError `invalid_argument` for knots that do not run from [1/2, 1/2] to [1, 1]
 * @example
 * evaluateCurve(fitCalibration([]), 1) // => 1
 */
export function evaluateCurve(curve: CalibrationCurve, probability: number): number {
  const { knots } = curve
  const last = Array.isArray(knots) ? knots[knots.length - 1] : undefined
  if (last?.[0] !== 1 || last[1] !== 1 || knots[0]?.[0] !== 0.5 || knots[0][1] !== 0.5) {
    throw invalidArgument('curve.knots', 'pairs from [0.5, 0.5] to [1, 1]', knots)
  }
  if (probability === 0.5) return 0.5
  return probability > 0.5 ? favourite(knots, probability) : 1 - favourite(knots, 1 - probability)
}

function favourite(knots: CalibrationCurve['knots'], x: number): number {
  let low = 0
  let high = knots.length - 1
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((knots[middle]?.[0] ?? 1) <= x) low = middle
    else high = middle
  }
  const [x0, y0] = knots[low] ?? [0.5, 0.5]
  const [x1, y1] = knots[high] ?? [1, 1]
  return between(x0, y0, x1, y1, x)
}
