import { clamp } from '../math/clamp.ts'

/**
 * The nearest double strictly between 0 and 1: rounding, or underflow, must not make an outcome certain or impossible.
 *
 * @example
 * insideUnit(0.3) // => 0.3
 * insideUnit(1) < 1 // => true
 */
export function insideUnit(p: number): number {
  return clamp(p, Number.MIN_VALUE, 1 - Number.EPSILON / 2)
}
