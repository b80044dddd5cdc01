import { nearestRising } from '../calibration/pool-adjacent-violators.ts'
import { ascendingOrder } from '../math/ascending-order.ts'

/** Forecasts by value: equal ones are one group, in ascending order. */
export interface ForecastGroups {
  /** Smallest forecast of each group. */
  readonly x: Float64Array
  readonly count: Float64Array
  /** Group of each forecast, in input order. */
  readonly groupOf: Uint32Array
}

/** Probabilities closer than this are one: 1 - p rounds, and would tear the ties of folded forecasts apart. */
export const probabilityTie = 1e-15

/**
 * Groups forecasts by value. A group is opened by its smallest forecast and takes all that are less than `tie` above it.
 * Trusts at least one finite forecast.
 */
export function groupForecasts(predictions: ArrayLike<number>, tie: number): ForecastGroups {
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
  return { x: Float64Array.from(x), count: Float64Array.from(count), groupOf }
}

/** Sum of the outcomes of each group; `outcomes` in input order. */
export function sumByGroup({ x, groupOf }: ForecastGroups, outcomes: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(x.length)
  for (let i = 0; i < groupOf.length; i++) sums[groupOf[i]!]! += outcomes[i]!
  return sums
}

/**
 * Recalibrates in hindsight: the isotonic regression of outcomes on forecasts, one value per group, never falling.
 *
 * @param sums sum of the outcomes of each group
 */
export function recalibrate({ count }: ForecastGroups, sums: Float64Array): Float64Array {
  return nearestRising(
    sums.map((sum, group) => sum / count[group]!),
    count,
  )
}
