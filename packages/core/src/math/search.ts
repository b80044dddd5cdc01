/**
 * Zero of a falling function, by bisection down to neighbouring doubles: it cannot diverge, cycle or leave the bracket. At most 1100
 * steps, usually 60. Trusts the bracket: value(low) >= 0 >= value(high).
 */
export function bisect(value: (x: number) => number, low: number, high: number): number {
  let left = low
  let right = high
  for (;;) {
    const middle = left + (right - left) / 2
    if (!(middle > left && middle < right)) return left
    const here = value(middle)
    if (here === 0) return middle
    if (here > 0) left = middle
    else right = middle
  }
}

/** Slope and curvature of a concave function at a point; `information` is minus the second derivative, above 0. */
export interface Derivatives {
  readonly gradient: number
  readonly information: number
}

/**
 * Maximum of a strictly concave function, and the information there: Newton steps inside a bracket that the sign of the gradient
 * shrinks. A step that would leave the bracket, or is more than half as long as the one before, goes to the middle instead.
 * Source: Press et al., "Numerical Recipes", 9.4.
 */
export function concaveMode(
  derivatives: (x: number) => Derivatives,
  start: number,
): { mode: number; information: number } {
  let x = start
  let low = -Infinity
  let high = Infinity
  let moved = Infinity
  for (let step = 0; ; step++) {
    const { gradient, information } = derivatives(x)
    let next = x + gradient / information
    if (Math.abs(next - x) <= 1e-14 * Math.max(1, Math.abs(x)) || step === 200) return { mode: next, information }
    if (gradient > 0) low = x
    else high = x
    const slow = Math.abs(next - x) > moved / 2
    if (slow || !(next > low && next < high)) {
      next = high - low < Infinity ? low + (high - low) / 2 : x + Math.sign(gradient) * Math.max(1, 2 * Math.abs(x))
    }
    moved = Math.abs(next - x)
    x = next
  }
}

/**
 * Positions of rows in ascending order of the first key, then of the second, and so on; rows equal in all keys keep their
 * order. -0 equals 0. Trusts its arguments: keys of one length, no NaN.
 */
export function ascendingOrder(keys: readonly ArrayLike<number>[]): Uint32Array {
  return Uint32Array.from({ length: keys[0]?.length ?? 0 }, (_, row) => row).sort((a, b) => {
    for (const key of keys) {
      if (key[a]! < key[b]!) return -1
      if (key[a]! > key[b]!) return 1
    }
    return 0
  })
}
