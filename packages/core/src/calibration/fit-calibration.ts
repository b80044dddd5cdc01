import type { CalibrationCurve } from './calibration-curve.ts'
import {
  type CalibrationOptions,
  type ResolvedCalibrationOptions,
  resolveCalibrationOptions,
} from './calibration-options.ts'
import { type FittedLevel, fitLevel, fitRoot, identityCurve, type ParentLevel, rootCurve } from './fit-level.ts'
import { type FoldedHistory, foldHistory } from './folded-history.ts'
import { type CalibrationRecord, requireCalibrationRecords } from './graded-record.ts'

/**
 * Fits the calibration curve of one model from its graded forecasts.
 *
 * Forecasts are folded to the favourite, weighted by recency and joined by `kappa` imaginary matches drawn from a parent
 * curve (a slope on the log odds with a prior, or no change); one centred isotonic regression through all of them is the
 * curve. It rises, is symmetric in the sides, and never reaches 0 or 1. A history below `nMin` gives the identity, which
 * returns probabilities bit for bit. A fit that would not have beaten its parent on its latest matches beyond doubt gives
 * way to it: to the slope, or to the identity.
 *
 * Source: B. Zadrozny and C. Elkan, "Transforming classifier scores into accurate multiclass probability estimates",
 * KDD 2002, for isotonic calibration; A. P. Oron and N. Flournoy (2017) for centring; the pseudo-observations are a
 * conjugate-style prior. O(n log n); the gate repeats the linear part up to 400 times.
 *
 * @param records forecasts and results, oldest or newest first; none at all gives the identity
 * @throws RiftlineError `invalid_argument`
 * @example
 * fitCalibration([{ p: 0.7, y: 1 }]).level // => 'identity'
 * fitCalibration([{ p: 0.7, y: 1 }], { nMin: 0, parent: 'identity' }).knots.length // => 22
 */
export function fitCalibration(
  records: readonly CalibrationRecord[],
  options: CalibrationOptions = {},
): CalibrationCurve {
  const resolved = resolveCalibrationOptions(options)
  requireCalibrationRecords(records)
  const history = foldHistory(records, resolved.halfLifeDays)
  return fitModel(history, resolved).curve
}

/** The model level with its place as a parent; `gate` says why the identity stands in, where it does. */
export function fitModel(
  history: FoldedHistory,
  options: ResolvedCalibrationOptions,
): { curve: CalibrationCurve; gate: FittedLevel['gate']; asParent: ParentLevel } {
  const root = fitRoot(history, options)
  const { curve, gate, asParent } = fitLevel('model', history, root, options)
  if (curve !== undefined) return { curve, gate, asParent }
  if (gate === 'short') return { curve: identityCurve('off', history, root), gate, asParent }
  const stand =
    root.slope === undefined ? identityCurve('parent', history, root) : rootCurve('parent', history, root, options)
  return { curve: stand, gate, asParent }
}
