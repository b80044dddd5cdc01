import { goesLeft, leafOutput } from '../form/scoring-rules.ts'
import type { Trees } from '../form/tree-ensemble.ts'

/**
 * Shapley and interaction values by the game of each leaf, for whatever the shared walk of `contributions.ts` cannot: interactions, linear
 * leaves. One row at a time; about (features of the path)³ / 2 steps a leaf.
 *
 * A leaf pays its value times the product over the features of its path of o (1 if the row passes the path's splits on the feature, else
 * 0) for features of the coalition and z (share of the training rows that pass) for the others. So with f(t) = z + (o - z) · t
 *
 *     Shapley value of i        (o_i - z_i) · ∫ Π_(e ≠ i) f_e(t) dt over 0 … 1
 *     interaction of i and j    (o_i - z_i) · (o_j - z_j) / 2 · ∫ Π_(e ≠ i, j) f_e(t) dt
 *
 * and Gauss's quadrature has these integrals of polynomials exactly. Source: Owen, Multilinear extensions of games,
 * https://doi.org/10.1287/mnsc.18.5.64
 *
 * A linear leaf pays its plain value so, and the difference to its linear value where all features of its terms are known: they join the
 * path with z = 0.
 */
export function createLeafGames(trees: Trees, { leftShare, rightShare }: Shares, features: number) {
  const lefts = new Uint8Array(largestTree(trees))
  const elementOf = new Int32Array(features).fill(-1)
  const path = createPath()
  const slope: number[] = []

  /** Adds the game of one leaf, whose path is set, to `sink`. */
  function play(value: number, sink: Sink): void {
    const { z, o, feature } = path
    const count = feature.length
    if (value === 0 || feature.some((_, e) => z[e] === 0 && o[e] === 0)) return
    const { at, weight } = quadrature(Math.ceil(count / 2))
    for (let q = 0; q < at.length; q++) {
      const t = at[q]!
      let product = value * weight[q]!
      for (let e = 0; e < count; e++) {
        const factor = z[e]! + (o[e]! - z[e]!) * t
        product *= factor
        slope[e] = (o[e]! - z[e]!) / factor
      }
      for (let i = 0; i < count; i++) {
        const own = product * slope[i]!
        sink.shapley(feature[i]!, own)
        if (sink.interaction === null) continue
        for (let j = 0; j < i; j++) sink.interaction(feature[i]!, feature[j]!, (own * slope[j]!) / 2)
      }
    }
  }

  /** Adds an element, or meets the one of the feature. */
  function enter({ feature: column, share, passes }: Step): void {
    const { z, o, feature } = path
    const e = elementOf[column]!
    if (e === -1) {
      elementOf[column] = feature.push(column) - 1
      z.push(share)
      o.push(passes)
    } else {
      z[e]! *= share
      o[e]! *= passes
    }
  }

  function playLeaf(leaf: number, row: Float64Array, sink: Sink): void {
    const plain = trees.leafValue[leaf]!
    play(plain, sink)
    const { linear } = trees
    if (linear === null) return
    const more = leafOutput(trees, leaf, row) - plain
    for (let i = linear.termStart[leaf]!; i < linear.termStart[leaf + 1]!; i++) {
      enter({ feature: linear.feature[i]!, share: 0, passes: 1 })
    }
    play(more, sink)
  }

  /** Adds the games of all leaves of a tree for a prepared row. */
  return (tree: number, row: Float64Array, sink: Sink): void => {
    const firstNode = trees.firstNode[tree]!
    for (let node = firstNode; node < trees.firstNode[tree + 1]!; node++) {
      lefts[node - firstNode] = goesLeft(trees, node, row) ? 1 : 0
    }
    const way: Step[] = []
    const pending: { child: number; depth: number; step: Step | null }[] = []
    pending.push({ child: trees.root[tree]!, depth: 0, step: null })
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { child, depth, step } = next
      if (step !== null) way[depth - 1] = step
      if (child >= 0) {
        const isLeft = lefts[child - firstNode]!
        const below = depth + 1
        const feature = trees.feature[child]!
        const right: Step = { feature, share: rightShare[child]!, passes: 1 - isLeft }
        pending.push({ child: trees.right[child]!, depth: below, step: right })
        const left: Step = { feature, share: leftShare[child]!, passes: isLeft }
        pending.push({ child: trees.left[child]!, depth: below, step: left })
        continue
      }
      for (let s = 0; s < depth; s++) enter(way[s]!)
      playLeaf(~child, row, sink)
      for (const column of path.feature) elementOf[column] = -1
      path.clear()
    }
  }
}

interface Step {
  readonly feature: number
  readonly share: number
  readonly passes: number
}

interface Shares {
  readonly leftShare: Float64Array
  readonly rightShare: Float64Array
}

/** Destination of the values of games. */
interface Sink {
  shapley(feature: number, value: number): void
  /** Takes the value of a pair, which belongs to (a, b) and to (b, a). */
  readonly interaction: ((a: number, b: number, value: number) => void) | null
}

function createPath() {
  const feature: number[] = []
  const z: number[] = []
  const o: number[] = []
  return {
    feature,
    z,
    o,
    clear(): void {
      feature.length = 0
      z.length = 0
      o.length = 0
    },
  }
}

function largestTree({ firstNode }: Trees): number {
  return firstNode.reduce((most, node, t) => (t === 0 ? 0 : Math.max(most, node - firstNode[t - 1]!)), 0)
}

interface Quadrature {
  readonly at: readonly number[]
  readonly weight: readonly number[]
}

/** Roots of the Legendre polynomials on 0 … 1, by degree; those of one degree lie between those of the degree below. */
const rootsOf: (readonly number[])[] = [[]]
const quadratures: Quadrature[] = []

/** Gauss's quadrature over 0 … 1, exact for polynomials up to the degree 2 · points - 1. */
function quadrature(points: number): Quadrature {
  for (let degree = rootsOf.length; degree <= points; degree++) {
    const ends = [0, ...rootsOf[degree - 1]!, 1]
    rootsOf.push(Array.from({ length: degree }, (_, i) => rootBetween(degree, ends[i]!, ends[i + 1]!)))
  }
  const known = quadratures[points]
  if (known !== undefined) return known
  const at = rootsOf[points]!
  const weight = at.map((t) => {
    const { slope } = legendre(points, t)
    return 1 / (t * (1 - t) * slope * slope)
  })
  quadratures[points] = { at, weight }
  return quadratures[points]
}

/** Root of a Legendre polynomial, by bisection down to neighbouring doubles. */
function rootBetween(degree: number, low: number, high: number): number {
  const sign = Math.sign(legendre(degree, low).value)
  let [a, b] = [low, high]
  for (;;) {
    const middle = (a + b) / 2
    if (!(middle > a && middle < b)) return a
    if (Math.sign(legendre(degree, middle).value) === sign) a = middle
    else b = middle
  }
}

/** Legendre polynomial on 0 … 1 and its slope there, by the recurrence of three terms. */
function legendre(degree: number, t: number): { readonly value: number; readonly slope: number } {
  const x = 2 * t - 1
  let before = 0
  let value = 1
  for (let n = 1; n <= degree; n++) {
    const next = ((2 * n - 1) * x * value - (n - 1) * before) / n
    before = value
    value = next
  }
  return { value, slope: (degree * (before - x * value)) / (2 * t * (1 - t)) }
}
