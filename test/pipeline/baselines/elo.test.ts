import { describe, expect, it } from 'vitest'
import { type EloRatings, forecastElo, learnElo } from '#pipeline/baselines/baselines.ts'
import { type GameSketch, playedSeries } from '../../support/played-league.ts'
import { expectNear } from '../../support/played-league-rounding.ts'

function learned(games: readonly GameSketch[], ratings: EloRatings = new Map()): EloRatings {
  learnElo(ratings, playedSeries({ bestOf: 5, games }))
  return ratings
}

describe('Elo by game', () => {
  it('Elo moves 16 points for the first win between equal teams on unknown sides', () => {
    expect([...learned([{ winner: 1 }])]).toEqual([
      [1, 1516],
      [2, 1484],
    ])
  })

  it('Elo gives the blue side 20 points more', () => {
    const expected = 1 / (1 + 10 ** (-20 / 400))
    expectNear(learned([{ winner: 1, blue: 1 }]).get(1)!, 1500 + 32 * (1 - expected))
    expectNear(learned([{ winner: 1, blue: 2 }]).get(1)!, 1500 + 32 * expected)
    expectNear(learned([{ winner: 2, blue: 1 }]).get(1)!, 1500 - 32 * expected)
  })

  it('Elo learns a series one game after another', () => {
    const first = 1516
    const gap = 2 * 16
    const won = 32 / (1 + 10 ** (gap / 400))
    const ratings = learned([{ winner: 1 }, { winner: 1 }])
    expectNear(ratings.get(1)!, first + won)
    expectNear(ratings.get(2)!, 3000 - first - won)
  })

  it('Elo keeps the sum of all ratings constant', () => {
    const ratings = learned([{ winner: 1, blue: 2 }, { winner: 2, blue: 1 }, { winner: 2, blue: 2 }, { winner: 1 }])
    expectNear(ratings.get(1)! + ratings.get(2)!, 3000)
  })
})

describe("Elo's forecast of a series", () => {
  const ratings: EloRatings = new Map([
    [1, 1600],
    [2, 1400],
  ])

  it("Elo's forecast of a series is the chance of winning the race of its games", () => {
    const g = 1 / (1 + 10 ** (-200 / 400))
    expectNear(forecastElo(ratings, 1, 2, 1), g)
    expectNear(forecastElo(ratings, 1, 2, 3), g * g * (3 - 2 * g))
    expectNear(forecastElo(ratings, 1, 2, 5), g ** 3 * (10 - 15 * g + 6 * g * g))
  })

  it("Elo's forecast for team 2 is the complement, because sides are unknown before a series", () => {
    for (const bestOf of [1, 3, 5] as const) {
      expectNear(forecastElo(ratings, 1, 2, bestOf), 1 - forecastElo(ratings, 2, 1, bestOf))
    }
  })

  it('Elo treats an unknown team as an average one', () => {
    expect(forecastElo(ratings, 8, 9, 5)).toBe(0.5)
    expect(forecastElo(ratings, 1, 9, 1)).toBe(forecastElo(new Map([[1, 1600]]), 1, 2, 1))
    expect(ratings.size).toBe(2)
  })
})
