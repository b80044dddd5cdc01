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

/** Points so near that one series serves them all; so few terms hold all its digits there. */
const cellWidth = 0.25
const cellTerms = 20
/** Cells are kept for the next call: disagreements of forecasts fall into some tens of them. */
const mostCells = 1000

/**
 * Weighted sums under a bell that moves: for each column f, the sum of w_i f_i exp(-((s_i - s) / width)^2 / 2) as a function
 * of s, in a time that does not depend on the number of matches, and exact to rounding.
 *
 * With c the centre of a group, t = (s_i - c) / width and d = (s - c) / width the bell is e^(-d^2 / 2) e^(-t^2 / 2) e^(d t); the
 * sums of w_i f_i e^(-t^2 / 2) t^m / m! are kept. Around a point q they become one series for all groups, in powers of (s - q) / width.
 *
 * The sums returned are the caller's until the next call.
 *
 * Source: L. Greengard and J. Strain, "The fast Gauss transform", SIAM J. Scientific and Statistical Computing 12 (1991).
 */
export function bellSums(
  groups: BellGroups,
  weights: Float64Array,
  columns: readonly Float64Array[],
): (at: number) => Float64Array {
  const { width } = groups
  const moments = groupMoments(groups, weights, columns)
  const cells = new Map<number, Float64Array>()
  const step = cellWidth * width
  const sums = new Float64Array(columns.length)
  return (at) => {
    const cell = Math.round(at / step)
    const near = cell * step
    // A bell so narrow that numbers cannot tell its cells apart has a cell for each point.
    if (!(Math.abs(at - near) <= step)) return setSums(sums, 0, seriesAround(at, groups, moments, columns.length))
    let series = cells.get(cell)
    if (series === undefined) {
      series = seriesAround(near, groups, moments, columns.length)
      if (cells.size < mostCells) cells.set(cell, series)
    }
    return setSums(sums, (at - near) / width, series)
  }
}

/** Values of the series of all columns, four at a time: each step of one waits for the step before. */
function setSums(sums: Float64Array, u: number, series: Float64Array): Float64Array {
  const bell = exp((-u * u) / 2)
  const last = sums.length - 1
  for (let f = 0; f < sums.length; f += 4) {
    // Columns that are not there repeat the last one.
    const [f1, f2, f3] = [Math.min(f + 1, last), Math.min(f + 2, last), Math.min(f + 3, last)]
    let [one, two, three, four] = [0, 0, 0, 0]
    for (let k = cellTerms - 1; k >= 0; k--) {
      one = one * u + series[f * cellTerms + k]!
      two = two * u + series[f1 * cellTerms + k]!
      three = three * u + series[f2 * cellTerms + k]!
      four = four * u + series[f3 * cellTerms + k]!
    }
    sums[f] = bell * one
    sums[f1] = bell * two
    sums[f2] = bell * three
    sums[f3] = bell * four
  }
  return sums
}

/** By group, column and power: sums of w f e^(-t^2 / 2) t^m / m!. */
function groupMoments(
  { centre, group, offset }: BellGroups,
  weights: Float64Array,
  columns: readonly Float64Array[],
): Float64Array {
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
  return moments
}

/**
 * By column: coefficients of e^(u^2 / 2) times the sum at q + u width. With D = (q - c) / width a group adds
 * e^(-D^2 / 2) e^(-D u) times its polynomial in D + u.
 */
function seriesAround(
  q: number,
  { width, centre }: BellGroups,
  moments: Float64Array,
  columnCount: number,
): Float64Array {
  const series = new Float64Array(columnCount * cellTerms)
  for (let g = 0; g < centre.length; g++) {
    const d = (q - centre[g]!) / width
    if (!(Math.abs(d) < reach)) continue
    const decay = exponentialSeries(d)
    for (let f = 0; f < columnCount; f++) {
      const first = (g * columnCount + f) * terms
      const polynomial = shifted(moments.subarray(first, first + terms), d)
      for (let k = 0; k < cellTerms; k++)
        for (let j = 0; j <= k; j++) series[f * cellTerms + k]! += decay[j]! * polynomial[k - j]!
    }
  }
  return series
}

/** Coefficients of e^(-D^2 / 2) e^(-D u). */
function exponentialSeries(d: number): Float64Array {
  const series = new Float64Array(cellTerms)
  let term = exp((-d * d) / 2)
  for (let j = 0; j < cellTerms; j++) {
    series[j] = term
    term *= -d / (j + 1)
  }
  return series
}

/** Coefficients in u of a polynomial in D + u, by Horner's rule. */
function shifted(coefficients: Float64Array, d: number): Float64Array {
  const polynomial = coefficients.slice()
  for (let i = 0; i < terms; i++) for (let m = terms - 2; m >= i; m--) polynomial[m]! += d * polynomial[m + 1]!
  return polynomial
}
