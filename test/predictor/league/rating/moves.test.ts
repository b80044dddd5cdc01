import { describe, expect, it } from 'vitest'
import { forecastSeries } from '#predictor/league/rating/forecast.ts'
import type { RatingState } from '#predictor/league/rating/state.ts'
import { firstDay, five } from '../../../support/played-league.ts'
import { expectNear } from '../../../support/played-league-rounding.ts'
import { learn, rated } from './rated.ts'

function forecast(state: RatingState, league: string | null) {
  return forecastSeries(state, { team1Id: 1, team2Id: 2, day: firstDay, league, bestOf: 3 })
}

/** Team 1 has its home in LEC, rated 2; team 2 in LCK, rated 3.5. */
function beforeTheMove(): RatingState {
  return rated({
    leagues: { LEC: { mean: 2 }, LCK: { mean: 3.5 } },
    teams: { 1: { home: 'LEC', mean: 0.4, variance: 0.2 }, 2: { home: 'LCK' } },
  })
}

describe('a team that moves to another league', () => {
  it('a team that changes league keeps six tenths of the difference between the leagues', () => {
    const { team1 } = forecast(beforeTheMove(), 'LCK')
    expect(team1.home).toBe('LCK')
    expectNear(team1.mean, 0.4 + 0.6 * (2 - 3.5))
    expectNear(team1.variance, 0.25)
  })

  it('each player of a team that changes league keeps a fifth of the difference', () => {
    const state = beforeTheMove()
    Object.assign(state.teams.get(1)!, { lineup: five(11), lineupDay: firstDay })
    for (const id of five(11))
      state.players.set(id, { mean: 0.3, variance: 0.07, home: 'LEC', day: firstDay, games: 9 })
    learn(state, { league: 'LCK', games: [] })
    for (const id of five(11)) {
      expectNear(state.players.get(id)!.mean, 0.3 + (0.6 * (2 - 3.5)) / 5)
      expect(state.players.get(id)!.home).toBe('LCK')
    }
  })

  it('an international event or a cup does not change the home league', () => {
    for (const league of ['WLDs', 'MSI', 'EWC', 'KeSPA', 'EM', 'Asia Master']) {
      expect(forecast(beforeTheMove(), league).team1).toMatchObject({ home: 'LEC', mean: 0.4, variance: 0.2 })
    }
  })

  it('an unknown league does not change the home league', () => {
    expect(forecast(beforeTheMove(), null).team1).toMatchObject({ home: 'LEC', mean: 0.4, variance: 0.2 })
  })
})

describe('a league without games', () => {
  it('a league without games takes the level of an old league of the same tier, which keeps the strength of the team', () => {
    const state = beforeTheMove()
    learn(state, { league: 'LCS', games: [] })
    expect(state.leagues.get('LCS')!.mean).toBe(2)
    expect(state.teams.get(1)!.mean).toBe(0.4)
  })

  it('a league without games starts at its own level when the old league is of another tier', () => {
    const state = beforeTheMove()
    learn(state, { league: 'LPL', games: [] })
    expect(state.leagues.get('LPL')!.mean).toBe(5)
    expectNear(state.teams.get(1)!.mean, 0.4 + 0.6 * (2 - 5))
  })

  it('a move gives a league without games its level, and a second team that moves keeps its share', () => {
    const state = rated({
      leagues: { LEC: { mean: 2 }, LCK: {}, 'LTA N': { mean: 1 } },
      teams: { 1: { home: 'LEC', mean: 0.4 }, 2: { home: 'LTA N', mean: 0.1 } },
    })
    learn(state, { league: 'LCS', games: [] })
    expect(state.leagues.get('LCS')!.mean).toBe(2)
    expectNear(state.teams.get(2)!.mean, 0.1 + 0.6 * (1 - 2))
  })

  it('a league without games takes the level of the moving team, also when a new team is listed first', () => {
    const state = rated({ leagues: { LEC: { mean: 2 } }, teams: { 5: { home: 'LEC', mean: 0.4 } } })
    const series = { day: firstDay, league: 'LCS', bestOf: 3 } as const
    for (const stranger of [1, 9]) {
      const first = forecastSeries(state, { ...series, team1Id: 5, team2Id: stranger })
      const second = forecastSeries(state, { ...series, team1Id: stranger, team2Id: 5 })
      expectNear(first.mean, 0.4 + 0.65)
      expectNear(second.mean, -first.mean)
    }
  })
})

describe('a new team', () => {
  it('a new team has its home in the league of its first series, whichever that is', () => {
    const state = learn(rated({}), { league: 'MSI', games: [{ winner: 1 }] })
    expect(state.teams.get(1)!.home).toBe('MSI')
    learn(state, { league: 'LFL', games: [{ winner: 1 }] })
    expect(state.teams.get(1)!.home).toBe('LFL')
  })

  it('a new team starts slightly below the middle of its league, and higher with a line-up in its first series', () => {
    const bare = forecast(rated({}), 'LCK').team1
    expect(bare).toMatchObject({ mean: -0.65, variance: 0.8, home: 'LCK', lineup: null, series: 0 })
    const seen = learn(rated({}), { bestOf: 1, games: [{ winner: 1, team1: { lineup: five(11) } }] })
    const alone = learn(rated({}), { bestOf: 1, games: [{ winner: 1 }] })
    expect(seen.teams.get(1)!.lineup).toEqual(five(11))
    // The line-up adds .532 and its variance changes the effect of the game, so only the direction is tested here.
    expect(seen.teams.get(1)!.mean).toBeGreaterThan(alone.teams.get(1)!.mean)
  })

  it("a new team starts at the level of its league's tier", () => {
    const levels = ['LPL', 'LEC', 'LCKC', 'Nowhere'].map((league) => {
      return learn(rated({}), { league, games: [] }).leagues.get(league)!.mean
    })
    expect(levels).toEqual([5, 0, 1.7, 0])
  })
})
