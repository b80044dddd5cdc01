/**
 * The point where a falling function crosses zero, by bisection down to neighbouring doubles.
 *
 * Keeps value(low) >= 0 > value(high) and halves; it cannot diverge, cycle or leave the bracket. At most 1100 steps for
 * any bracket of doubles, about 60 for brackets of a usual size.
 *
 * Source: https://en.wikipedia.org/wiki/Bisection_method. Trusts the bracket: value(low) >= 0 >= value(high).
 *
 * @example
 * bisect((x) => 2 - x * x, 0, 2) // => 1.414213562373095
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
