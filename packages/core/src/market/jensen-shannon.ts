import { bisect } from '../math/bisect.ts'

/**
 * The probability at equal Jensen-Shannon distance from two others, and that distance.
 *
 * Source: https://en.wikipedia.org/wiki/Jensen-Shannon_divergence. Trusts both in (0, 1).
 *
 * @example
 * jensenShannonMidpoint(0.5, 0.5) // => { p: 0.5, distance: 0 }
 */
export function jensenShannonMidpoint(a: number, b: number): { p: number; distance: number } {
  const low = Math.min(a, b)
  const high = Math.max(a, b)
  const p = bisect((x) => divergence(x, high) - divergence(x, low), low, high)
  return { p, distance: Math.sqrt(divergence(p, low)) }
}

/** Jensen-Shannon divergence of two Bernoulli distributions, in nats, accurate also where they nearly agree. */
function divergence(p: number, q: number): number {
  const half = (p - q) / 2 // p = middle + half, q = middle - half
  const fromP = p * excess(-half / p) + (1 - p) * excess(half / (1 - p))
  const fromQ = q * excess(half / q) + (1 - q) * excess(-half / (1 - q))
  return (fromP + fromQ) / 2
}

/** x - ln(1 + x), at least 0: by its series where the difference would cancel. */
function excess(x: number): number {
  if (Math.abs(x) > 0.1) return x - Math.log1p(x)
  let power = x * x
  let sum = 0
  for (let n = 2; n < 24; n++) {
    sum += power / n
    power *= -x
  }
  return sum
}
