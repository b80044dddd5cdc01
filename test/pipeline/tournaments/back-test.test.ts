import { describe, expect, it } from 'vitest'
import { replayHistory } from '#pipeline/features/feature-rows.ts'
import type { History, HistorySeries } from '#pipeline/history/types.ts'
import {
  type BackTest,
  createBackTest,
  type SeasonForecast,
  simulatedRuns,
  simulators,
} from '#pipeline/tournaments/back-test.ts'
import { roundRobin, seasonSeries } from '../../support/round-robin-season.ts'

function backTest(series: readonly HistorySeries[]): BackTest {
  const none = { teams: [], players: [], champions: [], playerGames: [], odds: [], teamSeasons: [], skipped: [] }
  const tournaments = [{ id: 2, name: 'Cup', league: 'LCK', region: null, season: null, startMs: null, endMs: null }]
  const games = series.reduce((sum, one) => sum + one.games.length, 0)
  const history: History = { ...none, tournaments, series, games }
  const watcher = createBackTest(history)
  replayHistory(history, { watcher })
  return watcher
}

const chancesOf = ({ first, upper }: SeasonForecast) => [...first, ...upper].map(({ chances }) => chances)
const season = roundRobin(8)
const { seasons, starts } = backTest(season)

describe('createBackTest', () => {
  it('a season is forecast after a quarter, half and three quarters of its series', () => {
    expect(seasons.map(({ point, pairs }) => [point, pairs.length])).toEqual([
      [0.25, 21],
      [0.5, 14],
      [0.75, 7],
    ])
  })

  it('every series from the first quarter on is forecast at its own start', () => {
    expect(starts).toHaveLength(1)
    expect(starts[0]!.pairs).toHaveLength(21)
    // The second moment is the start of a series, which is then the first of those to play.
    expect(starts[0]!.pairs[7]).toEqual(seasons[1]!.pairs[0])
  })

  it('a result changes no forecast of a moment before it', () => {
    const changed = backTest(roundRobin(8, 1, (first, second, day) => (day < 14 ? first : second))).seasons
    expect(chancesOf(changed[0]!)).toEqual(chancesOf(seasons[0]!))
    expect(chancesOf(changed[1]!)).toEqual(chancesOf(seasons[1]!))
    expect(chancesOf(changed[2]!)).not.toEqual(chancesOf(seasons[2]!))
    expect(changed[0]!.first).not.toEqual(seasons[0]!.first)
  })

  it('a series that is still being played at the moment is not known', () => {
    // The eighth series starts with the seventh: neither has ended.
    const together = season.map((one, i) => {
      return i === 6 ? seasonSeries({ id: one.id, day: 7, teams: [one.team1Id, one.team2Id] }) : one
    })
    const other = together.map((one, i) => {
      const teams = [one.team1Id, one.team2Id] as const
      return i === 6 ? seasonSeries({ id: one.id, day: 7, teams, won: Math.max(...teams) }) : one
    })
    expect(chancesOf(backTest(other).seasons[0]!)).toEqual(chancesOf(backTest(together).seasons[0]!))
  })

  it('the chances of all teams add up to the number of places', () => {
    for (const { first, upper } of seasons) {
      for (const name of simulators) {
        const sum = (teams: typeof first): number => teams.reduce((total, { chances }) => total + chances[name], 0)
        // Each chance may be moved by half a run.
        expect(Math.abs(sum(first) - 1)).toBeLessThan(5 / simulatedRuns)
        expect(Math.abs(sum(upper) - 4)).toBeLessThan(5 / simulatedRuns)
      }
    }
  })

  it('a place that is certain has all runs but half of one, and one out of reach half a run', () => {
    const { first, upper } = backTest(roundRobin(8, 4)).seasons[2]!
    expect(upper[0]!.chances).toEqual({ joint: 0.9995, independent: 0.9995, elo: 0.9995 })
    expect(first[7]!.chances).toEqual({ joint: 0.0005, independent: 0.0005, elo: 0.0005 })
  })

  it('teams that stay tied share their places equally', () => {
    expect(seasons[0]!.first.map(({ outcome }) => outcome)).toEqual([1, 0, 0, 0, 0, 0, 0, 0])
    // Teams 1, 2 and 3 beat each other in a circle, and all others.
    const circle = backTest(roundRobin(8, 1, (a, b) => (a === 1 && b === 3 ? 3 : a))).seasons[0]!
    expect(circle.first.map(({ outcome }) => outcome)).toEqual([1 / 3, 1 / 3, 1 / 3, 0, 0, 0, 0, 0])
    expect(circle.upper.map(({ outcome }) => outcome)).toEqual([1, 1, 1, 1, 0, 0, 0, 0])
  })

  it('a bracket is forecast before its first series, under the name of its tournament', () => {
    const series = (id: number, teams: readonly [number, number]): HistorySeries =>
      seasonSeries({ id: 100 + id, day: 100 + id, teams, bestOf: 5, playoffs: true, tournamentId: 2 })
    const played = [series(1, [1, 4]), series(2, [2, 3]), series(3, [1, 2])]
    const { brackets } = backTest([...season, ...played])
    expect(brackets).toHaveLength(1)
    const { name, winner, bracket } = brackets[0]!
    expect(name).toBe('Cup')
    expect(bracket.teams).toEqual([1, 4, 2, 3])
    expect(winner.map(({ outcome }) => outcome)).toEqual([1, 0, 0, 0])
    const [one, four, two, three] = winner.map(({ chances }) => chances.joint)
    expect([one, two, three, four]).toEqual([one!, two!, three!, four!].sort((a, b) => b - a))
  })
})
