import { createForecastState, type PlayedSeries, seriesFeatures } from '@riftline/predictor'
import { expect, it } from 'vitest'
import type { TeamSeason } from '#pipeline/history/types.ts'
import { addSeasonTables, replay } from '#pipeline/replay/replay.ts'
import { firstDay, momentMs } from '../../support/played-league.ts'
import { heroes, historySeries } from '../../support/played-league-history.ts'

const season = (year: number): TeamSeason => ({
  season: year,
  teamId: 1,
  games: 30,
  kills: 14,
  deaths: 11,
  dragons: null,
  barons: null,
})
const at = (year: number, month = 6): number => Date.UTC(year, month, 1)

/** Kills minus deaths of the previous year, as the features at a moment have them. */
function seasonKillsAt(state: ReturnType<typeof createForecastState>, timeMs: number): number {
  const request = { team1Id: 1, team2Id: 2, bestOf: 3, league: 'LCK', timeMs } as const
  return seriesFeatures(state, request).vector[2]!
}

it('a published season is used in the following year', () => {
  const state = createForecastState()
  addSeasonTables(state, [season(2029), season(2030)], at(2031))
  expect(seasonKillsAt(state, at(2030))).toBe(90 / 45)
  expect(seasonKillsAt(state, at(2029))).toBe(0)
})

it('the table of an unfinished year is left out', () => {
  const state = createForecastState()
  addSeasonTables(state, [season(2030), season(2031)], at(2031))
  expect(seasonKillsAt(state, at(2031))).toBe(90 / 45)
  expect(seasonKillsAt(state, at(2032))).toBe(0)
})

it('games of a year with a published table are not added to the table', () => {
  const state = createForecastState()
  addSeasonTables(state, [season(2030)], at(2031))
  const learned: PlayedSeries[] = []
  const side = { kills: 25 }
  const sketch = { day: firstDay - 5, games: [{ winner: 1, team1: side, team2: { kills: 1 } } as const] }
  replay(state, [historySeries(sketch)], { champions: heroes, onSettled: (series) => void learned.push(series) })
  expect(learned).toHaveLength(1)
  expect(state.seasonKills.get(1)!.get(2030)).toEqual({ games: 30, sum: 90, published: true })
  expect(seasonKillsAt(state, momentMs(firstDay))).toBe(90 / 45 - -24 / 16)
})

it('a team with two names in one year has the games of both, with the same bits for any order of the rows', () => {
  const rows = [
    { ...season(2030), games: 43, kills: 11.1, deaths: 13.3 },
    { ...season(2030), games: 62, kills: 15.7, deaths: 10.8 },
    { ...season(2030), games: 7, kills: 9.9, deaths: 20.1 },
    { ...season(2030), teamId: 2 },
    season(2029),
  ]
  const tables = [rows, rows.toReversed(), [...rows.slice(2), ...rows.slice(0, 2)]].map((order) => {
    const state = createForecastState()
    addSeasonTables(state, order, at(2031))
    return JSON.stringify([...state.seasonKills].map(([id, years]) => [id, [...years]]))
  })
  expect(new Set(tables).size).toBe(1)
  const state = createForecastState()
  addSeasonTables(state, rows, at(2031))
  expect(state.seasonKills.get(1)!.get(2030)!.games).toBe(112)
  expect(state.seasonKills.get(1)!.get(2030)!.sum).toBeCloseTo(43 * -2.2 + 62 * 4.9 + 7 * -10.2, 9)
  expect(state.seasonKills.get(1)!.get(2029)!.games).toBe(30)
})
