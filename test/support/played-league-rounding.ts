import { near } from './plain-expect.ts'

/** Difference that rounding alone can make, relative to numbers of size 1, when a formula sums in another order. */
export const rounding = 1e-12

export function expectNear(actual: number, expected: number): void {
  near(actual, expected, rounding * Math.max(1, Math.abs(expected)))
}
