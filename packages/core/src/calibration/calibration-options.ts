import { invalidArgument, requireAbove, requireNumber, requireOptions } from '@riftline/base'
import { requireHalfLife } from './recency-weights.ts'

/** Smallest effective history with which a level is fitted. */
export interface MinimumHistory {
  readonly model: number
  readonly format: number
  readonly league: number
}

/** History that moves a level away from its parent, and limits of the curves. */
export interface CalibrationOptions {
  /** Number of matches that the parent curve is worth at each level, at least 0; default 400. */
  readonly kappa?: number
  /** Root parent: a slope on the log odds with this prior spread (default 0.2), or no change at all. */
  readonly parent?: 'identity' | { readonly slopeSd: number }
  /** Days after which a match counts half; default 180. */
  readonly halfLifeDays?: number
  /** Calibrated probabilities keep this distance from 0 and 1; default 0.005. */
  readonly epsilon?: number
  /** Below this effective size a level is its parent: one number for the model level, or one per level (100, 30, 30). */
  readonly nMin?: number | Partial<MinimumHistory>
  /** Keeps a fitted level only if it would clearly have beaten its parent on its latest matches; default true. */
  readonly evidenceGate?: boolean
}

/** Options after defaults, with `slopeSd` null for the identity as root parent. */
export interface ResolvedCalibrationOptions {
  readonly kappa: number
  readonly slopeSd: number | null
  readonly halfLifeDays: number
  readonly epsilon: number
  readonly nMin: MinimumHistory
  readonly evidenceGate: boolean
}

const defaultMinimum: MinimumHistory = { model: 100, format: 30, league: 30 }

const names = ['kappa', 'parent', 'halfLifeDays', 'epsilon', 'nMin', 'evidenceGate']

/** Fills in the defaults and refuses what is out of range. */
export function resolveCalibrationOptions(options: CalibrationOptions): ResolvedCalibrationOptions {
  requireOptions(options, names)
  const { kappa = 400, parent = { slopeSd: 0.2 }, halfLifeDays = 180, epsilon = 0.005, evidenceGate = true } = options
  requireNumber('kappa', kappa, 0)
  requireHalfLife(halfLifeDays)
  requireNumber('epsilon', epsilon, 0)
  if (epsilon >= 0.5) throw invalidArgument('epsilon', 'a number below 1/2', epsilon)
  if (typeof evidenceGate !== 'boolean') throw invalidArgument('evidenceGate', 'true or false', evidenceGate)
  return { kappa, slopeSd: slopeSdOf(parent), halfLifeDays, epsilon, nMin: minimumOf(options.nMin), evidenceGate }
}

function slopeSdOf(parent: NonNullable<CalibrationOptions['parent']>): number | null {
  if (parent === 'identity') return null
  if (typeof parent !== 'object' || parent === null)
    throw invalidArgument('parent', '"identity" or { slopeSd }', parent)
  requireOptions(parent, ['slopeSd'], 'parent')
  requireAbove('parent.slopeSd', parent.slopeSd, 0)
  return parent.slopeSd
}

function minimumOf(nMin: CalibrationOptions['nMin']): MinimumHistory {
  if (nMin === undefined) return defaultMinimum
  if (typeof nMin === 'number') {
    requireNumber('nMin', nMin, 0)
    return { ...defaultMinimum, model: nMin }
  }
  requireOptions(nMin, ['model', 'format', 'league'], 'nMin')
  const { model = defaultMinimum.model, format = defaultMinimum.format, league = defaultMinimum.league } = nMin
  const minimum: MinimumHistory = { model, format, league }
  for (const level of ['model', 'format', 'league'] as const) requireNumber(`nMin.${level}`, minimum[level], 0)
  return minimum
}
