import { dayMs } from '@riftline/base'
import { describe, expect, it } from 'vitest'
import { featureNames } from '#predictor/league/features/feature-schema.ts'
import { type FeatureRequest, seriesFeatures } from '#predictor/league/features/feature-vector.ts'
import { createForecastState, type ForecastState } from '#predictor/league/forecast-state.ts'
import { forecastSeries } from '#predictor/league/rating/forecast.ts'
import { leagueSlope } from '#predictor/league/rating/league-slope.ts'
import { firstDay, five, type GameSketch, momentMs, type SeriesSketch } from '../../../support/played-league.ts'
import { expectNear } from '../../../support/played-league-rounding.ts'
import { stateAfter } from '../../../support/played-league-state.ts'

const side = (first: number, champion: number, kills: number, creepScore: number) =>
  ({ lineup: five(first), champions: five(champion), kills, creepScore }) as const

const game: GameSketch = { winner: 1, blue: 1, minutes: 28, team1: side(11, 1, 18, 950), team2: side(21, 6, 7, 850) }
const lastYear: SeriesSketch = { id: 1, day: firstDay - 30, games: [game, game] }
const elsewhere: SeriesSketch = { id: 2, day: firstDay - 29, league: 'LEC', teams: [3, 4], games: [game, game] }
const state = stateAfter([lastYear, elsewhere])

function values(change: Partial<FeatureRequest> = {}, of: ForecastState = state): Record<string, number> {
  const request = {
    team1Id: 1,
    team2Id: 2,
    bestOf: 3,
    league: 'LCK',
    timeMs: momentMs(firstDay),
    ...change,
  }
  const { vector } = seriesFeatures(of, Object.freeze(request as FeatureRequest))
  expect(vector).toHaveLength(featureNames.length)
  return Object.fromEntries(featureNames.map((name, index) => [name, vector[index]!]))
}

describe('the vector of a match', () => {
  it('the vector has rating forecast, slope, last season, creep score, form, schedule and meetings of the teams', () => {
    const series = { team1Id: 1, team2Id: 2, day: firstDay, league: 'LCK', bestOf: 3 } as const
    const { logit, totalVariance } = forecastSeries(state.ratings, series)
    const slope = leagueSlope(state.slopes, 'LCK')
    expect(values()).toEqual({
      calibrated_logit: logit * slope,
      rating_logit: logit,
      season_kills: 22 / 17 + 22 / 17,
      creep_score: state.creepScores.get(1)!.mean - state.creepScores.get(2)!.mean,
      // Two games of the only series, 30 days ago, each with a chance of one half.
      form_5: (2 * 1) / 4.5,
      form_10: (2 * 1) / 7,
      wins_10: (2 * 1) / 7,
      wins_20: (2 * 1) / 7,
      tournament_form: 0,
      streak: 4,
      head_to_head: 1 / 5,
      team_wins: (2 * 1) / 17,
      // The same five players won for team 1 and for team 3.
      lineup_wins: (2 * 2) / 19,
      rest: 0,
      rest_1: Math.log(31),
      rest_2: Math.log(31),
      recent_series: 0,
      recent_series_1: 0,
      recent_series_2: 0,
      series_played: 0,
      series_played_1: Math.log(2),
      series_played_2: Math.log(2),
      variance: totalVariance,
      best_of: 3,
      league_tier: 1,
    })
    expect(logit).toBeGreaterThan(0)
  })

  it('the vector has the tier of the league, and the lowest tier without a league', () => {
    const tier = (league: string | null) => values({ league, team1Id: 1, team2Id: 3 }).league_tier
    expect(['LPL', 'LEC', 'PCS', 'LFL', null].map(tier)).toEqual([1, 2, 3, 4, 4])
  })

  it('the vector uses a season from the following year on', () => {
    expect(values({ timeMs: momentMs(firstDay) - 1 }).season_kills).toBe(0)
    expect(values({ timeMs: momentMs(firstDay) }).season_kills).toBeGreaterThan(0)
    expect(values({ timeMs: Date.UTC(2032, 0, 1) }).season_kills).toBe(0)
  })

  it('computing features leaves the state unchanged', () => {
    const before = structuredClone(state)
    values({ league: 'MSI', timeMs: momentMs(firstDay + 900) })
    values({ team2Id: 99, league: 'New league' })
    expect(state).toEqual(before)
  })
})

describe('without a league', () => {
  it('without a league the vector uses the common home league of the teams', () => {
    expect(values({ league: null })).toEqual(values({ league: 'LCK' }))
  })

  it('without a league teams of different homes have the lowest tier and the common slope', () => {
    const { league_tier, calibrated_logit, rating_logit } = values({ league: null, team2Id: 3 })
    expect(league_tier).toBe(4)
    expectNear(calibrated_logit! / rating_logit!, 1 + state.slopes.common.value)
  })

  it('a home with an empty name counts as no league', () => {
    const nowhere = stateAfter([
      { league: '', games: [game, game] },
      { ...lastYear, id: 3, league: '', teams: [2, 1] },
    ])
    const { calibrated_logit, rating_logit } = values({ league: null }, nowhere)
    expectNear(calibrated_logit! / rating_logit!, 1 + nowhere.slopes.common.value)
  })

  it('an unknown team has no home', () => {
    expect(values({ league: null, team2Id: 99 }).league_tier).toBe(4)
    expect(values({ league: null, team1Id: 98, team2Id: 99 }).league_tier).toBe(4)
  })
})

describe('finite vectors', () => {
  const strangers: Partial<FeatureRequest>[] = [
    { team2Id: 99 },
    { team1Id: 99 },
    { team1Id: 98, team2Id: 99 },
    { league: null },
    { league: null, team2Id: 99 },
    { league: 'Never seen' },
    { timeMs: momentMs(firstDay + 4000) },
    { timeMs: momentMs(firstDay - 4000) },
  ]
  const bare = stateAfter([{ games: [{ winner: 1 }, { winner: 1 }] }])
  it.each(strangers)('every value of the match vector is finite for %j', (change) => {
    for (const of of [state, bare, createForecastState()]) {
      for (const bestOf of [1, 3, 5] as const) {
        for (const value of Object.values(values({ ...change, bestOf }, of))) {
          expect(Number.isFinite(value)).toBe(true)
        }
      }
    }
  })

  it('two unknown teams are equal', () => {
    const { calibrated_logit, rating_logit, variance } = values({ team1Id: 98, team2Id: 99 })
    expect([calibrated_logit, rating_logit]).toEqual([0, 0])
    expect(variance).toBe(1.6)
  })
})

it('the variance of the same match grows over time', () => {
  const unknown = stateAfter([{ games: [{ winner: 1 }, { winner: 1 }] }])
  const soon = values({ timeMs: (firstDay + 1) * dayMs }, unknown)
  const late = values({ timeMs: (firstDay + 60) * dayMs }, unknown)
  expect(late.variance).toBeGreaterThan(soon.variance!)
  expect(late.calibrated_logit).toBeLessThan(soon.calibrated_logit!)
})
