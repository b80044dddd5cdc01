import { requireNumber, requireOptions, requireRecord } from '@riftline/base'
import { clamp } from '../math/clamp.ts'
import { exp } from '../math/exp.ts'

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
