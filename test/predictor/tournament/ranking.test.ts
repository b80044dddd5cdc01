import { expect, it } from 'vitest'
import { countSeries, groupResults, rankTeams } from '#predictor/tournament/ranking.ts'

type Played = readonly (readonly [number, number, number, number])[]

function ranked(size: number, played: Played, ...rank: Parameters<typeof rankTeams>[1]) {
  const group = groupResults(size)
  for (const series of played) countSeries(group, ...series)
  const ties = rankTeams(group, rank)
  return { order: [...group.order], tied: [...group.tied], ties }
}

it('teams are ranked by wins, then by the difference of games', () => {
  const played: Played = [
    [0, 1, 1, 2],
    [1, 2, 0, 2],
    [2, 0, 1, 2],
  ]
  expect(ranked(3, played, 'wins')).toEqual({ order: [0, 1, 2], tied: [1, 1, 0], ties: 2 })
  expect(ranked(3, played, 'wins', 'gameDifference')).toEqual({ order: [2, 0, 1], tied: [0, 0, 0], ties: 0 })
})

it('results among the tied count without those against others', () => {
  const played: Played = [
    [2, 1, 1, 0],
    [1, 3, 1, 0],
    [3, 2, 1, 0],
    [0, 2, 1, 0],
    [3, 0, 1, 0],
    [1, 0, 1, 0],
  ]
  expect(ranked(4, played, 'wins', 'headToHead')).toEqual({ order: [1, 3, 0, 2], tied: [0, 0, 0, 0], ties: 0 })
})
