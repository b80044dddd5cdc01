import {
  invalidArgument,
  RiftlineError,
  requireLength,
  requireNumber,
  requireNumbers,
  requireOneOf,
  requireProbability,
  requireRecord,
} from '@riftline/base'
import { clamp } from '../math/log-odds.ts'

/** Level of the history that a curve was fitted on; `identity` if it was too short, so that raw probabilities stay as they are. */
export type CalibrationLevel = 'identity' | 'model' | 'format' | 'league'

/** Result of the evidence gate: it was off, all matches had one age, the fit was kept, or the parent curve replaced it. */
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
  /** Number of imaginary matches that the parent curve counted as. */
  readonly kappa: number
  /** Weight of the level's own fit against its parent's curve, if the curve is a mean of both. */
  readonly share?: number
  /** Slope of the root parent on the log odds; absent if the root is the identity. */
  readonly parentSlope?: number
  /** True if the best slope was not above 0, that is, the forecasts point the wrong way. The identity replaced it. */
  readonly slopeRefused?: boolean
  readonly gate: GateOutcome
  /** Matches behind the curve, and the number of their forecasts that were moved off 0 or 1. */
  readonly records: number
  readonly clipped: number
}

/**
 * Calibrated probability: interpolated between the knots on the favourite's side, mirrored to the listed side, and kept `epsilon`
 * away from certainty; so calibrate(p) + calibrate(1 - p) = 1. The identity returns its argument bit for bit.
 *
 * @param curve from `fitCalibration`, `selectCalibration` or their JSON; its knots are checked when they are first seen
 * @param probability raw, in [0, 1]
 * @throws RiftlineError `invalid_argument`
 * @example calibrate(fitCalibration([]), 0.731) // => 0.731
 */
export function calibrate(curve: CalibrationCurve, probability: number): number {
  return evaluate(curve, probability, true)
}

/** `calibrate` before the clip to [epsilon, 1 - epsilon], for tests of the curve itself. @throws RiftlineError `invalid_argument` */
export function evaluateCurve(curve: CalibrationCurve, probability: number): number {
  return evaluate(curve, probability, false)
}

/** Evaluates a curve from an untrusted source: any JSON, or an object whose properties throw. */
function evaluate(curve: CalibrationCurve, probability: number, clip: boolean): number {
  requireRecord('curve', curve)
  requireProbability('probability', probability)
  try {
    const { level, epsilon, knots } = curve
    requireOneOf('curve.level', level, levels)
    requireNumber('curve.epsilon', epsilon, 0, 0.5)
    requireKnots(knots)
    const value = valueAt(knots, probability)
    if (!(value >= 0 && value <= 1)) throw invalidArgument('curve.knots', 'numbers that stay as they are', knots)
    if (!clip) return value
    return level === 'identity' ? probability : clamp(value, epsilon, 1 - epsilon)
  } catch (error) {
    throw error instanceof RiftlineError ? error : invalidArgument('curve', 'an object that can be read', curve)
  }
}

const levels: readonly CalibrationLevel[] = ['identity', 'model', 'format', 'league']

/** Knots that were checked before. A curve is read far more often than it is made. */
const legalKnots = new WeakSet<object>()

function requireKnots(knots: unknown): void {
  if (!Array.isArray(knots)) throw invalidArgument('curve.knots', 'an array of pairs', knots)
  if (legalKnots.has(knots)) return
  const last = knots.length - 1
  for (let i = 0; i <= last; i++) {
    if (!follows(knots[i], i === 0 ? [0, 0.5] : knots[i - 1])) {
      throw invalidArgument(`curve.knots[${i}]`, 'a pair, x above and y not below those of the pair before', knots[i])
    }
  }
  const spans = knots[0]?.[0] === 0.5 && knots[0][1] === 0.5 && knots[last][0] === 1 && knots[last][1] === 1
  if (!spans) throw invalidArgument('curve.knots', 'pairs from [0.5, 0.5] to [1, 1]', knots)
  legalKnots.add(knots)
}

function follows(knot: unknown, before: readonly number[]): boolean {
  if (!Array.isArray(knot) || knot.length !== 2) return false
  const [x, y]: unknown[] = knot
  return typeof x === 'number' && typeof y === 'number' && x > before[0]! && y >= before[1]!
}

type Knots = CalibrationCurve['knots']

function valueAt(knots: Knots, probability: number): number {
  if (probability === 0.5) return 0.5
  return probability > 0.5 ? favourite(knots, probability) : 1 - favourite(knots, 1 - probability)
}

function favourite(knots: Knots, x: number): number {
  let low = 0
  let high = knots.length - 1
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (knots[middle]![0] <= x) low = middle
    else high = middle
  }
  const left = knots[low]!
  const right = knots[high]!
  return between(left[0], left[1], right[0], right[1], x)
}

/** Points of a piecewise linear function; `x` ascending and distinct. */
interface Points {
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
}

/**
 * Linear interpolation between points, constant outside them: exactly the given value at a point, and between the values of the
 * neighbours elsewhere, however close the points lie. O(log n) after the check.
 *
 * @param points x ascending and distinct, y of the same length
 * @throws RiftlineError `invalid_argument`
 * @example
 * interpolate({ x: [0, 1, 2], y: [0, 0.5, 2] }, 1.5) // => 1.25
 * interpolate({ x: [0, 1, 2], y: [0, 0.5, 2] }, 9) // => 2
 */
export function interpolate(points: Points, at: number): number {
  requireRecord('points', points)
  requireNumbers('points.x', points.x)
  requireNumbers('points.y', points.y)
  requireLength('points.y', points.y, points.x.length)
  for (let i = 1; i < points.x.length; i++) {
    const distinct = (points.x[i] ?? 0) > (points.x[i - 1] ?? 0)
    if (!distinct) throw invalidArgument(`points.x[${i}]`, 'a value above the one before', points.x[i])
  }
  requireNumber('at', at)
  return interpolateSorted(points.x, points.y, at)
}

/** `interpolate` without the checks: trusts ascending distinct `x` and a `y` of the same length, at least one. */
export function interpolateSorted(x: ArrayLike<number>, y: ArrayLike<number>, at: number): number {
  let low = 0
  let high = x.length - 1
  if (at <= (x[low] ?? 0)) return y[low] ?? 0
  if (at >= (x[high] ?? 0)) return y[high] ?? 0
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((x[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return between(x[low] ?? 0, y[low] ?? 0, x[high] ?? 0, y[high] ?? 0, at)
}

/** Value at x0 <= at < x1 of the line through two points, kept between their values against rounding. */
function between(x0: number, y0: number, x1: number, y1: number, at: number): number {
  const width = x1 - x0
  const share = width < Infinity ? (at - x0) / width : (at / 2 - x0 / 2) / (x1 / 2 - x0 / 2)
  const rise = y1 - y0
  const value = Math.abs(rise) < Infinity ? y0 + rise * share : y0 * (1 - share) + y1 * share
  return y0 <= y1 ? Math.min(y1, Math.max(y0, value)) : Math.min(y0, Math.max(y1, value))
}
