import {
  invalidArgument,
  requireAbove,
  requireArrayLike,
  requireLength,
  requireNumber,
  requireNumbers,
  requireOneOf,
  requireProbability,
  requireRecords,
} from '@riftline/base'
import {
  type ClusterKey,
  checkResampling,
  clusterBootstrap,
  type ResamplingOptions,
  requireClusterKey,
} from '../metrics/resampling.ts'
import type { DevigMethod } from './devig.ts'
import { requireDecimalOdds, requirePlausible } from './odds.ts'
import { type ClosingLineValue, closingLineValue, expectedValue } from './stakes.ts'

/** Series with the forecast and prices at the time of the bet, and its result. */
export interface BettableSeries {
  /** Forecast of side 1. Make one table each for raw, calibrated and anchored forecasts. */
  readonly probability: number
  /** Prices of side 1 and side 2 at the time of the decision. */
  readonly decimalOdds: ArrayLike<number>
  /** 1 when side 1 won, 0 when side 2 did, `void` when stakes were returned. */
  readonly outcome: 0 | 1 | 'void'
  /** Last prices of side 1 and side 2 before the start, if known. */
  readonly closing?: ArrayLike<number> | null
  /** Key shared by series that are not independent: a day or an event. */
  readonly cluster: ClusterKey
}

/** Results at one threshold; values that too few bets leave undefined are null. */
export interface BettingRow
  extends Pick<BettingYield, 'n' | 'settled' | 'turnover' | 'profit' | 'yield' | 'maxDrawdown'> {
  /** Least expected value, per unit, of the bets in this row. */
  readonly threshold: number
  /** Bootstrap interval of the yield, by cluster; null below two clusters. */
  readonly interval: { readonly low: number; readonly high: number } | null
  /** Number of bets with a known closing price, void ones included. */
  readonly closed: number
  /** Mean closing line value of the closed bets, in the fair form, with its interval. */
  readonly meanClv: number | null
  readonly clvInterval: { readonly low: number; readonly high: number } | null
  /** Share of the closed bets whose price was above the closing price. */
  readonly beatClose: number | null
}

/** Thresholds of the bets, de-vig method of the close, and resampling. */
export interface BettingTableOptions extends ResamplingOptions {
  /** Least expected values, fixed before the results are seen; default 0, 0.02 and 0.05. */
  readonly thresholds?: ArrayLike<number>
  /** De-vig method of the closing line, default `shin`. */
  readonly method?: DevigMethod
}

/**
 * Betting table: one row per threshold with the result of staking one unit on the better side of each series whose expected value
 * reaches it. Yields of a few hundred bets are noise; the closing line value shows good prices sooner. Fix the thresholds first, as one
 * picked on the same series proves nothing. Cost: thresholds x resamples x clusters.
 *
 * Source: B. Efron and R. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
 *
 * @param series in the order in which their bets would have been placed
 * @param options.resamples default 2000
 * @throws RiftlineError `invalid_argument`; `odds_implausible` for prices of a series whose inverses sum to less than 0.9
 * @example
 * bettingTable([{ probability: 0.6, decimalOdds: [2, 1.8], outcome: 1, cluster: 'spring' }], { thresholds: [0.1] })[0].profit // => 1
 */
export function bettingTable(series: readonly BettableSeries[], options: BettingTableOptions = {}): BettingRow[] {
  const resampling = checkResampling(options, 2000, ['thresholds', 'method'])
  const { thresholds = [0, 0.02, 0.05], method = 'shin' } = options
  requireNumbers('thresholds', thresholds)
  requireRecords('series', series, false)
  const bets = series.map((one, i) => bestBet(one, method, `series[${i}]`))
  return Array.from(thresholds, (threshold) => {
    const placed = bets.filter((bet) => bet.expected >= threshold)
    return toRow(threshold, placed, resampling)
  })
}

interface BestBet {
  readonly cluster: ClusterKey
  readonly expected: number
  readonly odds: number
  readonly result: 'win' | 'loss' | 'void'
  readonly clv: ClosingLineValue | null
}

/** Bet on the side of larger expected value; on side 1 if they are equal. */
function bestBet(series: BettableSeries, method: DevigMethod, argument: string): BestBet {
  const { probability, outcome, cluster } = series
  requireProbability(`${argument}.probability`, probability)
  requireOneOf(`${argument}.outcome`, outcome, [0, 1, 'void'])
  requireClusterKey(`${argument}.cluster`, cluster)
  const prices = readPrices(`${argument}.decimalOdds`, series.decimalOdds)
  const closing = (series.closing ?? null) === null ? null : readPrices(`${argument}.closing`, series.closing!)
  const onFirst = expectedValue(probability, prices[0])
  const onSecond = expectedValue(1 - probability, prices[1])
  const [own, other] = onFirst >= onSecond ? ([0, 1] as const) : ([1, 0] as const)
  return {
    cluster,
    expected: Math.max(onFirst, onSecond),
    odds: prices[own],
    result: outcome === 'void' ? 'void' : outcome === other ? 'win' : 'loss', // outcome 1 means that side 1, at index 0, won
    clv: closing === null ? null : closingLineValue(prices[own], [closing[own], closing[other]], { method }),
  }
}

/** Largest accepted price; beyond it a sum of profits could leave the range of a double. */
const mostOdds = 1e100

function readPrices(argument: string, odds: ArrayLike<number>): readonly [number, number] {
  requireArrayLike(argument, odds)
  requireLength(argument, odds, 2)
  const prices = [odds[0]!, odds[1]!] as const
  prices.forEach((price, side) => {
    requireDecimalOdds(`${argument}[${side}]`, price)
    requireNumber(`${argument}[${side}]`, price, 1, mostOdds)
  })
  requirePlausible(argument, prices)
  return prices
}

const noBets: Omit<BettingYield, 'sdPerBet' | 'se'> = {
  n: 0,
  settled: 0,
  turnover: 0,
  profit: 0,
  yield: null,
  maxDrawdown: 0,
}

function toRow(threshold: number, bets: readonly BestBet[], resampling: Required<ResamplingOptions>): BettingRow {
  const record = bets.length === 0 ? noBets : bettingYield(bets.map(({ odds, result }) => ({ odds, stake: 1, result })))
  const { n, settled, turnover, profit, maxDrawdown } = record
  const settledBets = bets.filter(({ result }) => result !== 'void')
  const closed = bets.filter(({ clv }) => clv !== null)
  const mean = (value: (bet: BestBet) => number): number | null =>
    closed.length === 0 ? null : closed.reduce((sum, bet) => sum + value(bet), 0) / closed.length
  return {
    threshold,
    n,
    settled,
    turnover,
    profit,
    yield: record.yield,
    interval: intervalOf(settledBets, ({ odds, result }) => (result === 'win' ? odds - 1 : -1), resampling),
    maxDrawdown,
    closed: closed.length,
    meanClv: mean(({ clv }) => clv?.fair ?? 0),
    clvInterval: intervalOf(closed, ({ clv }) => clv?.fair ?? 0, resampling),
    beatClose: mean(({ clv }) => ((clv?.price ?? 0) > 0 ? 1 : 0)),
  }
}

/** Interval of a mean over bets, by cluster; null below two clusters. */
function intervalOf(
  bets: readonly BestBet[],
  value: (bet: BestBet) => number,
  resampling: Required<ResamplingOptions>,
): BettingRow['interval'] {
  const clusters = bets.map(({ cluster }) => cluster)
  return new Set(clusters).size < 2 ? null : clusterBootstrap([bets.map(value)], clusters, resampling)[0]!
}

/** Bet with its result, at decimal odds. */
export interface Bet {
  readonly odds: number
  /** Units staked, above 0. */
  readonly stake: number
  /** `void` if the stake was returned: no profit and no turnover. */
  readonly result: 'win' | 'loss' | 'void'
}

/** Results of a list of bets, in units; statistics that too few bets leave undefined are null. */
export interface BettingYield {
  readonly n: number
  /** Number of bets that were not void. */
  readonly settled: number
  readonly turnover: number
  readonly profit: number
  /** profit / turnover; null without a settled bet. */
  readonly yield: number | null
  /** Standard deviation of the return per unit staked, n - 1 in the denominator; null below two settled bets. */
  readonly sdPerBet: number | null
  /** Standard error of the yield, in which each bet counts by its stake. At flat stakes it is sdPerBet / sqrt(settled). */
  readonly se: number | null
  /** Largest fall of the running profit from its highest point so far; the profit begins at 0. */
  readonly maxDrawdown: number
}

/**
 * Yield of a list of bets, profit / turnover, with its standard error: a return at even odds has a standard deviation of about 1, so
 * a true yield of 5 % needs some 3000 bets to show. A void bet counts in `n` only.
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
