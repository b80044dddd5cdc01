import { expect, it } from 'vitest'
import { RiftlineError } from '#base/errors.ts'
import { seriesMarkets } from '#core/market/series/series-markets.ts'
import { expectWithin, loadVectors } from '../../../vectors/load-vectors.ts'

const { cases, tolerance } = loadVectors('markets')
const usual = tolerance.default!

/** Expects `actual` and `expected` to have the same numbers at the same places. */
function expectMarkets(actual: unknown, expected: unknown, path: string): void {
  if (typeof expected === 'number') {
    const room = tolerance[path] ?? (path.startsWith('posterior') ? tolerance.posterior! : usual)
    expectWithin(actual, expected, room, path)
    return
  }
  expect(Object.keys(actual as object), path).toEqual(Object.keys(expected as object))
  for (const [key, value] of Object.entries(expected as object)) {
    expectMarkets((actual as Record<string, unknown>)[key], value, path === '' ? key : `${path}.${key}`)
  }
}

it.each(cases.filter(({ kind }) => kind === 'markets').map((one) => [one.id, one.tag, one] as const))(
  'the series %s, %s, has the chances of 45-digit arithmetic',
  (_, __, { input, expect: expected }) => {
    expectMarkets(seriesMarkets(input), expected, '')
  },
)

it.each(cases.filter(({ kind }) => kind === 'reject').map((one) => [one.id, one.tag, one] as const))(
  'the series %s, %s, is refused',
  (_, __, { input }) => {
    expect(() => seriesMarkets(input)).toThrow(RiftlineError)
  },
)
