import { describe, expect, it } from 'vitest'
import { forecastSeries } from '#predictor/league/rating/forecast.ts'
import type { RatingState } from '#predictor/league/rating/state.ts'
import { firstDay, five } from '../../../support/played-league.ts'
import { expectNear } from '../../../support/played-league-rounding.ts'
import { learn, rated } from './rated.ts'

const roleWeights = [0.4, 0.9, 0.9, 0.3, 0.3]
const means = [0.5, -0.1, 0.4, 0.2, 0.3]
const lineupStrength = roleWeights.reduce((sum, weight, role) => sum + weight * means[role]!, 0)

/** Team 1 has five known players without experience, last seen on `lineupDay`, and itself played on the first day. */
function withPlayers(lineupDay: number, series = 0): RatingState {
  return rated({
    leagues: { LCK: { mean: 3 } },
    teams: { 1: { mean: 0.7, variance: 0.1, lineup: five(11), lineupDay, series }, 2: { mean: 0.2 } },
    players: Object.fromEntries(five(11).map((id, role) => [id, { mean: means[role]! }])),
  })
}

function forecastAt(state: RatingState, day: number) {
  return forecastSeries(state, { team1Id: 1, team2Id: 2, day, league: 'LCK', bestOf: 3 })
}

describe('a line-up unseen for 420 days', () => {
  it('a line-up unseen for 420 days is dropped, and the total strength of the team stays', () => {
    const kept = forecastAt(withPlayers(firstDay - 420), firstDay)
    const dropped = forecastAt(withPlayers(firstDay - 421), firstDay)
    expect(kept.team1.lineup).toEqual(five(11))
    expect(dropped.team1.lineup).toBeNull()
    expectNear(dropped.team1.mean, 0.7 + lineupStrength)
    expectNear(dropped.mean, kept.mean)
  })

  it('a dropped line-up leaves its variance with the team', () => {
    const dropped = forecastAt(withPlayers(firstDay - 421), firstDay)
    const weights = roleWeights.reduce((sum, weight) => sum + weight ** 2, 0)
    expectNear(dropped.team1.variance, 0.1 + 0.07 * weights)
    expectNear(dropped.totalVariance, forecastAt(withPlayers(firstDay - 420), firstDay).totalVariance)
  })

  it('five known players take their strength back from the team', () => {
    const state = withPlayers(firstDay - 421, 5)
    learn(state, { games: [{ winner: 1, team1: { lineup: five(11) } }] })
    const expected = learn(withPlayers(firstDay - 1, 5), { games: [{ winner: 1, team1: { lineup: five(11) } }] })
    // The strength is the same, but the players' variance counts twice, so the means differ by what that teaches.
    expect(state.teams.get(1)!.lineup).toEqual(five(11))
    expect(Math.abs(state.teams.get(1)!.mean - expected.teams.get(1)!.mean)).toBeLessThan(0.1)
  })
})

describe('a first complete line-up', () => {
  const seen = { winner: 1, team1: { lineup: five(11) } } as const

  it('a first line-up takes its strength from a team that was rated without it for five series', () => {
    const state = rated({
      teams: { 1: { mean: 0.7, series: 5 }, 2: {} },
      players: Object.fromEntries(five(11).map((id, role) => [id, { mean: means[role]! }])),
    })
    const total = 0.7 + 0.65 // after five series the line-up is part of the strength, not added to it
    learn(state, { games: [seen] })
    const team = state.teams.get(1)!
    const players = five(11).reduce((sum, id, role) => sum + roleWeights[role]! * state.players.get(id)!.mean, 0)
    const p = 1 / (1 + Math.exp(-total))
    const variance = 1.6 + 0.07 * roleWeights.reduce((sum, weight) => sum + weight ** 2, 0)
    const gain = (1 - p) / (1 + p * (1 - p) * variance)
    expectNear(team.mean + players, 0.7 + gain * (variance - 0.8))
  })

  it('a first line-up adds a bonus in the first series of a team and none in the second to fifth', () => {
    const meanAfter = (series: number): number => {
      const state = rated({
        teams: { 1: { mean: 0, series }, 2: { mean: 0 } },
        players: Object.fromEntries(five(11).map((id) => [id, { mean: 0 }])),
      })
      return learn(state, { games: [seen] }).teams.get(1)!.mean
    }
    const variance = 1.6 + 0.07 * roleWeights.reduce((sum, weight) => sum + weight ** 2, 0)
    const gained = (lead: number): number => {
      const p = 1 / (1 + Math.exp(-lead))
      return (0.8 * (1 - p)) / (1 + p * (1 - p) * variance)
    }
    expectNear(meanAfter(0), 0.3 + gained(0.3))
    for (const series of [1, 4]) expectNear(meanAfter(series), gained(0))
  })
})

describe('replaced players', () => {
  it('five replaced players cost the team a fifth of its own strength, and fewer cost in proportion', () => {
    for (const replaced of [0, 1, 2, 5]) {
      const lineup = five(11).map((id, role) => (role < replaced ? id + 100 : id))
      const state = withPlayers(firstDay)
      const before = state.teams.get(1)!.mean
      const game = { winner: 1, team1: { lineup } } as const
      learn(state, { games: [game] })
      const shrunk = before * (1 - (0.2 * replaced) / 5)
      const players = lineup.map((id, role) => (id > 100 ? 0.19 : means[role]!))
      const lead = shrunk + players.reduce((sum, mean, role) => sum + roleWeights[role]! * mean, 0) - 0.2
      const variance = 0.1 + 0.8 + 0.07 * roleWeights.reduce((sum, weight) => sum + weight ** 2, 0)
      const p = 1 / (1 + Math.exp(-lead))
      expectNear(state.teams.get(1)!.mean, shrunk + (0.1 * (1 - p)) / (1 + p * (1 - p) * variance))
    }
  })

  it('two players who swap roles are two replacements', () => {
    const [top, jungle, ...rest] = five(11)
    const kept = learn(withPlayers(firstDay), { games: [{ winner: 1, team1: { lineup: five(11) } }] })
    const swapped = learn(withPlayers(firstDay), {
      games: [{ winner: 1, team1: { lineup: [jungle!, top!, ...rest] } }],
    })
    expect(swapped.teams.get(1)!.mean).toBeLessThan(kept.teams.get(1)!.mean)
  })

  it('kept and replaced players are confirmed on the day they are seen', () => {
    for (const lineup of [five(11), five(111)]) {
      const seen = learn(withPlayers(firstDay - 50), { day: firstDay + 3, games: [{ winner: 1, team1: { lineup } }] })
      expect(seen.teams.get(1)).toMatchObject({ lineup, lineupDay: firstDay + 3, day: firstDay + 3 })
    }
  })

  it('a game without a line-up uses the last line-up seen', () => {
    const state = learn(withPlayers(firstDay - 10), { games: [{ winner: 1 }] })
    expect(state.teams.get(1)).toMatchObject({ lineup: five(11), lineupDay: firstDay - 10 })
    expect(state.players.get(11)!.games).toBe(1)
  })
})
