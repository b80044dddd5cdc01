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
  const shortest = Math.min(...odds)
  const favourite = -Math.log1p(shortest - 1)
  const logs = odds.map((price) => -Math.log(price))
  const first = odds.indexOf(shortest)
  let k = odds.reduce((sum, price) => sum + 1 / price, -1) >= 0 ? 1 : 0
  for (let step = 0; step < 64; step++) {
    let excess = Math.expm1(k * favourite)
    let slope = favourite * (1 + excess)
    for (let i = 0; i < logs.length; i++) {
      if (i === first) continue
      const term = Math.exp(k * logs[i]!)
      excess += term
      slope += logs[i]! * term
    }
    const change = excess / slope
    k -= change
    if (Math.abs(change) <= 1e-12 * Math.max(1, k)) break
  }
  return k
}
