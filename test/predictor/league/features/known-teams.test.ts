import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seriesFeatures } from '#predictor/league/features/feature-vector.ts'
import { createKnownTeams } from '#predictor/league/features/known-teams.ts'
import type { ForecastState } from '#predictor/league/forecast-state.ts'
import { forecastSeries } from '#predictor/league/rating/forecast.ts'
import { amount } from '../../../support/amount.ts'
import { firstDay, momentMs } from '../../../support/played-league.ts'
import { leagueHistory } from '../../../support/played-league-arbitrary.ts'
import { stateAfter } from '../../../support/played-league-state.ts'

/** Gives the second team with a line-up one player of the first. */
function transfer({ ratings }: ForecastState): void {
  const [from, to] = [...ratings.teams.values()].filter(({ lineup }) => lineup !== null)
  if (from !== undefined && to !== undefined) to.lineup = [from.lineup![0]!, ...to.lineup!.slice(1)]
}

const teams = [1, 2, 3, 4, 5, 6, 7, 8] as const // the history has only the first six
const leagues = ['LCK', 'LEC', 'MSI', 'Never seen', null] as const
const requests = fc.record({
  teams: fc.shuffledSubarray([...teams], { minLength: 2, maxLength: 2 }),
  league: fc.constantFrom(...leagues),
  bestOf: fc.constantFrom<1 | 3 | 5>(1, 3, 5),
})

it('features found for a team hold against any opponent, to the bit, with strangers and shared players', () => {
  fc.assert(
    fc.property(
      leagueHistory,
      fc.integer({ min: 0, max: 1500 }),
      fc.array(requests, { minLength: 20, maxLength: 40 }),
      (history, day, asked) => {
        const state = stateAfter(history)
        transfer(state)
        const known = createKnownTeams()
        const timeMs = momentMs(firstDay + day)
        for (const { teams, league, bestOf } of asked) {
          const request = { team1Id: teams[0]!, team2Id: teams[1]!, bestOf, league, timeMs }
          const { vector } = seriesFeatures(state, request, known)
          expect(vector).toEqual(seriesFeatures(state, request).vector)
          if (league === null) continue
          const series = { ...request, day: firstDay + day }
          expect(vector[1]).toBe(forecastSeries(state.ratings, series).logit)
        }
      },
    ),
    { numRuns: amount(10, 300) },
  )
})
