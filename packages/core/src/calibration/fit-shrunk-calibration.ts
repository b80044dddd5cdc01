import { requireAbove, requireNumber, requireOptions, requireWhole } from '@riftline/base'
import { sigmoid } from '../math/log-odds.ts'
import { type CalibrationCurve, interpolateSorted } from './calibration-curve.ts'
import type { CalibrationCell, CalibrationHierarchy } from './calibration-hierarchy.ts'
import { type CellGroup, groupByFormat, groupByLeague } from './cells.ts'
import { isotonicKnots, type Knots, slopeFavourite, tiedForecasts } from './fit-knots.ts'
import { identityCurve, type ParentLevel, toCurve } from './fit-level.ts'
import {
  type CalibrationRecord,
  type FoldedHistory,
  foldHistory,
  pointsWrongWay,
  requireCalibrationRecords,
  rootSlope,
} from './graded-history.ts'
import { requireHalfLife } from './recency-weights.ts'

/** Settings of a shrunk fit: the history that moves a level away from the one above it, and limits of the curves. */
export interface ShrunkCalibrationOptions {
  /** Weight of history at which a level's own fit and the level above count half each; default 5000, 5000, 300. */
  readonly halfAt?: { readonly model: number; readonly format: number; readonly league: number }
  /** Prior spread of the slope at the root, above 0, default 0.05; null for a root that changes nothing. */
  readonly slopeSd?: number | null
  /** Days after which a match counts half; default 90. */
  readonly halfLifeDays?: number
  /** Effective size of the whole history below which every curve is the identity; default 100. */
  readonly nMin?: number
  /** Target weight of a group of similar forecasts, default 50, and largest number of groups, default 6. */
  readonly groupWeight?: number
  readonly mostGroups?: number
  /** Calibrated probabilities keep this distance from 0 and 1; default 0.005. */
  readonly epsilon?: number
}

type Resolved = Required<ShrunkCalibrationOptions>
type Level = keyof Resolved['halfAt']

const defaults: Resolved = {
  halfAt: { model: 5000, format: 5000, league: 300 },
  slopeSd: 0.05,
  halfLifeDays: 90,
  nMin: 100,
  groupWeight: 50,
  mostGroups: 6,
  epsilon: 0.005,
}

/**
 * Fits the calibration of one model at three levels, each a mean of the level above and its own isotonic fit. Every cell with a record
 * has a curve; none is refused. curve(cell) = (1 - c) curve(parent) + c own(cell), c = n / (n + halfAt), n the recency-weighted
 * size of the cell's history. The root is a slope on the log odds with prior N(1, slopeSd²); own fits go through at most `mostGroups`
 * groups of equal weight. Parent and own fit rise, so the mean does, exactly, on the union of their knots.
 *
 * Source: B. Efron and C. Morris, "Stein's estimation rule and its competitors", J. American Statistical Association 68 (1973);
 * B. Zadrozny and C. Elkan, KDD 2002, for isotonic calibration.
 *
 * @param records forecasts and results in any order; an effective size below `nMin` gives the identity
 * @returns for `selectCalibration` and `calibrate`; `kappa` of a curve is its `halfAt`, `share` its c
 * @throws RiftlineError `invalid_argument`
 * @example
 * Object.keys(fitShrunkCalibration([{ p: 0.7, y: 1, bestOf: 3, league: 'LCK' }], { nMin: 0 }).curves) // => ['bo3', 'bo3/LCK']
 */
export function fitShrunkCalibration(
  records: readonly CalibrationRecord[],
  options: ShrunkCalibrationOptions = {},
): CalibrationHierarchy {
  const resolved = resolve(options)
  requireCalibrationRecords(records)
  const curves: Record<string, CalibrationCurve> = {}
  const cells: Record<string, CalibrationCell> = {}
  const whole = foldHistory(records, resolved.halfLifeDays)
  const short = whole.nEff < resolved.nMin
  const root = fitRoot(whole, resolved)
  const model = fitLevel('model', whole, root, resolved)
  const fitCell = (level: Level, { key, records: own }: CellGroup<CalibrationRecord>, above: Fitted): Fitted => {
    const history = foldHistory(own, resolved.halfLifeDays)
    cells[key] = { nEff: history.nEff, records: history.records, gate: short ? 'short' : 'off' }
    const fitted = fitLevel(level, history, above, resolved)
    if (!short) curves[key] = fitted.curve
    return fitted
  }
  for (const format of groupByFormat(records)) {
    const above = fitCell('format', format, model)
    for (const league of groupByLeague(format)) fitCell('league', league, above)
  }
  return { model: short ? identityCurve('off', whole, root) : model.curve, curves, cells }
}

type Root = MixedKnots & Pick<ParentLevel, 'slope' | 'slopeRefused'>

interface Fitted extends Root {
  readonly curve: CalibrationCurve
}

/** Forecasts at log odds 0, 0.1 ... 4, then certainty. */
const rootForecasts: readonly number[] = [...Array.from({ length: 41 }, (_, j) => sigmoid(j / 10)), 1]

function fitRoot(history: FoldedHistory, { slopeSd }: Resolved): Root {
  if (slopeSd === null) return { x: [0.5, 1], y: [0.5, 1], slopeRefused: pointsWrongWay(history) }
  const slope = rootSlope(history, slopeSd)
  if (slope === null) return { x: [0.5, 1], y: [0.5, 1], slopeRefused: true }
  return { x: rootForecasts, y: rootForecasts.map(slopeFavourite(slope)), slope }
}

function fitLevel(level: Level, history: FoldedHistory, parent: Root, options: Resolved): Fitted {
  const n = history.weight.reduce((sum, weight) => sum + weight, 0)
  const halfAt = options.halfAt[level]
  const share = n === 0 ? 0 : n / (n + halfAt)
  const groups = Math.min(options.mostGroups, Math.max(1, Math.floor(n / options.groupWeight)))
  const { x, y } = share === 0 ? parent : mixKnots(parent, fitGroupedKnots(history, groups), share)
  const curve = toCurve(level, 'off', history, { x, y }, parent, { epsilon: options.epsilon, kappa: halfAt, share })
  return { ...parent, x, y, curve }
}

function resolve(options: ShrunkCalibrationOptions): Resolved {
  requireOptions(options, Object.keys(defaults))
  const chosen = Object.entries(options).filter(([, value]) => value !== undefined)
  const resolved: Resolved = { ...defaults, ...Object.fromEntries(chosen) }
  requireOptions(resolved.halfAt, ['model', 'format', 'league'], 'halfAt')
  for (const level of ['model', 'format', 'league'] as const) {
    requireNumber(`halfAt.${level}`, resolved.halfAt[level], 0)
  }
  if (resolved.slopeSd !== null) requireAbove('slopeSd', resolved.slopeSd, 0)
  requireHalfLife(resolved.halfLifeDays)
  requireNumber('nMin', resolved.nMin, 0)
  requireAbove('groupWeight', resolved.groupWeight, 0)
  requireWhole('mostGroups', resolved.mostGroups, 1)
  requireNumber('epsilon', resolved.epsilon, 0, 0.499)
  return resolved
}

/**
 * Fits a symmetric centred isotonic curve through at most `count` groups of similar forecasts of about equal weight: the share of
 * favourites that won, at their mean forecast. Few groups leave a short history little to overfit. Equal forecasts share a group, as a cut
 * between them would separate winners from losers. Trusts a history of positive weight.
 */
function fitGroupedKnots(history: FoldedHistory, count: number): Knots {
  const ties = tiedForecasts(history)
  let total = 0
  for (let i = 0; i < ties.count; i++) total += ties.weight[i]!
  const means = { x: new Float64Array(count), value: new Float64Array(count), weight: new Float64Array(count), count }
  let before = 0
  for (let i = 0; i < ties.count; i++) {
    const w = ties.weight[i]!
    const group = Math.min(count - 1, Math.floor((count * (before + w / 2)) / total))
    means.x[group]! += w * ties.x[i]!
    means.value[group]! += ties.value[i]!
    means.weight[group]! += w
    before += w
  }
  let filled = 0
  for (let group = 0; group < count; group++) {
    const w = means.weight[group]!
    if (w === 0) continue
    means.x[filled] = means.x[group]! / w
    means.value[filled] = means.value[group]!
    means.weight[filled++] = w
  }
  return isotonicKnots({ ...means, count: filled })
}

/** Corners of a favourite's curve on [1/2, 1], from (1/2, 1/2) to (1, 1), x ascending and distinct. */
type MixedKnots = { readonly [axis in keyof Knots]: readonly number[] }

/** Weighted mean of two piecewise linear curves, exact, as it is linear between the corners of either. `share` is the weight of `own`. */
function mixKnots(parent: MixedKnots, own: MixedKnots, share: number): MixedKnots {
  const x = [...new Set([...parent.x, ...own.x])].sort((a, b) => a - b)
  let highest = 0
  const y = x.map((at) => {
    const mean = (1 - share) * interpolateSorted(parent.x, parent.y, at) + share * interpolateSorted(own.x, own.y, at)
    highest = Math.max(highest, mean) // rounding must not let a level stretch fall
    return highest
  })
  y[0] = 0.5
  y[y.length - 1] = 1
  return { x, y }
}
