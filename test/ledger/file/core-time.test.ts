import { createIsBusy, isStarved, readCoreTime } from '@riftline/ledger/file'
import { expect, it } from 'vitest'

it('a thread is busy that ran for a quarter of the time since it was asked, half a second at least', () => {
  let [at, ranMs] = [0, 0]
  const isBusy = createIsBusy(
    () => ({ ranMs, waitedMs: 1e6 }),
    () => at,
  )
  const after = (passedMs: number, ran: number): boolean => {
    at += passedMs
    ranMs += ran
    return isBusy()
  }
  expect(isBusy()).toBe(false)
  expect(after(1000, 250)).toBe(true)
  expect(after(400, 0)).toBe(true)
  expect(after(400, 0)).toBe(false)
  expect(after(499, 499)).toBe(false)
  expect(after(1, 1)).toBe(true)
  expect(after(10_000, 2490)).toBe(false)
})

it('a thread of unknown core time is not busy', () => {
  let at = 0
  const isBusy = createIsBusy(
    () => null,
    () => at,
  )
  at = 1000
  expect(isBusy()).toBe(false)
})

it.each([
  [0, 20_000, true],
  [0, 19_999, false],
  [2000, 20_000, true],
  [2001, 20_000, false],
  [10_000, 1_000_000, true],
])('a task that ran %d ms and waited %d ms for a core is starved: %s', (ranMs, waitedMs, expected) => {
  expect(isStarved({ ranMs, waitedMs })).toBe(expected)
})

it.runIf(process.platform === 'linux')('the core time of a thread grows while it works', () => {
  const before = readCoreTime()!
  const end = performance.now() + 30
  while (performance.now() < end);
  expect(readCoreTime()!.ranMs).toBeGreaterThan(before.ranMs)
  expect(before.waitedMs).toBeGreaterThanOrEqual(0)
})

it('the core time of a process that is gone is unknown', () => {
  expect(readCoreTime(2 ** 30)).toBe(null)
})
