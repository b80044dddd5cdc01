import {
  invalidArgument,
  requireLength,
  requireNumber,
  requireNumbers,
  requireOneOf,
  requireOptions,
  requireProbabilities,
  requireProbability,
  requireWeights,
} from '@riftline/base'
import { clamp } from '../math/log-odds.ts'
import { ascendingOrder } from '../math/search.ts'
import { type CentreMode, centreRuns, dropInterior } from './fit-knots.ts'
import { addWeights, meanOfTwo, nearestRising } from './pool-adjacent-violators.ts'

interface IsotonicOptions {
  /** Lower bound, applied after the fit. */
  readonly yMin?: number
  /** Upper bound, applied after the fit. */
  readonly yMax?: number
  /**
   * `false` (default) keeps level stretches. `'all'` turns each into one point at its weighted mean x, so the curve
   * rises strictly inside; `'keepBounds'` does so except where the value is exactly 0 or 1.
   */
  readonly centre?: CentreMode
}

/** Distance below which two x are one point. */
const tieTolerance = 1e-15

/**
 * Isotonic regression: the non-decreasing curve nearest to the points in weighted least squares, in any order of the input.
 *
 * Points of weight 0 are absent; equal x become one point with their weighted mean y; neighbours that fall are pooled;
 * bounds are applied last. The answer lists the corners of the curve; read it with `interpolate`.
 *
 * Source: R. E. Barlow et al., "Statistical Inference under Order Restrictions" (1972); ties by J. de Leeuw, Psychometrika 42 (1977);
 * centring by A. P. Oron and N. Flournoy, "Centered isotonic regression", Stat. Biopharm. Res. 9 (2017). O(n log n).
 *
 * @param x finite numbers
 * @param y finite numbers, as many
 * @param weights numbers >= 0, as many; default 1 each
 * @returns corners, x ascending and distinct
 * @throws RiftlineError `invalid_argument`
 * @example
 * isotonicRegression([1, 2, 3, 4], [1, 3, 2, 4]) // => { x: [1, 2, 3, 4], y: [1, 2.5, 2.5, 4] }
 * isotonicRegression([1, 2, 3, 4], [1, 3, 2, 4], undefined, { centre: 'all' }) // => { x: [1, 2.5, 4], y: [1, 2.5, 4] }
 */
export function isotonicRegression(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weights?: ArrayLike<number>,
  options: IsotonicOptions = {},
): { x: number[]; y: number[] } {
  requireOptions(options, ['yMin', 'yMax', 'centre'])
  const { yMin, yMax, centre = false } = options
  requireNumbers('x', x)
  requireNumbers('y', y)
  requireLength('y', y, x.length)
  if (weights !== undefined) requireWeights('weights', weights, x.length)
  if (yMin !== undefined) requireNumber('yMin', yMin)
  if (yMax !== undefined) requireNumber('yMax', yMax)
  if (yMin !== undefined && yMax !== undefined && yMin > yMax) throw invalidArgument('yMin', 'at most yMax', yMin)
  requireOneOf('centre', centre, [false, 'all', 'keepBounds'])
  const groups = groupTies(x, y, weights)
  const fitted = nearestRising(groups.y, groups.weight)
  const [low, high] = [yMin ?? -Infinity, yMax ?? Infinity]
  for (let i = 0; i < fitted.length; i++) fitted[i] = clamp(fitted[i]!, low, high)
  return centre === false ? dropInterior(groups.x, fitted) : centreRuns(groups.x, fitted, groups.weight, centre)
}

/** Fitted value of each point, in input order; exact also for ties with different y. Trusts finite arguments of one length. */
export function isotonicFitted(x: ArrayLike<number>, y: ArrayLike<number>): Float64Array {
  const { order, groupOf, y: means, weight } = groupTies(x, y)
  const fitted = nearestRising(means, weight)
  const values = new Float64Array(x.length)
  for (let i = 0; i < order.length; i++) values[order[i]!] = fitted[groupOf[i]!]!
  return values
}

/**
 * Groups tied points. A group has their smallest x, summed weight and weighted mean y. `groupOf` has the group of
 * each point in `order`, which leaves out those of weight 0.
 */
function groupTies(x: ArrayLike<number>, y: ArrayLike<number>, weights?: ArrayLike<number>) {
  const order = orderOf(x, y, weights)
  const xs = new Float64Array(order.length)
  const ys = new Float64Array(order.length)
  const weight = new Float64Array(order.length)
  const groupOf = new Uint32Array(order.length)
  let group = -1
  let opened = -Infinity
  let sum = 0
  for (let at = 0; at < order.length; at++) {
    const i = order[at]!
    const w = weights === undefined ? 1 : weights[i]!
    if (x[i]! - opened < tieTolerance) {
      const before = weight[group]!
      sum += w * y[i]!
      weight[group] = addWeights(before, w)
      const plain = Number.isFinite(sum) && before + w < Infinity
      ys[group] = plain ? sum / weight[group]! : meanOfTwo(ys[group]!, before, y[i]!, w)
    } else {
      opened = x[i]!
      xs[++group] = opened
      ys[group] = y[i]!
      weight[group] = w
      sum = w * y[i]!
    }
    groupOf[at] = group
  }
  const count = group + 1
  return { x: xs.subarray(0, count), y: ys.subarray(0, count), weight: weight.subarray(0, count), order, groupOf }
}

/** Order of the points of positive weight by x; equal x by y and weight, so that sums do not depend on the order of the input. */
function orderOf(x: ArrayLike<number>, y: ArrayLike<number>, weights?: ArrayLike<number>): Uint32Array {
  let order = ascendingOrder([x])
  for (let i = 1; i < order.length; i++) {
    if (x[order[i]!] !== x[order[i - 1]!]) continue
    order = ascendingOrder(weights === undefined ? [x, y] : [x, y, weights])
    break
  }
  if (weights === undefined) return order
  let filled = 0
  for (let at = 0; at < order.length; at++) if (weights[order[at]!] !== 0) order[filled++] = order[at]!
  return order.subarray(0, filled)
}

/** Calibrated probabilities for a loss and for a win, whose distance is the uncertainty, and the two merged. */
interface VennAbersInterval {
  /** Calibrated on the history plus one lost match at this forecast. */
  readonly p0: number
  /** Calibrated on the history plus one won match at this forecast; above p0. */
  readonly p1: number
  /** p1 / (1 - p0 + p1), the choice that minimises the worst log loss. */
  readonly p: number
}

/**
 * Inductive Venn-Abers prediction: isotonic calibration with the new match first lost, then won. Under exchangeability one of p0, p1
 * is perfectly calibrated; the gap between them is the uncertainty of a short history, which a single curve hides.
 *
 * Source: V. Vovk, I. Petej and V. Fedorova, "Large-scale probabilistic predictors with and without guarantees of
 * validity", NIPS 2015. O(n log n) for each call.
 *
 * @param predictions probabilities of the graded matches
 * @param outcomes their results, 1, 0 or a soft label between
 * @param at the probability to calibrate
 * @throws RiftlineError `invalid_argument`
 * @example vennAbers([0.2, 0.4, 0.6, 0.8], [0, 1, 0, 1], 0.7) // => { p0: 0.3333333333333333, p1: 1, p: 0.6 }
 */
export function vennAbers(predictions: ArrayLike<number>, outcomes: ArrayLike<number>, at: number): VennAbersInterval {
  requireProbabilities('predictions', predictions)
  requireProbabilities('outcomes', outcomes)
  requireLength('outcomes', outcomes, predictions.length)
  requireProbability('at', at)
  const x = [...Array.from(predictions), at]
  const fitWith = (label: number): number => isotonicFitted(x, [...Array.from(outcomes), label])[predictions.length]!
  const p0 = fitWith(0)
  const p1 = fitWith(1)
  return { p0, p1, p: p1 / (1 - p0 + p1) }
}
