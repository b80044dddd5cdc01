import { expect, test } from 'vitest'
import { createIsBusy } from '#account/people/event-loop-load.ts'

test('an event loop is busy that was active for a quarter of the time since it was asked, half a second at least', () => {
  let now = { idle: 0, active: 0, utilization: 0 }
  const isBusy = createIsBusy(() => now)
  const after = (idle: number, active: number): boolean => {
    now = { idle: now.idle + idle, active: now.active + active, utilization: 0 }
    return isBusy()
  }
  expect(isBusy()).toBe(false)
  expect(after(749, 251)).toBe(true)
  expect(after(400, 0)).toBe(true)
  expect(after(400, 0)).toBe(false)
  expect(after(0, 499)).toBe(false)
  expect(after(0, 1)).toBe(true)
  expect(after(7510, 2490)).toBe(false)
})
