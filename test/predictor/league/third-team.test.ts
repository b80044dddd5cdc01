import { expect, it } from 'vitest'
import { createForecastState } from '#predictor/league/forecast-state.ts'
import { learnPlayedSeries } from '#predictor/league/learn-series.ts'
import { playedSeries } from '../../support/played-league.ts'

it('a series with a game of a third team is refused, and the error names the id of the team', () => {
  const series = playedSeries({ id: 1, teams: [1, 2], day: 0, games: [{ winner: 1 }] })
  const games = series.games.map((game) => ({
    ...game,
    sides: [game.sides[0], { ...game.sides[1], teamId: 3 }] as const,
  }))
  const learn = (): void => learnPlayedSeries(createForecastState(), { ...series, games })
  expect(learn).toThrow('series.games: expected games of the two teams of the series, got 3')
})
