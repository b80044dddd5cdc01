import { invalidArgument } from '../errors.ts'
import { requireNumber, requireOneOf, requireRecord } from '../math/check-arguments.ts'
import { requireMarket } from './check-odds.ts'
import { devigMany } from './devig-many.ts'
import { devigTwoWay } from './devig-two-way.ts'

/**
 * How the margin is taken out. In a two-way market `additive`, `wpo` and `shin` are one number, as are `oddsRatio` and
 * `logarithmic`, there and everywhere else.
 */
export type DevigMethod =
  | 'multiplicative'
  | 'additive'
  | 'wpo'
  | 'shin'
  | 'oddsRatio'
  | 'logarithmic'
  | 'probit'
  | 'power'
  | 'goto'
  | 'bb'
  | 'jsd'
  | 'share'

/** Shape of the split of method `share`: by the implied probabilities themselves or by their complements. */
export type ShareFamily = 'h' | 'mu'

export interface DevigOptions {
  /** Default `shin`. */
  readonly method?: DevigMethod
  /** Only for `share`: side 1 bears a^h / (a^h + b^h) of the margin, or (1-a)^mu / ((1-a)^mu + (1-b)^mu). */
  readonly family?: ShareFamily
  readonly exponent?: number
}

/** What a method had to solve for. */
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

/** A market without its margin. */
export interface Devigged {
  /** Fair probabilities in the order of the prices; they sum to 1. */
  readonly probabilities: number[]
  /** Sum of 1/odds minus 1; below 0 the best prices of several books leave an arbitrage. */
  readonly margin: number
  /** Share of the turnover that a balanced book keeps: margin / (1 + margin). */
  readonly hold: number
  readonly underround: boolean
  readonly method: DevigMethod
  /** Outcomes that the method pushed to 0 or below, or to 1 or above; never in a two-way market. */
  readonly problematic: number[]
  readonly params: DevigParams
}

/** Every method, in the order of the type. */
export const devigMethods: readonly DevigMethod[] = [
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
]

/**
 * Takes the bookmaker's margin out of a market: decimal odds in, fair probabilities out.
 *
 * Two prices imply two probabilities for a side: 1 over its own and 1 - 1 over the other. Every method returns a point
 * between them, so with prices above 1 none can leave (0, 1). Markets of three and more outcomes take all methods but
 * `probit`, `jsd` and `share`; there `additive`, `wpo`, `goto` and `bb` can leave (0, 1), and say so in `problematic`.
 *
 * Source: E. Štrumbelj, "On determining probability forecasts from betting odds", Int. J. Forecasting 30 (2014);
 * H. S. Shin, "Measuring the incidence of insider trading in a market for state-contingent claims", Economic Journal 103
 * (1993); S. Clarke, S. Kovalchik and M. Ingram, "Adjusting bookmaker's odds to allow for overround", American Journal
 * of Sports Science 5 (2017).
 *
 * @param odds decimal prices, finite and above 1, at least two
 * @throws RiftlineError `invalid_argument`
 * @example
 * devig([1.5, 2.74]).probabilities // => [0.6508515815085159, 0.34914841849148415]
 * devig([2, 2.1], { method: 'power' }).underround // => true
 */
export function devig(odds: ArrayLike<number>, options: DevigOptions = {}): Devigged {
  requireRecord('options', options)
  const { method = 'shin' } = options
  requireMarket('odds', odds)
  requireOneOf('method', method, devigMethods)
  const share = method === 'share' ? checkShare(options) : evenShare
  if (odds.length === 2) {
    const [odds1, odds2] = [odds[0]!, odds[1]!]
    const margin = marginOfTwo(odds1, odds2)
    return describe(devigTwoWay(odds1, odds2, margin, method, share), margin, method, [])
  }
  if (method === 'probit' || method === 'jsd' || method === 'share') {
    throw invalidArgument('odds', `two prices for method ${method}`, odds)
  }
  const prices = Array.from(odds)
  const margin = prices.reduce((sum, price) => sum + 1 / price, -1)
  const solved = devigMany(prices, margin, method)
  const problematic = solved.probabilities.flatMap((p, i) => (p > 0 && p < 1 ? [] : [i]))
  return describe(solved, margin, method, problematic)
}

const evenShare = { family: 'mu', exponent: 0 } as const

function describe(
  { probabilities, params }: Pick<Devigged, 'probabilities' | 'params'>,
  margin: number,
  method: DevigMethod,
  problematic: number[],
): Devigged {
  return { probabilities, margin, hold: margin / (1 + margin), underround: margin < 0, method, problematic, params }
}

/** 1/o1 + 1/o2 - 1 without cancellation: the implied probability of the outsider minus the rest that the favourite leaves. */
function marginOfTwo(odds1: number, odds2: number): number {
  const favourite = Math.min(odds1, odds2)
  return 1 / Math.max(odds1, odds2) - (favourite - 1) / favourite
}

function checkShare({ family, exponent }: DevigOptions): { family: ShareFamily; exponent: number } {
  requireOneOf('family', family, ['h', 'mu'])
  requireNumber('exponent', exponent)
  return { family: family as ShareFamily, exponent: exponent as number }
}
