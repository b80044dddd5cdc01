import {
  invalidArgument,
  requireNumber,
  requireNumbers,
  requireOptions,
  requireRecord,
  requireWeights,
} from '@riftline/base'
import { exp } from '../math/exp.ts'
import { clamp } from '../math/log-odds.ts'

/**
 * Weights of models by their log losses: b_i proportional to e^(-eta E loss_i), E = min(nEff, nCap).
 *
 * With eta = 1 and summed losses this is Bayesian model averaging; the cap on the evidence keeps a long history from
 * giving everything to whichever model is ahead by a hair. Only differences of losses matter.
 *
 * Source: Y. Freund and R. E. Schapire, "A decision-theoretic generalization of on-line learning", J. Computer and System
 * Sciences 55 (1997); V. Vovk, "A game of prediction with expert advice" (1998), for eta = 1 under log loss.
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

/** `baseWeights` for a learning rate times evidence; trusts its arguments. */
export function weighLosses(losses: readonly number[], evidence: number): number[] {
  const least = Math.min(...losses)
  const shares = losses.map((loss) => exp(-evidence * Math.min(Number.MAX_VALUE, loss - least)))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => share / total)
}

/**
 * Final weights: base weights times tilts, scaled to sum to 1 above a floor that no member falls below.
 *
 * w_i = (1 - k wMin) b_i T_i / (sum of b T) + wMin, for k members. The floor lets a member that was behind come back.
 *
 * Source: M. Herbster and M. Warmuth, "Tracking the best expert", Machine Learning 32 (1998), for the floor.
 *
 * @param base one weight per member, at least 0
 * @param tilt one factor per member, at least 0
 * @param options.wMin floor, in [0, 1/k], default 0.05
 * @returns weights that sum to 1
 * @throws RiftlineError `invalid_argument`
 * @example
 * finalWeights([0.5, 0.5], [1, 1]) // => [0.5, 0.5]
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

/** `finalWeights` without checks, except that some member must have base weight and tilt above 0. */
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
