import { describe, expect, it } from 'vitest'
import { forecastSeries } from '#predictor/league/rating/forecast.ts'
import { createRatingState, type RatingState } from '#predictor/league/rating/state.ts'
import { firstDay, five } from '../../../support/played-league.ts'
import { expectNear } from '../../../support/played-league-rounding.ts'
import { learn, rated } from './rated.ts'

/** Teams 1 and 2 a given number of days after the first day. */
function atDay(state: RatingState, days: number) {
  const series = { team1Id: 1, team2Id: 2, day: firstDay + days, league: 'LCK', bestOf: 3 } as const
  return forecastSeries(state, series)
}

const lineupSeen = { lineup: five(11), lineupDay: firstDay }

describe('variance', () => {
  it('every game lowers the variance', () => {
    const state = createRatingState()
    const seen: number[] = [0.8]
    for (const winner of [1, 2, 1, 1] as const) {
      learn(state, { bestOf: 1, games: [{ winner, minutes: 30 }] })
      seen.push(state.teams.get(1)!.variance)
    }
    expect(seen).toEqual([...seen].sort((a, b) => b - a))
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('idle days raise the variance of a team with an unknown line-up', () => {
    const state = rated({ teams: { 1: { variance: 0.2 }, 2: {} } })
    for (const days of [0, 1, 10, 25]) expectNear(atDay(state, days).team1.variance, 0.2 + 0.0013 * days)
  })

  it('idle days leave the variance of a team whose line-up was seen recently', () => {
    const state = rated({ teams: { 1: { variance: 0.2, ...lineupSeen }, 2: {} } })
    expect(atDay(state, 25).team1.variance).toBe(0.2)
  })

  it('a line-up counts as unknown 60 days after it was confirmed', () => {
    const confirmed = { lineup: five(11), lineupDay: firstDay - 50 }
    const state = rated({ teams: { 1: { variance: 0.2, ...confirmed }, 2: {} } })
    expect(atDay(state, 10).team1.variance).toBe(0.2)
    expectNear(atDay(state, 11).team1.variance, 0.2 + 0.0013 * 11)
  })

  it('the variance of a team is capped', () => {
    const state = rated({ teams: { 1: { variance: 1.1 }, 2: {} } })
    expect(atDay(state, 10_000).team1.variance).toBe(1.2)
  })

  it('the variance of players grows slowly, up to a cap', () => {
    const rested = (variance: number) => {
      const players = Object.fromEntries(five(11).map((id) => [id, { variance }]))
      const state = rated({ teams: { 1: { ...lineupSeen }, 2: {} }, players })
      return learn(state, { day: firstDay + 20, games: [] }).players.get(11)!.variance
    }
    expectNear(rested(0.05), 0.05 + 0.000003 * 20)
    expect(rested(0.08399)).toBe(0.084)
  })

  it('a series between two teams of a league raises the variance of the league once', () => {
    const state = rated({ leagues: { LCK: { variance: 0.1 } }, teams: { 1: {}, 2: {} } })
    learn(state, { day: firstDay + 30, games: [] })
    expectNear(state.leagues.get('LCK')!.variance, 0.1 + 0.00005 * 30)
  })
})

describe('a break of more than 25 days', () => {
  it('a break pulls a team with an unknown line-up toward the middle of its league and raises its variance', () => {
    const state = rated({ teams: { 1: { mean: 1.5, variance: 0.2 }, 2: {} } })
    expect(atDay(state, 25).team1.mean).toBe(1.5)
    expectNear(atDay(state, 26).team1.mean, 1.5 * Math.exp(-0.006 * 26))
    expectNear(atDay(state, 26).team1.variance, 0.2 + 0.0013 * 26 + 0.06)
  })

  it('a break of more than 200 days pulls as far as one of 200', () => {
    const state = rated({ teams: { 1: { mean: 1.5, variance: 0.2 }, 2: {} } })
    expectNear(atDay(state, 200).team1.mean, 1.5 * Math.exp(-0.006 * 200))
    expect(atDay(state, 2000).team1.mean).toBe(atDay(state, 200).team1.mean)
  })

  it('a break leaves the strength of a team with a known line-up and raises its variance a little', () => {
    const state = rated({ teams: { 1: { mean: 1.5, variance: 0.2, ...lineupSeen }, 2: {} } })
    expect(atDay(state, 26).team1.mean).toBe(1.5)
    expectNear(atDay(state, 26).team1.variance, 0.21)
  })
})

it('a series dated before the last one adds no drift and does not move the calendar back', () => {
  const state = rated({ leagues: { LCK: {} }, teams: { 1: { variance: 0.2 }, 2: {} } })
  const earlier = atDay(state, -300).team1
  expect(earlier).toMatchObject({ mean: -0.65, variance: 0.2, day: firstDay })
  learn(state, { day: firstDay - 300, games: [] })
  expect(state.leagues.get('LCK')).toMatchObject({ variance: 0.5, day: firstDay })
})
