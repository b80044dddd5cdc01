import { ascendingOrder } from '../math/ascending-order.ts'
import { exp } from '../math/exp.ts'

/** Places in groups so narrow that a short power series holds for all of a group at once. */
export interface BellGroups {
  readonly width: number
  /** Middle of each group, ascending. */
  readonly centre: Float64Array
  /** Group of each place, and its distance from the centre in widths of the bell, at most 1/4. */
  readonly group: Uint32Array
  readonly offset: Float64Array
}

const groupWidth = 0.5
const terms = 24
/** Beyond so many widths the bell is below 1e-31. */
const reach = 12

/** Groups places on a line for bells of the given width, above 0. */
export function bellGroups(places: Float64Array, width: number): BellGroups {
  const order = ascendingOrder([places])
  const group = new Uint32Array(places.length)
  const centre: number[] = []
  let opened = -Infinity
  for (const i of order) {
    const place = places[i]!
    if (!(place - opened <= groupWidth * width)) {
      opened = place
      centre.push(place)
    }
    group[i] = centre.length - 1
    centre[centre.length - 1] = opened + (place - opened) / 2
  }
  const offset = places.map((place, i) => (place - centre[group[i]!]!) / width)
  return { width, centre: Float64Array.from(centre), group, offset }
}

/**
 * Weighted sums under a bell that moves: for each column f, the sum of w_i f_i exp(-((s_i - s) / width)^2 / 2) as a function
 * of s, in a time that depends on the number of groups, not of matches, and exact to rounding.
 *
 * With c the centre of a group, t = (s_i - c) / width and d = (s - c) / width the bell is e^(-d^2 / 2) e^(-t^2 / 2) e^(d t); the
 * sums of w_i f_i e^(-t^2 / 2) t^m / m! are kept, and multiplied by d^m for each s.
 *
 * Source: L. Greengard and J. Strain, "The fast Gauss transform", SIAM J. Scientific and Statistical Computing 12 (1991).
 */
export function bellSums(
  groups: BellGroups,
  weights: Float64Array,
  columns: readonly Float64Array[],
): (at: number) => number[] {
  const { width, centre, group, offset } = groups
  const stride = terms * columns.length
  const moments = new Float64Array(centre.length * stride)
  for (let i = 0; i < weights.length; i++) {
    const t = offset[i]!
    let power = weights[i]! * exp((-t * t) / 2)
    for (let m = 0; m < terms; m++) {
      for (let f = 0; f < columns.length; f++) moments[group[i]! * stride + f * terms + m]! += power * columns[f]![i]!
      power *= t / (m + 1)
    }
  }
  return (at) => {
    const sums = columns.map(() => 0)
    for (let g = 0; g < centre.length; g++) {
      const d = (at - centre[g]!) / width
      if (!(Math.abs(d) < reach)) continue
      const bell = exp((-d * d) / 2)
      // Terms fall as (d / 4)^m / m!, so near the centre a few hold all digits.
      const last = Math.min(terms, Math.ceil(13 + 2 * Math.abs(d))) - 1
      for (let f = 0; f < columns.length; f++) {
        const first = g * stride + f * terms
        let series = 0
        for (let m = last; m >= 0; m--) series = series * d + moments[first + m]!
        sums[f]! += bell * series
      }
    }
    return sums
  }
}
