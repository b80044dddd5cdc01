import { near } from './plain-expect.ts'

/** Rounding only: the same formula with its sums in another order stays within this, relative to numbers of size 1. */
export const rounding = 1e-12

export function expectNear(actual: number, expected: number): void {
  near(actual, expected, rounding * Math.max(1, Math.abs(expected)))
}
