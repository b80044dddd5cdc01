import {
  invalidArgument,
  requireNumber,
  requireOneOf,
  requireOptions,
  requireProbabilities,
  requireRecord,
  requireWeights,
} from '@riftline/base'
import { exp } from '../math/exp.ts'
import { clamp, clippedLogit, logitClip, sigmoid } from '../math/log-odds.ts'

/**
 * Weights of models by their log losses: b_i proportional to e^(-evidence loss_i). Only differences of losses matter.
 * Source: Y. Freund and R. E. Schapire, "A decision-theoretic generalization of on-line learning", J. Computer and System Sciences 55
 * (1997).
 */
export function weighLosses(losses: readonly number[], evidence: number): number[] {
  const least = Math.min(...losses)
  const shares = losses.map((loss) => exp(-evidence * Math.min(Number.MAX_VALUE, loss - least)))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => share / total)
}

/**
 * Final weights of k members, (1 - k wMin) b_i T_i / (sum of b T) + wMin: the floor lets a member that was behind come back.
 * Source: M. Herbster and M. Warmuth, "Tracking the best expert", Machine Learning 32 (1998), for the floor.
 */
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
export const largestTau = 700

/**
 * Tilt of a model's weight by the yield of its value picks: e^(tau clip(z / 2, -1, 1)), z = yield / (sd / sqrt(n)).
 *
 * Bounded, because yields are noisy: with tau = 0.1 no model gains more than 22 % on another. Below `minPicks` picks the
 * tilt is 1. A real difference of three points of yield takes thousands of bets to see.
 *
 * Source: z is the one-sample statistic, https://en.wikipedia.org/wiki/Z-test.
 *
 * @param record picks of one model
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

/** `log`: weighted mean of the log odds. `linear`: weighted mean of the probabilities. */
type PoolKind = 'log' | 'linear'

/**
 * Opinion pool: joins the forecasts of several models into one.
 *
 * log: p = sigmoid(sum of w logit p_i); linear: p = sum of w p_i. Members are clipped to [1e-6, 1 - 1e-6], weights are
 * scaled to sum to 1, and the result stays inside the range of the members, so equal members give exactly their value.
 *
 * Source: C. Genest and J. V. Zidek, "Combining probability distributions", Statistical Science 1 (1986); the geometric
 * form in V. A. Satopää et al., "Combining multiple probability predictions using a simple logit model", Int. J.
 * Forecasting 30 (2014).
 *
 * @param probabilities one per member, in [0, 1]
 * @param weights one per member, at least 0 and not all 0
 * @param options.pool default `log`
 * @returns a number between the smallest and the largest member
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
 * `pool` of kind `linear` without checks but for NaN: trusts probabilities in [0, 1] and weights that sum to 1.
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
