import fc from 'fast-check'
import { it } from 'vitest'
import { mirrored } from '#predictor/league/features/feature-schema.ts'
import { type FeatureRequest, seriesFeatures } from '#predictor/league/features/feature-vector.ts'
import { amount } from '../../../support/amount.ts'
import { same } from '../../../support/plain-expect.ts'
import { firstDay, momentMs } from '../../../support/played-league.ts'
import { leagueHistory } from '../../../support/played-league-arbitrary.ts'
import { expectNear } from '../../../support/played-league-rounding.ts'
import { stateAfter } from '../../../support/played-league-state.ts'

const team = fc.integer({ min: 1, max: 8 }) // the history has only the first six
const requests = fc
  .record({
    teams: fc.tuple(team, team).filter(([a, b]) => a !== b),
    bestOf: fc.constantFrom<1 | 3 | 5>(1, 3, 5),
    league: fc.constantFrom('LCK', 'LEC', 'LFL', 'MSI', 'LPL', 'Never seen', null),
    day: fc.integer({ min: 0, max: 1500 }),
  })
  .map(({ teams: [team1Id, team2Id], bestOf, league, day }): FeatureRequest => {
    return { team1Id, team2Id, bestOf, league, timeMs: momentMs(firstDay + day) }
  })

it('swapping the teams mirrors the vector, and every value is finite', () => {
  fc.assert(
    fc.property(leagueHistory, requests, (history, request) => {
      const state = stateAfter(history)
      const { team1Id, team2Id } = request
      const { vector, gameLogit } = seriesFeatures(state, request)
      const swapped = seriesFeatures(state, { ...request, team1Id: team2Id, team2Id: team1Id })
      expectNear(swapped.gameLogit, -gameLogit)
      const expected = mirrored(vector)
      for (const [index, value] of swapped.vector.entries()) {
        same(Number.isFinite(value), true)
        expectNear(value, expected[index]!)
      }
    }),
    { numRuns: amount(25, 300) },
  )
})
