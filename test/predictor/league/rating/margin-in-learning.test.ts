import { expect, it } from 'vitest'
import { createRatingState } from '#predictor/league/rating/state.ts'
import type { GameSketch } from '../../../support/played-league.ts'
import { learn } from './rated.ts'

function winnerAfter(game: Omit<GameSketch, 'winner'>, winner: 1 | 2 = 1): number {
  return learn(createRatingState(), { bestOf: 1, games: [{ winner, ...game }] }).teams.get(winner)!.mean
}

it('a short win raises the winner more than a long one, and a win of unknown length is in between', () => {
  expect(winnerAfter({ minutes: 22 })).toBeGreaterThan(winnerAfter({}))
  expect(winnerAfter({})).toBeGreaterThan(winnerAfter({ minutes: 45 }))
})

it('a win between equals raises the winner unless it took an hour', () => {
  for (const minutes of [15, 25, 35, 45]) expect(winnerAfter({ minutes })).toBeGreaterThan(-0.65)
  expect(winnerAfter({ minutes: 60 })).toBe(-0.65)
})

it('the winner gains rating on either side and in either place', () => {
  expect(winnerAfter({ minutes: 22 }, 2)).toBe(winnerAfter({ minutes: 22 }, 1))
  expect(winnerAfter({ minutes: 22, blue: 2 }, 2)).toBe(winnerAfter({ minutes: 22, blue: 1 }, 1))
})
