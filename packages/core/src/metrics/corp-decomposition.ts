import { requireLength, requireNumbers, requireOneOf, requireOptions } from '@riftline/base'
import { nearestRising } from '../calibration/pool-adjacent-violators.ts'
import { clamp, surprise } from '../math/log-odds.ts'
import { ascendingOrder } from '../math/search.ts'
import { requireForecasts } from './scores.ts'

/** `log` and `brier` score probabilities; `squared` scores any real forecast of any real outcome. */
type CorpScore = 'log' | 'brier' | 'squared'

/** Parts of a score, score = mcb - dsc + unc; mcb and dsc are never negative. */
interface CorpDecomposition {
  /** Mean score of the forecasts. */
  readonly score: number
  /** Miscalibration: the score that recalibrating in hindsight would save. */
  readonly mcb: number
  /** Discrimination: the score that recalibrated forecasts save against the constant base rate. */
  readonly dsc: number
  /** Uncertainty: the score of the base rate. */
  readonly unc: number
}

/**
 * CORP decomposition: splits a mean score into miscalibration, discrimination and uncertainty. Forecasts are recalibrated by isotonic
 * regression of the outcomes on them: mcb = S(p) - S(recalibrated), dsc = S(base rate) - S(recalibrated), unc = S(base rate).
 *
 * Source: T. Dimitriadis, T. Gneiting and A. I. Jordan, "Stable reliability diagrams for probabilistic classifiers",
 * PNAS 118 (2021). O(n log n).
 *
 * @param options.score default `log`
 * @throws RiftlineError `invalid_argument`
 * @example
 * corpDecomposition([-1, 1, 1, 2], [0, 0, 1, 1], { score: 'squared' }) // => { score: 0.75, mcb: 0.625, dsc: 0.125, unc: 0.25 }
 */
export function corpDecomposition(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: { readonly score?: CorpScore } = {},
): CorpDecomposition {
  requireOptions(options, ['score'])
  const { score = 'log' } = options
  requireOneOf('score', score, ['log', 'brier', 'squared'])
  if (score === 'squared') {
    requireNumbers('predictions', predictions, -largestSquared, largestSquared)
    requireNumbers('outcomes', outcomes, -largestSquared, largestSquared)
    requireLength('outcomes', outcomes, predictions.length)
  } else {
    requireForecasts(predictions, outcomes)
  }
  const n = predictions.length
  const groups = groupForecasts(predictions, score === 'squared' ? 0 : probabilityTie)
  const fitted = recalibrate(groups, sumByGroup(groups, outcomes))
  const baseRate = Array.from(outcomes).reduce((sum, y) => sum + y, 0) / n
  const meanScore = (forecast: (index: number) => number): number => {
    let sum = 0
    for (let i = 0; i < n; i++) sum += scoreOf(score, forecast(i), outcomes[i] ?? 0)
    return sum / n
  }
  const forecastScore = meanScore((i) => predictions[i] ?? 0)
  const recalibrated = meanScore((i) => fitted[groups.groupOf[i]!]!)
  const unc = meanScore(() => baseRate)
  // Only rounding could make either negative.
  return {
    score: forecastScore,
    mcb: Math.max(forecastScore - recalibrated, 0),
    dsc: Math.max(unc - recalibrated, 0),
    unc,
  }
}

/** Largest value under the squared score; its square is still a double. */
const largestSquared = 1e150

function scoreOf(score: CorpScore, forecast: number, outcome: number): number {
  return score === 'log' ? surprise(clamp(forecast, 0, 1), outcome) : (forecast - outcome) * (forecast - outcome)
}

/** Forecasts grouped by value, in ascending order; equal ones form one group. */
type ForecastGroups = Readonly<ReturnType<typeof groupForecasts>>

/** Distance below which two probabilities are equal: 1 - p rounds, which would break the ties of folded forecasts. */
const probabilityTie = 1e-15

/** Groups forecasts by value: the smallest opens a group, which takes all that are less than `tie` above it. */
export function groupForecasts(predictions: ArrayLike<number>, tie: number) {
  const n = predictions.length
  const x: number[] = []
  const count: number[] = []
  const groupOf = new Uint32Array(n)
  for (const index of ascendingOrder([predictions])) {
    const forecast = predictions[index]!
    const opened = x.at(-1) ?? -Infinity
    if (!(forecast === opened || forecast - opened < tie)) {
      x.push(forecast)
      count.push(0)
    }
    const group = x.length - 1
    groupOf[index] = group
    count[group]! += 1
  }
  // `x` is the smallest forecast of each group, `groupOf` the group of each forecast, in input order.
  return { x: Float64Array.from(x), count: Float64Array.from(count), groupOf }
}

/** Sum of the outcomes of each group; `outcomes` in input order. */
export function sumByGroup({ x, groupOf }: ForecastGroups, outcomes: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(x.length)
  for (let i = 0; i < groupOf.length; i++) sums[groupOf[i]!]! += outcomes[i]!
  return sums
}

/** Recalibrates in hindsight: the isotonic regression of outcomes on forecasts, one value per group. `sums` are those of the outcomes. */
export function recalibrate({ count }: ForecastGroups, sums: Float64Array): Float64Array {
  return nearestRising(
    sums.map((sum, group) => sum / count[group]!),
    count,
  )
}
