import { describe, expect, it } from 'vitest'
import type { HistorySeries } from '#pipeline/history/types.ts'
import { findSeasons } from '#pipeline/tournaments/find-seasons.ts'
import { roundRobin, seasonSeries } from '../../support/round-robin-season.ts'

const season = roundRobin(8, 2)
const later = (series: Partial<Parameters<typeof seasonSeries>[0]>): HistorySeries =>
  seasonSeries({ id: 900, day: 90, teams: [1, 2], ...series })
const refusedOf = (series: readonly HistorySeries[]) => findSeasons(series).refused
const nothing = { otherFormat: 0, incomplete: 0, otherLengths: 0 }

describe('findSeasons', () => {
  it('a season in which every pair met twice is found, without its tie-break and play-offs', () => {
    const { seasons, refused } = findSeasons([later({}), later({ id: 901, bestOf: 5, playoffs: true }), ...season])
    expect(refused).toEqual(nothing)
    expect(seasons).toHaveLength(1)
    expect(seasons[0]).toMatchObject({ league: 'LCK', tournamentId: 1, rounds: 2, bestOf: 1 })
    expect(seasons[0]!.teams).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(seasons[0]!.series).toEqual(season)
  })

  it('series that no mark tells from play-offs count until every pair has met', () => {
    const unmarked = [...season, later({ bestOf: 5 })].map((series) => ({ ...series, playoffs: null }))
    const { seasons } = findSeasons(unmarked)
    expect(seasons[0]!.series.map(({ id }) => id)).toEqual(season.map(({ id }) => id))
  })

  it('a tournament of seven teams is neither a season nor counted', () => {
    expect(findSeasons(roundRobin(7, 2))).toEqual({ seasons: [], refused: nothing })
  })

  it('a season with a series missing, or one without a winner, is left out as incomplete', () => {
    const undecided = { ...season[5]!, complete: false, winnerTeamId: null }
    expect(refusedOf(season.slice(1))).toEqual({ ...nothing, incomplete: 1 })
    expect(refusedOf(season.with(5, undecided))).toEqual({ ...nothing, incomplete: 1 })
  })

  it('groups, and a pair that meets a third time before all have met twice, are another format', () => {
    const groups = season.filter(({ team1Id, team2Id }) => team1Id % 2 === team2Id % 2)
    expect(refusedOf(groups)).toEqual({ ...nothing, otherFormat: 1 })
    expect(refusedOf([...season, later({ day: 20.5 })])).toEqual({ ...nothing, otherFormat: 1 })
  })

  it('a season with a longer series, and one of best-of-2s, are left out', () => {
    const [first, ...others] = season
    const longer = seasonSeries({ id: 1, day: 0, teams: [first!.team1Id, first!.team2Id], bestOf: 3 })
    expect(refusedOf([longer, ...others])).toEqual({ ...nothing, otherLengths: 1 })
    const twos = season.map((series) => ({ ...series, bestOf: 2, winnerTeamId: null }))
    expect(refusedOf(twos)).toEqual({ ...nothing, otherLengths: 1 })
  })
})
