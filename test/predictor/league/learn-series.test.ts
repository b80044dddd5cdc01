import { describe, expect, it } from 'vitest'
import { createForecastState, type ForecastState } from '#predictor/league/forecast-state.ts'
import { learnPlayedSeries } from '#predictor/league/learn-series.ts'
import { lineupEffect } from '#predictor/league/picks/draft-offset.ts'
import { forecastSeries } from '#predictor/league/rating/forecast.ts'
import { leagueSlope } from '#predictor/league/rating/league-slope.ts'
import { previousSeasonKills } from '#predictor/league/records/season-wins.ts'
import { firstDay, five, type GameSketch, playedSeries, type SeriesSketch } from '../../support/played-league.ts'

function learned(...sketches: readonly SeriesSketch[]): ForecastState {
  const state = createForecastState()
  for (const sketch of sketches) learnPlayedSeries(state, playedSeries(sketch))
  return state
}

const side = (first: number, kills: number, creepScore: number) =>
  ({ lineup: five(first), champions: five(first), kills, creepScore }) as const
const full: GameSketch = { winner: 1, blue: 1, minutes: 30, team1: side(11, 20, 1000), team2: side(21, 8, 880) }

describe('learning from a series', () => {
  it('one series changes every part of the state', () => {
    const state = learned({ games: [full, full] })
    expect([...state.ratings.teams.keys()]).toEqual([1, 2])
    expect(state.ratings.players.size).toBe(10)
    expect(state.slopes.leagues.size).toBe(1)
    expect(state.creepScores.get(1)!.mean).toBeGreaterThan(0)
    expect(previousSeasonKills(state.seasonKills, 1, 2032)).toBe(24 / 17)
    expect(previousSeasonKills(state.seasonKills, 2, 2032)).toBe(-24 / 17)
    expect(state.championEffects.size).toBe(10)
  })

  it('the league slope learns from the forecast made before the series', () => {
    const before = learned({ games: [full, full] })
    const state = learned({ games: [full, full] })
    const series = { team1Id: 1, team2Id: 2, day: firstDay + 1, league: 'LCK', bestOf: 3 } as const
    const { logit } = forecastSeries(before.ratings, series)
    expect(logit).toBeGreaterThan(0)
    learnPlayedSeries(state, playedSeries({ day: firstDay + 1, games: [full, full] }))
    expect(slope(state)).toBeGreaterThan(slope(before))
    learnPlayedSeries(before, playedSeries({ day: firstDay + 1, games: [lost, lost] }))
    expect(slope(before)).toBeLessThan(1)
  })
})

const lost: GameSketch = { ...full, winner: 2 }

function slope(state: ForecastState): number {
  return leagueSlope(state.slopes, 'LCK')
}

describe('series that do not change the league slope', () => {
  it('the league slope ignores a series without a winner', () => {
    expect(learned({ bestOf: 3, games: [full, lost] }).slopes.leagues.size).toBe(0)
    expect(learned({ bestOf: 3, games: [full] }).slopes.leagues.size).toBe(0)
  })

  it('the league slope ignores a best of 2', () => {
    expect(learned({ bestOf: 2, games: [full, full] }).slopes.leagues.size).toBe(0)
  })
})

describe('unknown values', () => {
  it('unknown kills, creep scores and champions change nothing', () => {
    const state = learned({ games: [{ winner: 1, minutes: 30 }, { winner: 1 }] })
    expect(state.seasonKills.size).toBe(0)
    expect(state.creepScores.size).toBe(0)
    expect(state.championEffects.size).toBe(0)
    expect(state.ratings.teams.size).toBe(2)
  })

  it('a game of unknown length changes no creep score rating', () => {
    const { minutes: _, ...game } = full
    expect(learned({ games: [game] }).creepScores.size).toBe(0)
  })

  it('champion effects learn only from complete picks of both teams', () => {
    const game: GameSketch = { ...full, team1: { lineup: five(11) }, team2: { champions: five(21) } }
    expect(learned({ games: [game] }).championEffects.size).toBe(0)
  })
})

it('champion effects do not depend on the side that the stronger team plays', () => {
  const strong: SeriesSketch = { day: firstDay - 1, games: [full, full] }
  const effectOf = (blue: 1 | 2): number => {
    const champions = { team1: { champions: five(31) }, team2: { champions: five(36) } }
    const state = learned(strong, { bestOf: 1, games: [{ winner: 1, blue, ...champions }] })
    return lineupEffect(state.championEffects, five(31))
  }
  // The blue side shifts the expectation by .08 either way, and the team's strength by far more.
  expect(Math.abs(effectOf(1) / effectOf(2) - 1)).toBeLessThan(0.2)
  expect(effectOf(1)).toBeLessThan(effectOf(2))
})

it('a game belongs to the year of its own start', () => {
  const state = learned({ day: firstDay - 1 / 24, games: [full, full] })
  expect(previousSeasonKills(state.seasonKills, 1, 2031)).toBe(12 / 16)
  expect(previousSeasonKills(state.seasonKills, 1, 2032)).toBe(12 / 16)
})

it('creep score is credited to the right team on either side', () => {
  const blue = learned({ bestOf: 1, games: [full] }).creepScores
  const red = learned({ bestOf: 1, games: [{ ...full, blue: 2 }] }).creepScores
  expect(red.get(1)!.mean).toBe(blue.get(1)!.mean)
  expect(blue.get(1)!.mean).toBeGreaterThan(0)
})
