import { invalidArgument, requireAbove, requireNumber, requireOptions } from '@riftline/base'
import { requireHalfLife } from '../calibration/recency-weights.ts'
import { largestTau } from './member-weights.ts'

/** Speed and bounds of the change of weights by past losses. */
export interface ConsensusOptions {
  /** Learning rate of the base weights, default 1. */
  readonly eta?: number
  /** Most matches that count as evidence, default 100. */
  readonly nCap?: number
  /** Effective size below which all weights are equal, default 30. */
  readonly nMin?: number
  /** Days after which a match counts half, default 120. */
  readonly halfLifeDays?: number
  /** Width of the kernel on the spread, in log odds, default 0.35. */
  readonly h?: number
  /** Weight of a match of another league, in [0, 1], default 0.3. */
  readonly rho?: number
  /** Weight of the all-league losses behind those of a league, default 100. */
  readonly kappaLeague?: number
  /** Weight of the league's losses behind those at a similar spread, default 1000. */
  readonly kappaSpread?: number
  /** Strength of the yield tilt, in [0, 700], default 0.1. */
  readonly tau?: number
  /** Least weight of a member, default 0.05. */
  readonly wMin?: number
  /** Whether matches with a similar spread count more, default true. */
  readonly conditionOnSpread?: boolean
}

const defaults: Required<ConsensusOptions> = {
  eta: 1,
  nCap: 100,
  nMin: 30,
  halfLifeDays: 120,
  h: 0.35,
  rho: 0.3,
  kappaLeague: 100,
  kappaSpread: 1000,
  tau: 0.1,
  wMin: 0.05,
  conditionOnSpread: true,
}

/** Accepts `pool` too, so that one object can hold all settings of a consensus. */
const names = [...Object.keys(defaults), 'pool']

/** Fills in the defaults and refuses what is out of range. */
export function resolveConsensusOptions(options: ConsensusOptions, members: number): Required<ConsensusOptions> {
  requireOptions(options, names)
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const resolved: Required<ConsensusOptions> = { ...defaults, ...Object.fromEntries(given) }
  for (const key of ['eta', 'nCap', 'nMin', 'kappaLeague', 'kappaSpread'] as const) {
    requireNumber(key, resolved[key], 0)
  }
  requireNumber('tau', resolved.tau, 0, largestTau)
  requireHalfLife(resolved.halfLifeDays)
  requireAbove('h', resolved.h, 0)
  requireNumber('rho', resolved.rho, 0, 1)
  requireNumber('wMin', resolved.wMin, 0, 1 / members)
  if (typeof resolved.conditionOnSpread !== 'boolean') {
    throw invalidArgument('conditionOnSpread', 'true or false', resolved.conditionOnSpread)
  }
  return resolved
}
