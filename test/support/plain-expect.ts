import { expect } from 'vitest'

// For tests that compare ten thousand times: `expect` takes thirty microseconds, so that it is called for failures only.

/** Expects two numbers within `room` of one another. */
export function near(a: number, b: number, room = 1e-12, label = ''): void {
  if (!(Math.abs(a - b) <= room)) expect(Math.abs(a - b), `${label} ${a} beside ${b}`).toBeLessThanOrEqual(room)
}

/** Expects the first number to be no greater than the second. */
export function atMost(a: number, b: number): void {
  if (!(a <= b)) expect(a).toBeLessThanOrEqual(b)
}

/** Expects the same value, as `toBe` does. */
export function same(actual: unknown, expected: unknown, label = ''): void {
  if (!Object.is(actual, expected)) expect(actual, label).toBe(expected)
}
