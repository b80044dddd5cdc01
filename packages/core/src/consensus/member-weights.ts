import {
  invalidArgument,
  requireAbove,
  requireNumber,
  requireNumbers,
  requireOneOf,
  requireOptions,
  requireProbabilities,
  requireRecord,
  requireWeights,
} from '@riftline/base'
import { requireHalfLife } from '../calibration/recency-weights.ts'
import { exp } from '../math/exp.ts'
import { clamp, clippedLogit, logitClip, sigmoid } from '../math/log-odds.ts'

/**
 * Weights of models by their log losses: b_i proportional to e^(-eta E loss_i), E = min(nEff, nCap). With eta = 1 and summed losses this
 * is Bayesian model averaging; the cap keeps a long history from giving everything to whichever model is ahead by a hair.
 *
 * Source: Y. Freund and R. E. Schapire, "A decision-theoretic generalization of on-line learning", J. Computer and System
 * Sciences 55 (1997).
 *
 * @param losses mean log loss of each model, over the same matches
 * @param nEff effective number of those matches, at least 0
 * @param options.eta learning rate, at least 0, default 1
 * @param options.nCap most matches that count, default 100
 * @returns one weight per model; they sum to 1
 * @throws RiftlineError `invalid_argument`
 * @example
 * baseWeights([0.63, 0.64, 0.655], 0) // => [0.3333333333333333, 0.3333333333333333, 0.3333333333333333]
 * baseWeights([0.63, 0.64, 0.655], 400) // => [0.6896720861245037, 0.2537161816350251, 0.05661173224047118]
 */
export function baseWeights(
  losses: ArrayLike<number>,
  nEff: number,
  options: { readonly eta?: number; readonly nCap?: number } = {},
): number[] {
  requireOptions(options, ['eta', 'nCap'])
  const { eta = 1, nCap = 100 } = options
  requireNumbers('losses', losses)
  requireNumber('nEff', nEff, 0)
  requireNumber('eta', eta, 0)
  requireNumber('nCap', nCap, 0)
  return weighLosses(Array.from(losses), Math.min(Number.MAX_VALUE, eta * Math.min(nEff, nCap)))
}

/** `baseWeights` for a given product of learning rate and evidence; trusts its arguments. */
export function weighLosses(losses: readonly number[], evidence: number): number[] {
  const least = Math.min(...losses)
  const shares = losses.map((loss) => exp(-evidence * Math.min(Number.MAX_VALUE, loss - least)))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => share / total)
}

/**
 * Final weights, which sum to 1: w_i = (1 - k wMin) b_i T_i / (sum of b T) + wMin, for k members. The floor lets a member that was
 * behind come back.
 *
 * Source: M. Herbster and M. Warmuth, "Tracking the best expert", Machine Learning 32 (1998), for the floor.
 *
 * @param base one weight per member, at least 0
 * @param tilt one factor per member, at least 0
 * @param options.wMin floor, in [0, 1/k], default 0.05
 * @throws RiftlineError `invalid_argument`
 * @example finalWeights([0.5, 0.5], [1, 1]) // => [0.5, 0.5]
 */
export function finalWeights(
  base: ArrayLike<number>,
  tilt: ArrayLike<number>,
  options: { readonly wMin?: number } = {},
): number[] {
  requireOptions(options, ['wMin'])
  const { wMin = 0.05 } = options
  requireWeights('base', base, base?.length ?? 0)
  requireWeights('tilt', tilt, base.length)
  requireNumber('wMin', wMin, 0, 1 / base.length)
  return tiltWeights(Array.from(base), Array.from(tilt), wMin)
}

/** `finalWeights` without checks, except that at least one member needs a base weight and a tilt above 0. */
export function tiltWeights(base: readonly number[], tilt: readonly number[], wMin: number): number[] {
  const [largestBase, largestTilt] = [Math.max(...base), Math.max(...tilt)]
  const tilted = base.map((weight, i) => (weight / largestBase) * (tilt[i]! / largestTilt))
  const total = tilted.reduce((sum, weight) => sum + weight, 0)
  if (!(total > 0)) throw invalidArgument('base', 'a member with a base weight and a tilt above 0', base)
  return tilted.map((weight) => (1 - base.length * wMin) * (weight / total) + wMin)
}

/** Earnings of a model's value picks at flat stakes. */
export interface MemberYield {
  /** Number of settled picks. */
  readonly n: number
  /** Profit per unit at risk. */
  readonly yield: number
  /** Standard deviation of the return of one pick. */
  readonly sd: number
}

/** Largest strength: e^700 is still a double. */
const largestTau = 700

/**
 * Tilt of a model's weight by the yield of its value picks: e^(tau clip(z / 2, -1, 1)), z = yield / (sd / sqrt(n)). It is bounded
 * because yields are noisy: with tau = 0.1 no model gains more than 22 % on another. Below `minPicks` picks the tilt is 1.
 *
 * Source: z is the one-sample statistic, https://en.wikipedia.org/wiki/Z-test.
 *
 * @param options.tau strength, in [0, 700], default 0.1
 * @param options.minPicks default 30
 * @returns a factor in [e^-tau, e^tau]
 * @throws RiftlineError `invalid_argument`
 * @example
 * roiTilt({ n: 100, yield: 0.08, sd: 1.05 }) // => 1.0388301643735303
 * roiTilt({ n: 12, yield: 0.5, sd: 1 }) // => 1
 */
export function roiTilt(
  record: MemberYield,
  options: { readonly tau?: number; readonly minPicks?: number } = {},
): number {
  requireOptions(options, ['tau', 'minPicks'])
  const { tau = 0.1, minPicks = 30 } = options
  requireRecord('record', record)
  requireNumber('record.n', record.n, 0)
  requireNumber('tau', tau, 0, largestTau)
  requireNumber('minPicks', minPicks, 0)
  if (record.n === 0 || record.n < minPicks) return 1
  requireNumber('record.yield', record.yield)
  requireNumber('record.sd', record.sd, 0)
  if (record.yield === 0) return 1
  const z = (record.yield * Math.sqrt(record.n)) / record.sd // a spread of 0 leaves no doubt: infinite, then clipped
  return exp(tau * clamp(z / 2, -1, 1))
}

/** Settings of a consensus: speed and bounds of the change of weights by past losses. */
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
  /** Weight of the losses over all leagues when those of a league are shrunk to them, default 100. */
  readonly kappaLeague?: number
  /** Weight of the league's losses when those at a similar spread are shrunk to them, default 1000. */
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

/** `log`: weighted mean of the log odds. `linear`: weighted mean of the probabilities. */
type PoolKind = 'log' | 'linear'

/**
 * Opinion pool: combines the forecasts of several models into one between the smallest and the largest. log: p = sigmoid(sum of w logit
 * p_i); linear: p = sum of w p_i. Members are clipped to [1e-6, 1 - 1e-6], weights scaled to sum to 1; equal members give exactly their
 * value.
 *
 * Source: C. Genest and J. V. Zidek, "Combining probability distributions", Statistical Science 1 (1986); V. A. Satopää et al.,
 * "Combining multiple probability predictions using a simple logit model", Int. J. Forecasting 30 (2014).
 *
 * @param probabilities one per member, in [0, 1]
 * @param weights one per member, at least 0 and not all 0
 * @param options.pool default `log`
 * @throws RiftlineError `invalid_argument`
 * @example
 * pool([0.6, 0.65, 0.72], [0.5, 0.3, 0.2]) // => 0.6404543368766847
 * pool([0.6, 0.65, 0.72], [0.5, 0.3, 0.2], { pool: 'linear' }) // => 0.639
 */
export function pool(
  probabilities: ArrayLike<number>,
  weights: ArrayLike<number>,
  options: { readonly pool?: PoolKind } = {},
): number {
  requireOptions(options, ['pool'])
  const kind = options.pool ?? 'log'
  requireOneOf('pool', kind, ['log', 'linear'])
  requireProbabilities('probabilities', probabilities)
  requireWeights('weights', weights, probabilities.length)
  return poolOf(kind, probabilities, weights)
}

/**
 * `pool` of kind `linear` with no check except for NaN: trusts probabilities in [0, 1] and weights that sum to 1.
 *
 * @throws RiftlineError `invalid_argument` for NaN
 */
export function linearPool(probabilities: ArrayLike<number>, weights: ArrayLike<number>): number {
  const pooled = poolOf('linear', probabilities, weights)
  return Number.isNaN(pooled) ? pool(probabilities, weights, { pool: 'linear' }) : pooled
}

function poolOf(kind: PoolKind, probabilities: ArrayLike<number>, weights: ArrayLike<number>): number {
  let heaviest = 0
  for (let i = 0; i < probabilities.length; i++) heaviest = Math.max(heaviest, weights[i]!)
  const unit = heaviest > 1e290 || heaviest < 1e-290 ? heaviest : 1 // keeps sums in the range of doubles
  let sum = 0
  let total = 0
  let lowest = 1
  let highest = 0
  for (let i = 0; i < probabilities.length; i++) {
    const p = probabilities[i]!
    const w = weights[i]! / unit
    lowest = Math.min(lowest, p)
    highest = Math.max(highest, p)
    total += w
    sum += w * (kind === 'log' ? clippedLogit(p) : clamp(p, logitClip, 1 - logitClip))
  }
  return clamp(kind === 'log' ? sigmoid(sum / total) : sum / total, lowest, highest)
}
