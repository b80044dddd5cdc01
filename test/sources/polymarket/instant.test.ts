import { expect, it } from 'vitest'
import { instantOf } from '#sources/polymarket/parse-event.ts'

it.each([
  ['2026-10-04 16:30:00+00', '2026-10-04T16:30:00.000Z'],
  ['2026-10-04T16:30:00Z', '2026-10-04T16:30:00.000Z'],
  ['2026-10-04T16:30:00.123456Z', '2026-10-04T16:30:00.000Z'],
  ['2026-10-04 18:30:00+02:00', '2026-10-04T16:30:00.000Z'],
  ['2026-10-04 12:00:00-0430', '2026-10-04T16:30:00.000Z'],
])('the moment %s is parsed as %s', (text, moment) => {
  expect(new Date(instantOf(text) ?? Number.NaN).toISOString()).toBe(moment)
})

it.each([['2026-10-04'], ['2026-10-04T16:30:00'], ['2026-02-30T16:30:00Z'], ['soon'], [''], [null], [1_700_000_000]])(
  'the text %j is refused as a moment',
  (text) => {
    expect(instantOf(text)).toBeNull()
  },
)
