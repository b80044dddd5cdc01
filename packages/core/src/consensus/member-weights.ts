import { invalidArgument, requireNumber, requireOptions, requireRecord } from '@riftline/base'
import { clamp } from '../math/clamp.ts'
import { exp } from '../math/exp.ts'

/**
 * Weights of models by their log losses: b_i proportional to e^(-evidence loss_i), where evidence is a learning rate times a
 * number of matches. Only differences of losses matter. Trusts its arguments.
 *
 * Source: Y. Freund and R. E. Schapire, "A decision-theoretic generalization of on-line learning", J. Computer and System
 * Sciences 55 (1997); V. Vovk, "A game of prediction with expert advice" (1998), for a rate of 1 under log loss.
 */
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
 * @throws RiftlineError `invalid_argument` unless some member has base weight and tilt above 0
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
