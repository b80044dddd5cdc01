import { invalidArgument, requireNumber, requireOneOf, requireOptions } from '@riftline/base'
import { devigMany, devigTwoWay } from './devig-many.ts'
import { readMarket } from './odds.ts'

/** Names of all methods. */
export const devigMethods = [
  'multiplicative',
  'additive',
  'wpo',
  'shin',
  'oddsRatio',
  'logarithmic',
  'probit',
  'power',
  'goto',
  'bb',
  'jsd',
  'share',
] as const

/**
 * Method that takes out the margin. In a two-way market `additive`, `wpo` and `shin` agree; `oddsRatio` and `logarithmic`
 * agree in every market.
 */
export type DevigMethod = (typeof devigMethods)[number]

/** Method that takes out the margin, and its parameters. */
export interface DevigOptions {
  /** Default `shin`. */
  readonly method?: DevigMethod
  /** Only for `share`, by the implied probabilities or their complements: side 1 bears a^h / (a^h + b^h) of the margin, or (1-a)^mu / ((1-a)^mu + (1-b)^mu). */
  readonly family?: 'h' | 'mu'
  /** Exponent `h` or `mu` of the family. */
  readonly exponent?: number
}

/** Parameters that a method solved for. */
export interface DevigParams {
  /** Share of insiders. */
  readonly shinZ?: number
  readonly oddsRatioC?: number
  readonly logC?: number
  readonly powerK?: number
  /** Jensen-Shannon distance of the fair probability to both implied ones. */
  readonly jsDistance?: number
  readonly bbZ?: number
  /** Part of the margin on side 1. */
  readonly share1?: number
}

/** Market without its margin. */
export interface Devigged {
  /** Fair probabilities in the order of the prices; they sum to 1. */
  readonly probabilities: number[]
  /** Sum of 1/odds minus 1; below 0 the best prices of several books leave an arbitrage. */
  readonly margin: number
  /** Share of the turnover that a balanced book keeps: margin / (1 + margin). */
  readonly hold: number
  readonly underround: boolean
  readonly method: DevigMethod
  /** Indices of outcomes that the method pushed to 0 or below, or to 1 or above; empty in a two-way market. */
  readonly problematic: number[]
  readonly params: DevigParams
}

/** Split of the margin by method `share`. */
export type MarginShare = Required<Pick<DevigOptions, 'family' | 'exponent'>>

/** Result of the two-way and of the n-way solver. */
export interface Unmargined {
  readonly probabilities: number[]
  readonly params: DevigParams
  readonly margin: number
  /** Sum of the implied probabilities. */
  readonly sum: number
}

/**
 * Takes the bookmaker's margin out of a market: decimal odds in, fair probabilities out.
 *
 * Two prices imply two probabilities for a side: 1 over its own and 1 - 1 over the other. Every method returns a point
 * between them, so with prices above 1 none can leave (0, 1). With a and b the implied probabilities, m the margin:
 *
 *   multiplicative   a / (a + b): the margin in proportion to the price
 *   additive, wpo    (1 + a - b) / 2: the same part of the margin on every side
 *   shin             the same number; its z is the share of bettors who know the result
 *   oddsRatio        the odds of every side grow by one factor c; `logarithmic`, a shift of the log odds, is the same
 *   probit           a shift of the normal quantiles
 *   power            a^k with a^k + b^k = 1
 *   goto             every side moves by the same number of its standard errors
 *   bb               balanced books: an impossible outcome still carries its part of the margin
 *   jsd              at equal Jensen-Shannon distance from both implied probabilities
 *   share            a - m s with a split s of the margin of your own, see `DevigOptions`
 *
 * For a favourite with a margin multiplicative is the lowest and bb the highest. Markets of three and more outcomes take
 * all methods but `probit`, `jsd` and `share`; there `additive`, `wpo`, `goto` and `bb` can leave (0, 1), which
 * `problematic` reports. A fair market keeps its implied probabilities.
 *
 * Source: E. Štrumbelj, "On determining probability forecasts from betting odds", Int. J. Forecasting 30 (2014);
 * H. S. Shin, "Measuring the incidence of insider trading in a market for state-contingent claims", Economic Journal 103
 * (1993); S. Clarke, S. Kovalchik and M. Ingram, "Adjusting bookmaker's odds to allow for overround", American Journal
 * of Sports Science 5 (2017).
 *
 * @param odds decimal prices, finite and above 1, at least two
 * @param options.method default `shin`
 * @throws RiftlineError `invalid_argument`
 * @example
 * devig([1.5, 2.74]).probabilities // => [0.6508515815085159, 0.34914841849148415]
 * devig([2, 2.1], { method: 'power' }).underround // => true
 */
export function devig(odds: ArrayLike<number>, options: DevigOptions = {}): Devigged {
  return devigPrices('odds', readMarket('odds', odds), options)
}

/** `devig` of checked prices; `argument` names them in messages. */
export function devigPrices(argument: string, prices: readonly number[], options: DevigOptions): Devigged {
  requireOptions(options, ['method', 'family', 'exponent'])
  const { method = 'shin', family, exponent } = options
  requireOneOf('method', method, devigMethods)
  const share = method === 'share' ? checkShare(family, exponent) : evenShare
  const twoWay = prices.length === 2
  if (!twoWay && (method === 'probit' || method === 'jsd' || method === 'share')) {
    throw invalidArgument(argument, `two prices for method ${method}`, prices)
  }
  const { probabilities, margin, sum, params } = twoWay
    ? devigTwoWay(prices[0]!, prices[1]!, method, share)
    : devigMany(prices, method)
  return {
    probabilities,
    margin,
    hold: margin / sum,
    underround: margin < 0,
    method,
    problematic: twoWay ? [] : outside(probabilities),
    params: margin === 0 ? { ...params, ...fairParams[method] } : params,
  }
}

const evenShare: MarginShare = { family: 'mu', exponent: 0 }

/** Parameters of a market without a margin, for which nothing is solved. */
const fairParams: { readonly [method in DevigMethod]?: DevigParams } = {
  shin: { shinZ: 0 },
  oddsRatio: { oddsRatioC: 1, logC: 0 },
  logarithmic: { oddsRatioC: 1, logC: 0 },
  power: { powerK: 1 },
  bb: { bbZ: 0 },
  jsd: { jsDistance: 0 },
}

function outside(probabilities: readonly number[]): number[] {
  return probabilities.flatMap((p, i) => (p > 0 && p < 1 ? [] : [i]))
}

function checkShare(family: unknown, exponent: unknown): MarginShare {
  requireOneOf('family', family, ['h', 'mu'])
  requireNumber('exponent', exponent)
  return { family, exponent }
}
