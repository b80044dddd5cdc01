import { createForecastState, seriesFeatures, teamVariances } from '@riftline/predictor'
import { expect, it } from 'vitest'
import { firstDay, momentMs } from '../../../support/played-league.ts'
import { stateAfter } from '../../../support/played-league-state.ts'

const day = firstDay + 3
const game = { winner: 1, minutes: 30 } as const
const state = stateAfter([
  { id: 1, games: [game, game], teams: [1, 2] },
  { id: 2, games: [game, game], teams: [3, 4], league: 'LEC' },
])
const entrant = (league: string) => (id: number) => ({ id, league })

it('the doubt about a pair of one league is that of its two teams', () => {
  const { variances, leagues } = teamVariances(state, [1, 2].map(entrant('LCK')), day)
  expect([...leagues]).toEqual([0, 0])
  const request = { team1Id: 1, team2Id: 2, bestOf: 3, league: 'LCK', timeMs: momentMs(day) } as const
  expect(seriesFeatures(state, request).sd).toBeCloseTo(0.79 * Math.sqrt(variances[0]! + variances[1]!), 14)
})

it('teams of one home league share its number and variance, also at an event', () => {
  const { leagues, leagueVariances } = teamVariances(state, [3, 1, 4, 2].map(entrant('WLDs')), day)
  expect([...leagues]).toEqual([0, 1, 0, 1])
  expect(leagueVariances).toHaveLength(2)
})

it('a team that has never played has the doubt of a new one', () => {
  const { variances } = teamVariances(createForecastState(), [{ id: 9, league: null }], day)
  expect([...variances]).toEqual([0.8])
})
