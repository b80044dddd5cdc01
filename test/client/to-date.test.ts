import { toDate } from '@riftline/client'
import { expect, it } from 'vitest'
import document from '../../packages/server/openapi.json' with { type: 'json' }

it('toDate reads times and dates of the API as UTC in every time zone', () => {
  const zone = process.env.TZ
  try {
    for (const TZ of ['Asia/Seoul', 'America/Los_Angeles', 'UTC']) {
      process.env.TZ = TZ
      expect(toDate('2026-11-28T09:30:00').getTime()).toBe(Date.UTC(2026, 10, 28, 9, 30))
      expect(toDate('2026-03-29').getTime()).toBe(Date.UTC(2026, 2, 29))
    }
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

it.each(['2026-11-28T09:30:00Z', '2026-02-30T00:00:00', '2026-11-28 09:30', '', 'now', null as never])(
  'toDate refuses %s',
  (text) => {
    expect(() => toDate(text)).toThrow(TypeError)
  },
)

it('the description of every time in openapi.json says “UTC, without a suffix”', () => {
  const silent: string[] = []
  const walk = (node: unknown, place: string): void => {
    if (typeof node !== 'object' || node === null) return
    const { pattern, description } = node as { pattern?: unknown; description?: unknown }
    if (String(pattern).startsWith('^\\d{4}-\\d') && !String(description).includes('UTC, without a suffix'))
      silent.push(place)
    for (const [key, inner] of Object.entries(node)) walk(inner, `${place}/${key}`)
  }
  walk(document, '#')
  // The header has this text in its own description, not in its schema's.
  expect(silent.filter((place) => !place.endsWith('X-Data-Through/schema'))).toEqual([])
})
