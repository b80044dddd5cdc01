/**
 * The exponent k that makes implied probabilities sum to one: sum of (1/o)^k = 1.
 *
 * The sum falls and is convex in k, so Newton from the left of the root never overshoots: from 1 where the prices carry a
 * margin, from 0 where they do not. The largest term enters as expm1, so a heavy favourite costs no digits.
 *
 * Source: S. Clarke, S. Kovalchik and M. Ingram (2017). Trusts at least two prices above 1.
 *
 * @param odds decimal prices
 * @returns k above 0; 1 for a fair market
 * @example
 * solvePower([2, 2]) // => 1
 */
export function solvePower(odds: readonly number[]): number {
  const sorted = [...odds].sort((a, b) => a - b)
  const favourite = -Math.log1p((sorted[0] ?? 1) - 1)
  const others = sorted.slice(1).map((price) => -Math.log(price))
  const excessAt = (k: number): number =>
    others.reduce((sum, log) => sum + Math.exp(k * log), Math.expm1(k * favourite))
  const slopeAt = (k: number): number =>
    others.reduce((sum, log) => sum + log * Math.exp(k * log), favourite * Math.exp(k * favourite))
  let k = excessAt(1) >= 0 ? 1 : 0
  for (let step = 0; step < 64; step++) {
    const change = excessAt(k) / slopeAt(k)
    k -= change
    if (Math.abs(change) <= 1e-12 * Math.max(1, k)) break
  }
  return k
}
