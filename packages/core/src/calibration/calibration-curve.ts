import {
  invalidArgument,
  RiftlineError,
  requireNumber,
  requireOneOf,
  requireProbability,
  requireRecord,
} from '@riftline/base'
import { clamp } from '../math/log-odds.ts'
import { between } from './piecewise-linear.ts'

/** Level of the history behind a curve; `identity`: too short, the raw probability stands. */
export type CalibrationLevel = 'identity' | 'model' | 'format' | 'league'

/** Result of the evidence gate: it was off, the history had no order in time, the fit was kept, or the parent was taken. */
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
  /** Number of matches that the parent was worth. */
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
 * The calibrated probability: interpolated between the knots on the favourite's side, mirrored to the listed side,
 * kept `epsilon` away from certainty. The identity returns its argument bit for bit.
 *
 * calibrate(p) + calibrate(1 - p) = 1 and calibrate(1/2) = 1/2, whatever the history was.
 *
 * Source: section 2 of B. Zadrozny and C. Elkan, "Transforming classifier scores into accurate multiclass probability
 * estimates", KDD 2002, for reading probabilities off an isotonic fit.
 *
 * @param curve from `fitCalibration`, `selectCalibration` or their JSON; its knots are checked when they are first seen
 * @param probability raw probability in [0, 1]
 * @returns a number in [epsilon, 1 - epsilon]
 * @throws RiftlineError `invalid_argument`
 * @example
 * calibrate(fitCalibration([]), 0.731) // => 0.731
 */
export function calibrate(curve: CalibrationCurve, probability: number): number {
  return evaluate(curve, probability, true)
}

/** `calibrate` before the clip to [epsilon, 1 - epsilon], for tests of the curve itself. @throws RiftlineError `invalid_argument` */
export function evaluateCurve(curve: CalibrationCurve, probability: number): number {
  return evaluate(curve, probability, false)
}

/** Accepts any JSON, and objects whose properties throw. */
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

/** Knots already found legal. A curve is read far more often than it is made. */
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
