import { seriesProbability } from '@riftline/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  forecastGlicko2,
  type Glicko2Rating,
  type Glicko2Ratings,
  type Glicko2Settings,
  learnGlicko2,
} from '#pipeline/baselines/baselines.ts'
import { firstDay, playedSeries } from '../../support/played-league.ts'
import { expectNear } from '../../support/played-league-rounding.ts'
import { type PaperRating, pointsPerUnit, ratePeriod } from './glickman.ts'

const settings: Glicko2Settings = Object.freeze({ startDeviation: 3, startVolatility: 0.06, tau: 0.5, periodDays: 1 })

function internal({ rating, deviation, volatility }: PaperRating, day = firstDay): Glicko2Rating {
  return { mean: (rating - 1500) / pointsPerUnit, deviation: deviation / pointsPerUnit, volatility, day }
}

/** Both ratings after a series of `won` and `lost` games on the first day. */
function played(own: PaperRating, other: PaperRating, won: number, lost: number): Glicko2Ratings {
  const ratings: Glicko2Ratings = new Map([
    [1, internal(own)],
    [2, internal(other)],
  ])
  const games = Array.from({ length: won + lost }, (_, n) => ({ winner: n < won ? 1 : 2 }) as const)
  learnGlicko2(ratings, playedSeries({ bestOf: 5, games }), settings)
  return ratings
}

/** Tolerance of the volatility: the tested iteration stops when the logarithm of its square moves less than 1e-6. */
const iteration = 1e-6

function expectRating(actual: Glicko2Rating, expected: PaperRating): void {
  const { mean, deviation, volatility } = internal(expected)
  expect(Math.abs(actual.volatility / volatility - 1)).toBeLessThan(iteration)
  expect(Math.abs(actual.deviation - deviation)).toBeLessThan(iteration)
  expect(Math.abs(actual.mean - mean)).toBeLessThan(iteration)
}

// The player of the paper's example and the first of that player's opponents.
const player: PaperRating = { rating: 1500, deviation: 200, volatility: 0.06 }
const opponent: PaperRating = { rating: 1400, deviation: 30, volatility: 0.06 }

describe('learnGlicko2', () => {
  it('one Glicko-2 period gives the intermediate figures that the paper prints for this opponent', () => {
    // g = .9955 and E = .639; with unchanged volatility the rest follows by hand.
    const v = 1 / (0.9955 ** 2 * 0.639 * 0.361)
    const deviation = 1 / Math.sqrt(1 / (1.1513 ** 2 + 0.06 ** 2) + 1 / v)
    const won = played(player, opponent, 1, 0).get(1)!
    const printed = 5e-4 // the paper's figures have three or four digits
    expect(Math.abs(won.deviation - deviation)).toBeLessThan(printed)
    expect(Math.abs(won.mean - deviation ** 2 * 0.9955 * 0.361)).toBeLessThan(printed)
    expect(Math.abs(won.volatility - 0.06)).toBeLessThan(printed)
  })

  it('one Glicko-2 period gives the figures of an independent computation', () => {
    const won = played(player, opponent, 1, 0)
    expectRating(won.get(1)!, ratePeriod(player, opponent, [1], 0.5))
    expectRating(won.get(2)!, ratePeriod(opponent, player, [0], 0.5))
  })

  it('a Glicko-2 period of several games gives the figures of an independent computation, also after a great upset', () => {
    const weak: PaperRating = { rating: 1000, deviation: 60, volatility: 0.06 }
    const strong: PaperRating = { rating: 2000, deviation: 60, volatility: 0.06 }
    const upset = played(weak, strong, 3, 0)
    expectRating(upset.get(1)!, ratePeriod(weak, strong, [1, 1, 1], 0.5))
    expectRating(upset.get(2)!, ratePeriod(strong, weak, [0, 0, 0], 0.5))
    expect(upset.get(1)!.volatility).toBeGreaterThan(0.06)
  })

  // For ratings further apart and with smaller deviations, an upset gives the equation of step 5 several roots.
  it('a Glicko-2 period gives the figures of an independent computation for any two players and any result', () => {
    const rating = fc.record({
      rating: fc.double({ min: 1200, max: 1800, noNaN: true }),
      deviation: fc.double({ min: 60, max: 350, noNaN: true }),
      volatility: fc.double({ min: 0.02, max: 0.2, noNaN: true }),
    })
    fc.assert(
      fc.property(rating, rating, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), (a, b, won, lost) => {
        fc.pre(won + lost > 0)
        const scores = [...new Array<number>(won).fill(1), ...new Array<number>(lost).fill(0)]
        expectRating(played(a, b, won, lost).get(1)!, ratePeriod(a, b, scores, 0.5))
      }),
    )
  })

  it('a Glicko-2 period one day later widens the deviation once, and once more for each idle day before it', () => {
    const sure: PaperRating = { rating: 1500, deviation: 50, volatility: 0.06 }
    const dayLater: Glicko2Ratings = new Map([
      [1, internal(sure, firstDay - 1)],
      [2, internal(sure, firstDay - 1)],
    ])
    const games = [{ winner: 1 }, { winner: 2 }] as const
    learnGlicko2(dayLater, playedSeries({ bestOf: 3, games }), settings)
    expectRating(dayLater.get(1)!, ratePeriod(sure, sure, [1, 0], 0.5))
    expect(dayLater.get(1)!.deviation * pointsPerUnit).toBeCloseTo(50.03, 2)

    const weekLater: Glicko2Ratings = new Map([
      [1, internal(sure, firstDay - 7)],
      [2, internal(sure, firstDay - 7)],
    ])
    learnGlicko2(weekLater, playedSeries({ bestOf: 3, games }), settings)
    const idled = Math.hypot(50, Math.sqrt(6) * 0.06 * pointsPerUnit)
    const rested: PaperRating = { ...sure, deviation: idled }
    expectRating(weekLater.get(1)!, ratePeriod(rested, rested, [1, 0], 0.5))
  })

  it('Glicko-2 learns nothing from a series without a known game', () => {
    const ratings: Glicko2Ratings = new Map()
    learnGlicko2(ratings, playedSeries({ games: [] }), settings)
    expect(ratings.size).toBe(0)
  })
})

describe('forecastGlicko2', () => {
  const ratings: Glicko2Ratings = new Map([
    [1, internal({ rating: 1700, deviation: 80, volatility: 0.06 })],
    [2, internal({ rating: 1450, deviation: 120, volatility: 0.05 })],
  ])
  const forecast = (change: Partial<Parameters<typeof forecastGlicko2>[1]> = {}) =>
    forecastGlicko2(ratings, { team1Id: 1, team2Id: 2, bestOf: 3, day: firstDay, ...change }, settings)

  it("Glicko-2's forecast is the race of games, each chance pulled toward one half by both deviations", () => {
    const both = (80 / pointsPerUnit) ** 2 + (120 / pointsPerUnit) ** 2
    const g = 1 / Math.sqrt(1 + (3 * both) / Math.PI ** 2)
    expectNear(forecast(), seriesProbability(1 / (1 + Math.exp((-g * 250) / pointsPerUnit)), 3))
  })

  it("Glicko-2's forecast for team 2 is the complement", () => {
    for (const bestOf of [1, 3, 5] as const) {
      expectNear(forecast({ bestOf }), 1 - forecast({ bestOf, team1Id: 2, team2Id: 1 }))
    }
  })

  it("Glicko-2's forecast is one half for two unknown teams", () => {
    expect(forecast({ team1Id: 8, team2Id: 9 })).toBe(0.5)
  })

  it("Glicko-2's forecast nears one half with idle days, up to the deviation of a new team", () => {
    expect(forecast({ day: firstDay + 100 })).toBeLessThan(forecast())
    expect(forecast({ day: firstDay + 100 })).toBeGreaterThan(0.5)
    expect(forecast({ day: firstDay + 1e7 })).toBe(forecast({ day: firstDay + 2e7 }))
  })

  it("Glicko-2's forecast leaves the ratings unchanged", () => {
    const before = structuredClone(ratings)
    forecast({ day: firstDay + 50, team2Id: 9 })
    expect(ratings).toEqual(before)
  })
})

it('a series that Glicko-2 learns late does not move its calendar back', () => {
  const ratings: Glicko2Ratings = new Map()
  learnGlicko2(ratings, playedSeries({ day: firstDay + 9, games: [{ winner: 1 }] }), settings)
  learnGlicko2(ratings, playedSeries({ day: firstDay, games: [{ winner: 1 }] }), settings)
  expect(ratings.get(1)!.day).toBe(firstDay + 9)
})
