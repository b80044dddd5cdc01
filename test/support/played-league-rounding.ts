import { expect } from 'vitest'

/** Rounding only: the same formula with its sums in another order stays within this, relative to numbers of size 1. */
export const rounding = 1e-12

export function expectNear(actual: number, expected: number): void {
  expect(Math.abs(actual - expected), `${actual} against ${expected}`).toBeLessThanOrEqual(
    rounding * Math.max(1, Math.abs(expected)),
  )
}
