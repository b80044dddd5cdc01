import { bisect } from '../math/bisect.ts'
import { logExcess } from './log-excess.ts'

/**
 * The probability at equal Jensen-Shannon distance from two others, and that distance: the root of the mean divergence,
 * in nats, of both from their middle.
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

/** Jensen-Shannon divergence of two Bernoulli distributions, accurate also where they nearly agree. */
function divergence(p: number, q: number): number {
  const half = (p - q) / 2 // p = middle + half, q = middle - half
  const fromP = p * logExcess(-half / p) + (1 - p) * logExcess(half / (1 - p))
  const fromQ = q * logExcess(half / q) + (1 - q) * logExcess(-half / (1 - q))
  return (fromP + fromQ) / 2
}
