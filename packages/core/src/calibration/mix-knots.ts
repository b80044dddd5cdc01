import { interpolateSorted } from './piecewise-linear.ts'

/** Corners of a favourite's curve on [1/2, 1], from (1/2, 1/2) to (1, 1), x ascending and distinct. */
export interface MixedKnots {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

/**
 * The weighted mean of two piecewise linear curves, exact: linear between the corners of either.
 *
 * @param share weight of `own`, in [0, 1]
 * @example
 * mixKnots({ x: [0.5, 1], y: [0.5, 1] }, { x: [0.5, 0.6, 1], y: [0.5, 0.8, 1] }, 0.5) // => { x: [0.5, 0.6, 1], y: [0.5, 0.7, 1] }
 */
export function mixKnots(parent: MixedKnots, own: MixedKnots, share: number): MixedKnots {
  const x = [...new Set([...parent.x, ...own.x])].sort((a, b) => a - b)
  let highest = 0
  const y = x.map((at) => {
    const mean = (1 - share) * interpolateSorted(parent.x, parent.y, at) + share * interpolateSorted(own.x, own.y, at)
    highest = Math.max(highest, mean) // rounding must not let a level stretch fall
    return highest
  })
  y[0] = 0.5
  y[y.length - 1] = 1
  return { x, y }
}
