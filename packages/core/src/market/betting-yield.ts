import { invalidArgument, requireAbove, requireOneOf, requireRecords } from '@riftline/base'
import { requireDecimalOdds } from './odds.ts'

/** Settled bet at decimal odds. */
export interface Bet {
  readonly odds: number
  /** Units at risk, above 0. */
  readonly stake: number
  /** `void`: the stake came back; no profit and no turnover. */
  readonly result: 'win' | 'loss' | 'void'
}

/** A betting record in units; statistics that too few bets leave undefined are null. */
export interface BettingYield {
  readonly n: number
  /** Bets that were not void. */
  readonly settled: number
  readonly turnover: number
  readonly profit: number
  /** profit / turnover; null without a settled bet. */
  readonly yield: number | null
  /** Standard deviation of the return per unit staked, n - 1 in the denominator; null below two settled bets. */
  readonly sdPerBet: number | null
  /** Standard error of the yield: each bet counts by its stake. At flat stakes sdPerBet / sqrt(settled). */
  readonly se: number | null
  /** Deepest fall of the running profit from its highest point, which begins at 0. */
  readonly maxDrawdown: number
}

/**
 * Yield of a list of bets, profit per unit at risk, with its standard error: a single return at even odds has a standard
 * deviation of about 1, so a yield alone says nothing.
 *
 * yield = profit / turnover. A void bet counts in `n` only. At even odds a true yield of 5 % needs some 3000 bets to show.
 *
 * se = sqrt(n / (n - 1) sum of (stake (return - yield))^2) / turnover, the error of a ratio of two sums.
 *
 * Source: W. G. Cochran, "Sampling Techniques" (1977), section 6.3.
 *
 * @param bets in the order they were placed
 * @throws RiftlineError `invalid_argument`
 * @example
 * bettingYield([{ odds: 2.5, stake: 1, result: 'win' }, { odds: 2, stake: 1, result: 'loss' }]) // => { n: 2, settled: 2, turnover: 2, profit: 0.5, yield: 0.25, sdPerBet: 1.7677669529663689, se: 1.25, maxDrawdown: 1 }
 */
export function bettingYield(bets: readonly Bet[]): BettingYield {
  requireRecords('bets', bets, false)
  const returns: number[] = []
  const stakes: number[] = []
  let turnover = 0
  let profit = 0
  let peak = 0
  let maxDrawdown = 0
  for (let i = 0; i < bets.length; i++) {
    const { odds, stake, result } = bets[i]!
    requireDecimalOdds(`bets[${i}].odds`, odds)
    requireAbove(`bets[${i}].stake`, stake, 0)
    requireOneOf(`bets[${i}].result`, result, ['win', 'loss', 'void'])
    if (result === 'void') continue
    const perUnit = result === 'win' ? odds - 1 : -1
    returns.push(perUnit)
    stakes.push(stake)
    turnover += stake
    profit += perUnit * stake
    peak = Math.max(peak, profit)
    maxDrawdown = Math.max(maxDrawdown, peak - profit)
  }
  const settled = returns.length
  const share = settled > 0 ? profit / turnover : null
  const sdPerBet = settled > 1 ? standardDeviation(returns) : null
  const se = settled > 1 ? standardError(returns, stakes, profit / turnover, turnover) : null
  if (!Number.isFinite(turnover + Math.abs(profit) + maxDrawdown + (sdPerBet ?? 0) + (se ?? 0))) {
    throw invalidArgument('bets', 'odds and stakes whose sums stay finite', bets)
  }
  return { n: bets.length, settled, turnover, profit, yield: share, sdPerBet, se, maxDrawdown }
}

function standardError(returns: readonly number[], stakes: readonly number[], share: number, turnover: number): number {
  const deviations = returns.map((perUnit, i) => (stakes[i]! / turnover) * (perUnit - share))
  const squares = deviations.reduce((sum, deviation) => sum + deviation * deviation, 0)
  return Math.sqrt((squares * returns.length) / (returns.length - 1))
}

function standardDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (values.length - 1))
}
