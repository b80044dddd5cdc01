import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SeriesMarkets, type SeriesMarketsOptions, seriesMarkets } from '#core/market/series/series-markets.ts'
import { amount } from '../../../support/amount.ts'
import { any01, uniform } from '../arbitraries.ts'

const sd = fc.oneof(uniform(0, 2), uniform(0, 10), fc.constant(0))
const shift = fc.oneof(fc.constant(0), uniform(-2, 2))
const before = fc.record({ probability: any01, sd, bestOf: fc.constantFrom(1 as const, 3, 5), shift })
const options: fc.Arbitrary<SeriesMarketsOptions> = before.chain((rest) => {
  const n = (rest.bestOf + 1) / 2
  return fc
    .record({ blue: fc.integer({ min: 0, max: n }), red: fc.integer({ min: 0, max: n }) })
    .filter(({ blue, red }) => blue < n || red < n)
    .map((standing) => ({ ...rest, standing }))
})

const check = <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void): void =>
  fc.assert(
    fc.property(arbitrary, (value) => {
      property(value)
    }),
    { numRuns: amount(15, 1000) },
  )
const near = (actual: number, expected: number, room = 1e-12): void =>
  expect(Math.abs(actual - expected), `${actual} for ${expected}`).toBeLessThanOrEqual(room)
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const clipped = (p: number): number => Math.min(1 - 1e-6, Math.max(1e-6, p))

describe('series markets', () => {
  it('the chance to win a series before its first map equals the forecast', () => {
    check(before, (given) => near(seriesMarkets(given).seriesWinner.blue, clipped(given.probability)))
  })

  it('the chance to win a series equals the forecast where the search for the mean reaches the last digit', () => {
    for (const [probability, bestOf, shift] of [
      [0.1194989942570678, 5, 0.8752226840589301],
      [0.5832766297195464, 3, -1.4993895292279262],
      [0.5000000033256086, 1, 1.3695541633616921],
    ] as const)
      near(seriesMarkets({ probability, bestOf, shift, sd: 0 }).seriesWinner.blue, probability)
  })

  it('the chances of the scores add up to 1, and so do both sides of every market', () => {
    check(options, (given) => {
      const { correctScore, seriesWinner, handicap, totalMaps, mapWinner } = seriesMarkets(given)
      near(sum(correctScore.map(({ probability }) => probability)), 1)
      for (const { blue, red } of [seriesWinner, ...handicap, ...mapWinner]) near(blue + red, 1)
      for (const { over, under } of totalMaps) near(over + under, 1)
    })
  })

  it('the chances of winner, handicaps and totals are sums of score probabilities', () => {
    check(options, (given) => {
      const { correctScore, seriesWinner, handicap, totalMaps } = seriesMarkets(given)
      const chance = (passes: (blue: number, red: number) => boolean): number =>
        sum(correctScore.filter(({ blue, red }) => passes(blue, red)).map(({ probability }) => probability))
      near(
        seriesWinner.blue,
        chance((blue, red) => blue > red),
      )
      for (const { line, blue } of handicap)
        near(
          blue,
          chance((won, lost) => won + line > lost),
        )
      for (const { line, over } of totalMaps)
        near(
          over,
          chance((won, lost) => won + lost > line),
        )
    })
  })

  it('the expected number of maps won agrees with the scores', () => {
    check(options, (given) => {
      const { correctScore, mapWinner } = seriesMarkets(given)
      for (const side of ['blue', 'red'] as const) {
        const won = given.standing![side] + sum(mapWinner.map((map) => map.played * map[side]))
        near(won, sum(correctScore.map((score) => score.probability * score[side])), 1e-11)
      }
    })
  })

  it('chances before a map equal the average of those after it', () => {
    check(
      before.filter(({ bestOf }) => bestOf > 1),
      ({ shift: _, ...given }) => {
        const now = seriesMarkets(given)
        const { blue, red } = now.mapWinner[0]!
        const won = seriesMarkets({ ...given, standing: { blue: 1, red: 0 } })
        const lost = seriesMarkets({ ...given, standing: { blue: 0, red: 1 } })
        near(blue * won.seriesWinner.blue + red * lost.seriesWinner.blue, now.seriesWinner.blue, 1e-11)
        expect(won.posterior.mean).toBeGreaterThanOrEqual(now.posterior.mean)
      },
    )
  })

  it('swapping the sides of a series mirrors its markets', () => {
    check(options, (given) => {
      const { standing, probability, shift = 0 } = given
      const own = seriesMarkets(given)
      const other = seriesMarkets({
        ...given,
        probability: 1 - probability,
        standing: { blue: standing!.red, red: standing!.blue },
        shift: -shift,
      })
      // 1 - p rounds, which loses digits of the small side next to 0 and 1.
      if (probability < 1e-3 || probability > 0.999) return
      expectEqual(mirrored(other), own)
    })
  })

  it('equal teams have equal chances at a level standing', () => {
    check(options, ({ shift: _, ...given }) => {
      const { blue } = given.standing!
      const red = blue
      if (blue === (given.bestOf + 1) / 2) return
      const { seriesWinner, mapWinner } = seriesMarkets({ ...given, probability: 0.5, standing: { blue, red } })
      for (const one of [seriesWinner, ...mapWinner]) near(one.blue, 0.5)
    })
  })

  it('a decided series has a certain winner and no map left', () => {
    check(options, (given) => {
      const { blue, red } = given.standing!
      const n = (given.bestOf + 1) / 2
      if (blue !== n && red !== n) return
      const { seriesWinner, correctScore, mapWinner } = seriesMarkets(given)
      expect(seriesWinner).toEqual(blue === n ? { blue: 1, red: 0 } : { blue: 0, red: 1 })
      expect(correctScore.filter(({ probability }) => probability === 1)).toEqual([{ blue, red, probability: 1 }])
      expect(mapWinner).toEqual([])
    })
  })

  it('the winner of a best of 1 is the winner of its only map', () => {
    check(before, (given) => {
      const { seriesWinner, mapWinner, handicap, totalMaps } = seriesMarkets({ ...given, bestOf: 1 })
      expect([mapWinner.length, handicap, totalMaps]).toEqual([1, [], []])
      near(mapWinner[0]!.blue, seriesWinner.blue)
      near(mapWinner[0]!.played, 1)
    })
  })
})

function mirrored({ seriesWinner, correctScore, totalMaps, handicap, mapWinner }: SeriesMarkets): readonly number[] {
  return [
    seriesWinner.red,
    ...[...correctScore].reverse().map(({ probability }) => probability),
    ...totalMaps.map(({ over }) => over),
    ...handicap.map(({ line }) => handicap.find((other) => other.line === -line)!.red),
    ...mapWinner.flatMap(({ played, red }) => [played, red]),
  ]
}

function expectEqual(actual: readonly number[], own: SeriesMarkets): void {
  const expected = [
    own.seriesWinner.blue,
    ...own.correctScore.map(({ probability }) => probability),
    ...own.totalMaps.map(({ over }) => over),
    ...own.handicap.map(({ blue }) => blue),
    ...own.mapWinner.flatMap(({ played, blue }) => [played, blue]),
  ]
  expect(actual).toHaveLength(expected.length)
  for (const [i, value] of actual.entries()) near(value, expected[i]!)
}
