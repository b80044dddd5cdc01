import { systemClock, systemTimers } from '@riftline/base/node'
import { expect, it } from 'vitest'
import type { SourceTime } from '#sources/http/exchange.ts'

it("the ledger's clock and timers can serve as the time of the sources", () => {
  const time: SourceTime = { ...systemClock, ...systemTimers }
  const stop = time.after(60_000, () => {})
  expect(stop()).toBe(undefined)
})
