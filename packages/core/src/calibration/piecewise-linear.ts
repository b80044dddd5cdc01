import { invalidArgument, requireLength, requireNumber, requireNumbers, requireRecord } from '@riftline/base'

/** Points of a piecewise linear function; `x` ascending and distinct. */
interface Points {
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
}

/**
 * Linear interpolation between points, constant outside them.
 *
 * Exactly the given value at a point, and between the values of the neighbours elsewhere, however close the points lie.
 *
 * Source: https://en.wikipedia.org/wiki/Linear_interpolation. O(log n) after the check.
 *
 * @param points x ascending and distinct, y of the same length
 * @param at a finite number
 * @throws RiftlineError `invalid_argument`
 * @example
 * interpolate({ x: [0, 1, 2], y: [0, 0.5, 2] }, 1.5) // => 1.25
 * interpolate({ x: [0, 1, 2], y: [0, 0.5, 2] }, 9) // => 2
 */
export function interpolate(points: Points, at: number): number {
  requireRecord('points', points)
  requireNumbers('points.x', points.x)
  requireNumbers('points.y', points.y)
  requireLength('points.y', points.y, points.x.length)
  for (let i = 1; i < points.x.length; i++) {
    const distinct = (points.x[i] ?? 0) > (points.x[i - 1] ?? 0)
    if (!distinct) throw invalidArgument(`points.x[${i}]`, 'a value above the one before', points.x[i])
  }
  requireNumber('at', at)
  return interpolateSorted(points.x, points.y, at)
}

/** `interpolate` without the checks: trusts ascending distinct `x` and a `y` of the same length, at least one. */
export function interpolateSorted(x: ArrayLike<number>, y: ArrayLike<number>, at: number): number {
  let low = 0
  let high = x.length - 1
  if (at <= (x[low] ?? 0)) return y[low] ?? 0
  if (at >= (x[high] ?? 0)) return y[high] ?? 0
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((x[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return between(x[low] ?? 0, y[low] ?? 0, x[high] ?? 0, y[high] ?? 0, at)
}

/** Value at x0 <= at < x1 of the line through two points, kept between their values against rounding. */
export function between(x0: number, y0: number, x1: number, y1: number, at: number): number {
  const width = x1 - x0
  const share = width < Infinity ? (at - x0) / width : (at / 2 - x0 / 2) / (x1 / 2 - x0 / 2)
  const rise = y1 - y0
  const value = Math.abs(rise) < Infinity ? y0 + rise * share : y0 * (1 - share) + y1 * share
  return y0 <= y1 ? Math.min(y1, Math.max(y0, value)) : Math.min(y0, Math.max(y1, value))
}
