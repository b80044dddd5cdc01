import { describe, expect, it } from 'vitest'
import type { HistorySeries } from '#pipeline/history/types.ts'
import { findBrackets } from '#pipeline/tournaments/find-brackets.ts'
import { seasonSeries } from '../../support/round-robin-season.ts'

/** Series in order of play; each lists its winner first. */
function played(...pairs: readonly (readonly [winner: number, loser: number])[]): HistorySeries[] {
  return pairs.map(([winner, loser], day) =>
    seasonSeries({ id: day + 1, day, teams: [loser, winner], won: winner, bestOf: 5, playoffs: true }),
  )
}

const group = (id: number, day: number): HistorySeries => seasonSeries({ id, day, teams: [1, 2], playoffs: false })
const winnerOf = (from: number) => ({ from, isWinner: true })
const loserOf = (from: number) => ({ from, isWinner: false })

describe('findBrackets', () => {
  it('a double elimination is traced from series to series', () => {
    const { brackets, refused } = findBrackets([
      group(90, -1),
      ...played([1, 2], [3, 4], [1, 3], [2, 4], [2, 3], [2, 1]),
    ])
    expect(refused).toBe(0)
    expect(brackets).toHaveLength(1)
    expect(brackets[0]).toMatchObject({ teams: [2, 1, 4, 3], winnerTeamId: 2, firstId: 1 })
    expect(brackets[0]!.series.map(({ sides }) => sides)).toEqual([
      [{ team: 0 }, { team: 1 }],
      [{ team: 2 }, { team: 3 }],
      [winnerOf(1), winnerOf(0)],
      [loserOf(1), loserOf(0)],
      [loserOf(2), winnerOf(3)],
      [winnerOf(2), winnerOf(4)],
    ])
  })

  it('a match for third place is no part of the bracket', () => {
    const { brackets } = findBrackets(played([1, 2], [3, 4], [2, 4], [1, 3]))
    expect(brackets[0]!.series.map(({ sides }) => sides)).toEqual([
      [{ team: 0 }, { team: 1 }],
      [{ team: 2 }, { team: 3 }],
      [winnerOf(1), winnerOf(0)],
    ])
  })

  it('an event without marks is the bracket of its last best-of-5s', () => {
    const unmarked = [group(90, -1), group(91, -0.5), ...played([1, 2], [3, 4], [1, 3])]
    const { brackets } = findBrackets(unmarked.map((series) => ({ ...series, playoffs: null })))
    expect(brackets).toHaveLength(1)
    expect(brackets[0]!.series).toHaveLength(3)
  })

  it.each([
    ['a winner does not play on', played([1, 2], [3, 4], [5, 6], [1, 3])],
    ['a team plays on after two losses', played([1, 2], [3, 4], [3, 2], [4, 2], [1, 3], [1, 4])],
    ['a series has no winner', played([1, 2], [3, 4], [1, 3]).with(0, { ...played([1, 2])[0]!, winnerTeamId: null })],
    ['others play in between', [...played([1, 2], [3, 4], [1, 3]), group(90, 1.5)]],
    ['three teams take part', played([1, 2], [1, 3], [1, 2])],
  ])('play-offs are left out and counted if %s', (_, series) => {
    expect(findBrackets(series)).toEqual({ brackets: [], refused: 1 })
  })
})
