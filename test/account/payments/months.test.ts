import { expect, it } from 'vitest'
import { addMonths } from '#account/payments/test-provider.ts'

it.each([
  ['2026-11-21T12:34:56.789Z', 1, '2026-12-21T12:34:56.789Z'],
  ['2026-12-31T23:59:59.000Z', 1, '2027-01-31T23:59:59.000Z'],
  ['2027-01-31T00:00:00.000Z', 1, '2027-02-28T00:00:00.000Z'],
  ['2027-01-31T00:00:00.000Z', 2, '2027-03-31T00:00:00.000Z'],
  ['2028-01-30T06:00:00.000Z', 1, '2028-02-29T06:00:00.000Z'],
  ['2026-11-21T12:00:00.000Z', 0, '2026-11-21T12:00:00.000Z'],
  ['2026-11-30T12:00:00.000Z', 27, '2029-02-28T12:00:00.000Z'],
])('%s plus %d months is %s', (from, months, to) => {
  expect(new Date(addMonths(Date.parse(from), months)).toISOString()).toBe(to)
})
