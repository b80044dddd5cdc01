import { dayMs, dayOf, monthOf, parseUtc, RiftlineError, toUtc, yearOf } from '@riftline/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const firstMs = Date.parse('0000-01-01T00:00:00Z')
const lastMs = Date.parse('9999-12-31T23:59:59Z')

describe('toUtc', () => {
  it('toUtc drops fractions of a second, before 1970 too', () => {
    expect(toUtc(1_767_225_600_999.9)).toBe('2026-01-01T00:00:00')
    expect(toUtc(-1)).toBe('1969-12-31T23:59:59')
    expect([toUtc(firstMs), toUtc(lastMs + 999)]).toEqual(['0000-01-01T00:00:00', '9999-12-31T23:59:59'])
  })

  it.each([Number.NaN, Infinity, -Infinity, firstMs - 1, lastMs + 1000])('toUtc refuses %d', (ms) => {
    expect(() => toUtc(ms)).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
    expect(() => toUtc(ms)).toThrow(RiftlineError)
  })
})

describe('parseUtc', () => {
  it('parseUtc reads back every second that toUtc writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: firstMs / 1000, max: lastMs / 1000 }), (seconds) => {
        expect(parseUtc(toUtc(seconds * 1000))).toBe(seconds * 1000)
      }),
    )
  })

  it.each([
    '',
    '2026-01-01',
    '2026-01-01 00:00:00',
    '2026-01-01T00:00',
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00+01:00',
    ' 2026-01-01T00:00:00',
    '2026-01-01T00:00:00\n',
    '+2026-01-01T00:00:00',
    '2026-00-01T00:00:00',
    '2026-13-01T00:00:00',
    '2026-02-29T00:00:00',
    '2026-01-00T00:00:00',
    '2026-01-01T24:00:00',
    '9999-12-31T24:00:00',
    '2026-01-01T00:60:00',
    '2026-01-01T00:00:60',
  ])('parseUtc gives null for %j', (text) => {
    expect(parseUtc(text)).toBeNull()
  })

  it('parseUtc takes 29 February in leap years alone', () => {
    expect(parseUtc('2000-02-29T12:00:00')).toBe(Date.UTC(2000, 1, 29, 12))
    expect(parseUtc('2100-02-29T12:00:00')).toBeNull()
  })
})

it('dayOf, monthOf and yearOf change at midnight UTC', () => {
  const midnight = Date.UTC(2026, 2, 1)
  const parts = (ms: number) => [dayOf(ms), monthOf(ms), yearOf(ms)]
  expect(parts(midnight - 1)).toEqual([midnight / dayMs - 1, 56 * 12 + 1, 2026])
  expect(parts(midnight)).toEqual([midnight / dayMs, 56 * 12 + 2, 2026])
  expect(parts(0)).toEqual([0, 0, 1970])
  expect(parts(-1)).toEqual([-1, -1, 1969])
})
