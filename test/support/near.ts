import { expect } from 'vitest'

/** Expects two numbers within `room` of one another. `expect` takes longer than what tests of properties compare, and is asked for the failure alone. */
export function near(a: number, b: number, room = 1e-12): void {
  if (!(Math.abs(a - b) <= room)) expect(Math.abs(a - b), `${a} beside ${b}`).toBeLessThanOrEqual(room)
}
