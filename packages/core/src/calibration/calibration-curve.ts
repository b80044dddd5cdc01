import { invalidArgument, requireNumber, requireOneOf, requireProbability, requireRecord } from '@riftline/base'
import { clamp } from '../math/log-odds.ts'
import { type Cell, finestOf, requireCell } from './cells.ts'

/** Level of the history behind a curve; `identity`: too short, the raw probability stands. */
export type CalibrationLevel = 'identity' | 'model' | 'format' | 'league'

/** Result of a test of the fit against its parent, in artifacts that were made with one; `off` without. */
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
  /** True if the forecasts point the wrong way, so that the identity replaced the best slope. */
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
 * @param curve from `selectCalibration`, or its JSON
 * @param probability raw probability in [0, 1]
 * @returns a number in [epsilon, 1 - epsilon]
 * @throws RiftlineError `invalid_argument`
 * @example
 * calibrate(fitShrunkCalibration([]).model, 0.731) // => 0.731
 */
export function calibrate(curve: CalibrationCurve, probability: number): number {
  return evaluate(curve, probability, true)
}

/** `calibrate` before the clip to [epsilon, 1 - epsilon], for tests of the curve itself. */
export function evaluateCurve(curve: CalibrationCurve, probability: number): number {
  return evaluate(curve, probability, false)
}

function evaluate(curve: CalibrationCurve, probability: number, clip: boolean): number {
  requireRecord('curve', curve)
  requireProbability('probability', probability)
  const { level, epsilon, knots } = curve
  requireOneOf('curve.level', level, levels)
  requireNumber('curve.epsilon', epsilon, 0, 0.5)
  requireKnots(knots)
  const value = valueAt(knots, probability)
  if (!clip) return value
  return level === 'identity' ? probability : clamp(value, epsilon, 1 - epsilon)
}

const levels: readonly CalibrationLevel[] = ['identity', 'model', 'format', 'league']

function requireKnots(knots: unknown): void {
  if (!Array.isArray(knots)) throw invalidArgument('curve.knots', 'an array of pairs', knots)
  const last = knots.length - 1
  for (let i = 0; i <= last; i++) {
    if (!follows(knots[i], i === 0 ? [0, 0.5] : knots[i - 1])) {
      throw invalidArgument(`curve.knots[${i}]`, 'a pair, x above and y not below those of the pair before', knots[i])
    }
  }
  const spans = knots[0]?.[0] === 0.5 && knots[0][1] === 0.5 && knots[last][0] === 1 && knots[last][1] === 1
  if (!spans) throw invalidArgument('curve.knots', 'pairs from [0.5, 0.5] to [1, 1]', knots)
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

/** Linear interpolation between points, constant outside them. Trusts ascending distinct `x` and a `y` of the same length. */
export function interpolateSorted(x: ArrayLike<number>, y: ArrayLike<number>, at: number): number {
  let low = 0
  let high = x.length - 1
  if (at <= x[low]!) return y[low]!
  if (at >= x[high]!) return y[high]!
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (x[middle]! <= at) low = middle
    else high = middle
  }
  return between(x[low]!, y[low]!, x[high]!, y[high]!, at)
}

/** Value at x0 <= at < x1 of the line through two points in the unit square, kept between their values against rounding. */
function between(x0: number, y0: number, x1: number, y1: number, at: number): number {
  const value = y0 + (y1 - y0) * ((at - x0) / (x1 - x0))
  return y0 <= y1 ? Math.min(y1, Math.max(y0, value)) : Math.min(y0, Math.max(y1, value))
}

/** Size of one cell's history and its gate, fitted or not. */
export interface CalibrationCell {
  readonly nEff: number
  readonly records: number
  /** `short`: the whole history is below its minimum. */
  readonly gate: GateOutcome | 'short'
}

/** The curves of one model by level, as plain JSON. Keys: `bo3` for a format, `bo3/LCK` for a league of it. */
export interface CalibrationHierarchy {
  readonly model: CalibrationCurve
  /** Fitted curves only. */
  readonly curves: Readonly<Record<string, CalibrationCurve>>
  /** Every cell with a record. */
  readonly cells: Readonly<Record<string, CalibrationCell>>
}

/**
 * The finest fitted curve for a match: its league in its format, else its format, else the model.
 *
 * @param cell format and league of the match; a league without its format selects nothing finer than the model
 * @throws RiftlineError `invalid_argument`
 * @example
 * selectCalibration(fitShrunkCalibration([]), { bestOf: 3, league: 'LCK' }).level // => 'identity'
 */
export function selectCalibration(hierarchy: CalibrationHierarchy, cell: Cell = {}): CalibrationCurve {
  requireRecord('hierarchy', hierarchy)
  requireRecord('hierarchy.curves', hierarchy.curves)
  requireCell('cell', cell)
  const curve = finestOf(hierarchy.curves, cell) ?? hierarchy.model
  if (curve === undefined) throw invalidArgument('hierarchy.model', 'a calibration curve', curve)
  return curve
}
