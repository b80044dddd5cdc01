import { invalidArgument, requireRecord } from '@riftline/base'
import type { CalibrationCurve } from './calibration-curve.ts'
import { type Cell, type CellGroup, finestOf, groupByFormat, groupByLeague, requireCell } from './cells.ts'
import {
  type CalibrationOptions,
  type FittedLevel,
  fitLevel,
  fitRoot,
  identityCurve,
  type ParentLevel,
  type ResolvedCalibrationOptions,
  resolveCalibrationOptions,
  rootCurve,
} from './fit-level.ts'
import { type CalibrationRecord, type FoldedHistory, foldHistory, requireCalibrationRecords } from './graded-history.ts'

/** Size of one cell's history and the outcome of its gate, whether or not the cell was fitted. */
export interface CalibrationCell {
  readonly nEff: number
  readonly records: number
  /** `short` if this level, or one above it, is below its minimum history; else the outcome of the gate. */
  readonly gate: FittedLevel['gate']
}

/** The curves of one model by level, as plain JSON. Keys: `bo3` for a format, `bo3/LCK` for a league of it. */
export interface CalibrationHierarchy {
  readonly model: CalibrationCurve
  /** Fitted curves only. */
  readonly curves: Readonly<Record<string, CalibrationCurve>>
  /** Every cell that has a record. */
  readonly cells: Readonly<Record<string, CalibrationCell>>
}

/**
 * Fits the calibration of one model at three levels: all matches, each format, each league of a format. Each level shrinks towards
 * the one above it with `kappa` imaginary matches, and is fitted only where its own history and every history above it are long
 * enough. A record counts at every level whose cell it names.
 *
 * @param options as `fitCalibration`
 * @throws RiftlineError `invalid_argument`
 * @example
 * fitCalibrationHierarchy([{ p: 0.7, y: 1, bestOf: 3, league: 'LCK' }]).cells['bo3/LCK'] // => { nEff: 1, records: 1, gate: 'short' }
 */
export function fitCalibrationHierarchy(
  records: readonly CalibrationRecord[],
  options: CalibrationOptions = {},
): CalibrationHierarchy {
  const resolved = resolveCalibrationOptions(options)
  requireCalibrationRecords(records)
  const model = fitModel(foldHistory(records, resolved.halfLifeDays), resolved)
  const curves: Record<string, CalibrationCurve> = {}
  const cells: Record<string, CalibrationCell> = {}
  for (const format of groupByFormat(records)) {
    const above = fitCell('format', format, model, resolved, curves, cells)
    for (const league of groupByLeague(format)) fitCell('league', league, above, resolved, curves, cells)
  }
  return { model: model.curve, curves, cells }
}

/**
 * The finest fitted curve for a match: its league in its format, else its format, else the model.
 *
 * @param cell format and league of the match; a league without its format selects nothing finer than the model
 * @throws RiftlineError `invalid_argument`
 * @example selectCalibration(fitCalibrationHierarchy([]), { bestOf: 3, league: 'LCK' }).level // => 'identity'
 */
export function selectCalibration(hierarchy: CalibrationHierarchy, cell: Cell = {}): CalibrationCurve {
  requireRecord('hierarchy', hierarchy)
  requireRecord('hierarchy.curves', hierarchy.curves)
  requireCell('cell', cell)
  const curve = finestOf(hierarchy.curves, cell) ?? hierarchy.model
  if (curve === undefined) throw invalidArgument('hierarchy.model', 'a calibration curve', curve)
  return curve
}

function fitCell(
  level: 'format' | 'league',
  { key, records }: CellGroup<CalibrationRecord>,
  above: Pick<FittedLevel, 'gate' | 'asParent'>,
  options: ResolvedCalibrationOptions,
  curves: Record<string, CalibrationCurve>,
  cells: Record<string, CalibrationCell>,
): FittedLevel {
  const history: FoldedHistory = foldHistory(records, options.halfLifeDays)
  const fitted: FittedLevel =
    above.gate === 'short'
      ? { gate: 'short', asParent: above.asParent }
      : fitLevel(level, history, above.asParent, options)
  cells[key] = { nEff: history.nEff, records: history.records, gate: fitted.gate }
  if (fitted.curve !== undefined) curves[key] = fitted.curve
  return fitted
}

/**
 * Fits the calibration curve of one model from its graded forecasts.
 *
 * Forecasts are folded to the favourite, weighted by recency and joined by `kappa` imaginary matches drawn from a parent
 * curve (a slope on the log odds with a prior, or no change); one centred isotonic regression through all of them is the
 * curve. It rises, is symmetric in the sides, and never reaches 0 or 1. A history below `nMin` gives the identity; a fit that would
 * not have beaten its parent on its latest matches beyond doubt gives way to it.
 *
 * Source: B. Zadrozny and C. Elkan, "Transforming classifier scores into accurate multiclass probability estimates",
 * KDD 2002; A. P. Oron and N. Flournoy (2017) for centring. O(n log n); the gate repeats the linear part up to 400 times.
 *
 * @param records in order of time, either way; none gives the identity
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

/** Fits the model level, the parent of the formats; `gate` is the reason if the identity replaces its curve. */
function fitModel(
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
