import { meanOfRun } from './weighted-pair.ts'

/** How level stretches of an isotonic fit become corners. */
export type CentreMode = false | 'all' | 'keepBounds'

/** Probabilities closer than this belong to one level stretch: equal means differ in their last bits. */
export const levelTolerance: number = 1e-12

/**
 * Corners of a fit as it stands: points equal to both neighbours are left out. Trusts ascending x.
 *
 * @example
 * dropInterior([1, 2, 3, 4], [0, 0, 0, 1]) // => { x: [1, 3, 4], y: [0, 0, 1] }
 */
export function dropInterior(x: ArrayLike<number>, y: ArrayLike<number>): { x: number[]; y: number[] } {
  const knots: { x: number[]; y: number[] } = { x: [], y: [] }
  for (let i = 0; i < y.length; i++) {
    if (i > 0 && i < y.length - 1 && y[i]! === y[i - 1]! && y[i]! === y[i + 1]!) continue
    knots.x.push(x[i]!)
    knots.y.push(y[i]!)
  }
  return knots
}

/**
 * Corners of the centred fit: each level stretch becomes one point at its weighted mean x, and the curve is carried out
 * to the first and the last x at their own values. Trusts ascending x and positive weights.
 *
 * Source: A. P. Oron and N. Flournoy, "Centered isotonic regression", Stat. Biopharm. Res. 9 (2017).
 *
 * @param mode `'keepBounds'` leaves stretches of exactly 0 or 1 as they are
 * @example
 * centreRuns([1, 2, 3, 4], [0.5, 0.5, 0.5, 1], [1, 1, 1, 1], 'all') // => { x: [1, 2, 4], y: [0.5, 0.5, 1] }
 */
export function centreRuns(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weight: ArrayLike<number>,
  mode: 'all' | 'keepBounds',
): { x: number[]; y: number[] } {
  const knots: { x: number[]; y: number[] } = { x: [], y: [] }
  const push = (at: number, value: number): void => {
    if (knots.x.length > 0 && at <= knots.x[knots.x.length - 1]!) return
    knots.x.push(at)
    knots.y.push(value)
  }
  push(x[0]!, y[0]!)
  const tolerance = levelTolerance * Math.max(Math.abs(y[0]!), Math.abs(y[y.length - 1]!))
  for (let start = 0; start < x.length; ) {
    let end = start + 1
    while (end < x.length && y[end]! - y[end - 1]! <= tolerance) end++
    const value = y[start]!
    if (mode === 'keepBounds' && (value === 0 || value === 1)) {
      for (let i = start; i < end; i++) push(x[i]!, value)
    } else {
      push(meanOfRun(x, weight, start, end), value)
    }
    start = end
  }
  push(x[x.length - 1]!, y[y.length - 1]!)
  return knots
}
