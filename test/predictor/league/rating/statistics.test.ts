import { describe, expect, it } from 'vitest'
import { learnStatistic, type StatisticRating, statisticOf } from '#predictor/league/rating/statistic-rating.ts'
import {
  learnKills,
  previousSeasonKills,
  type SeasonKillsTable,
  setPublishedKills,
} from '#predictor/league/records/season-wins.ts'
import { firstDay } from '../../../support/played-league.ts'
import { expectNear } from '../../../support/played-league-rounding.ts'

describe('kills minus deaths of a season', () => {
  it('kills minus deaths of a season count only in the following year, shrunk by fifteen games', () => {
    const table: SeasonKillsTable = new Map()
    for (const difference of [6, -2, 11]) learnKills(table, 1, 2030, difference)
    expect(previousSeasonKills(table, 1, 2031)).toBe(15 / 18)
    expect(previousSeasonKills(table, 1, 2030)).toBe(0)
    expect(previousSeasonKills(table, 1, 2032)).toBe(0)
    expect(previousSeasonKills(table, 2, 2031)).toBe(0)
  })

  it('a published table replaces the games of a season', () => {
    const table: SeasonKillsTable = new Map()
    learnKills(table, 1, 2030, 40)
    setPublishedKills(table, 1, 2030, 30, 90)
    learnKills(table, 1, 2030, 40)
    expect(previousSeasonKills(table, 1, 2031)).toBe(90 / 45)
  })
})

describe('the creep score rating', () => {
  const observe = (ratings: Map<number, StatisticRating>, first: number, second: number, difference: number, day = 0) =>
    learnStatistic(ratings, { first, second, difference, day: firstDay + day })

  it('a game moves the creep score ratings of both teams by half a Kalman step each', () => {
    const ratings = new Map<number, StatisticRating>()
    observe(ratings, 1, 2, 4) // one standard deviation ahead; variances .5, .5 and 1 for the game
    expectNear(ratings.get(1)!.mean, 0.25)
    expectNear(ratings.get(2)!.mean, -0.25)
    expectNear(ratings.get(1)!.variance, 0.5 - 0.25 / 2)
    expect(statisticOf(ratings, 1)).toBe(ratings.get(1)!.mean)
  })

  it('the same creep score lead is worth more against a better team', () => {
    const ratings = new Map<number, StatisticRating>()
    for (let n = 0; n < 5; n++) observe(ratings, 2, 3, 6)
    observe(ratings, 1, 2, 2)
    observe(ratings, 4, 3, 2)
    expect(statisticOf(ratings, 1)).toBeGreaterThan(statisticOf(ratings, 4))
  })

  it('the variance of a creep score rating grows with the days up to a cap', () => {
    const ratings = new Map<number, StatisticRating>()
    observe(ratings, 1, 2, 0)
    const rested = 0.375 + 100 * 0.0008
    observe(ratings, 1, 3, 0, 100)
    expectNear(ratings.get(1)!.variance, rested - rested ** 2 / (rested + 0.5 + 1))
    const learned = ratings.get(1)!.variance + 50 * 0.0008
    observe(ratings, 1, 5, 0, 150)
    expectNear(ratings.get(1)!.variance, learned - learned ** 2 / (learned + 0.5 + 1))
    observe(ratings, 1, 4, 0, 10_000)
    expectNear(ratings.get(1)!.variance, 1 - 1 / 2.5)
  })

  it('an unknown team has creep score rating 0', () => {
    const ratings = new Map<number, StatisticRating>()
    expect(statisticOf(ratings, 1)).toBe(0)
    observe(ratings, 1, 2, 4)
    expect(statisticOf(ratings, 9)).toBe(0)
  })
})
