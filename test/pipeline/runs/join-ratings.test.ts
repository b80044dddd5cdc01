import { createForecastState } from '@riftline/predictor'
import { expect, it } from 'vitest'
import { createBaselines } from '#pipeline/baselines/baselines.ts'
import { playerSumFields } from '#pipeline/catalogue/game-sums.ts'
import { joinRecent } from '#pipeline/catalogue/recent.ts'
import { joinRatings } from '#pipeline/runs/move-folder.ts'

const player = (mean: number, games: number) => ({ mean, variance: 1, home: 'LCK', day: 1, games })
const team = (mean: number, series: number, lineup: readonly number[] | null = null) => {
  return { mean, variance: 1, home: 'LCK', day: 1, lineup, lineupDay: 1, series }
}
const joins = (teams: [number, number][], players: [number, number][]) => {
  return { teams: new Map(teams), players: new Map(players) }
}

it('joining two ids of a player keeps the rating with more games and adds up the games', () => {
  for (const [own, former, mean] of [
    [10, 3, 0.1],
    [3, 10, 0.2],
  ] as const) {
    const state = createForecastState()
    state.ratings.players.set(1, player(0.1, own)).set(2, player(0.2, former))
    state.ratings.teams.set(7, team(0, 1, [2, 3, 4, 5, 6]))
    joinRatings(state, createBaselines(), joins([], [[2, 1]]))
    expect([...state.ratings.players]).toEqual([[1, player(mean, 13)]])
    expect(state.ratings.teams.get(7)?.lineup).toEqual([1, 3, 4, 5, 6])
    joinRatings(state, createBaselines(), joins([], [[2, 1]]))
    expect(state.ratings.players.get(1)?.games).toBe(13)
  }
})

it('joining two ids of a team keeps the rating with more series and the tables of that team', () => {
  for (const [own, former, kept] of [
    [10, 3, 1],
    [3, 10, 2],
  ] as const) {
    const [state, baselines] = [createForecastState(), createBaselines()]
    state.ratings.teams.set(1, team(1, own)).set(2, team(2, former))
    baselines.elo.set(1, 1).set(2, 2)
    joinRatings(state, baselines, joins([[2, 1]], []))
    expect([...state.ratings.teams]).toEqual([[1, team(kept, 13)]])
    expect([...baselines.elo]).toEqual([[1, kept]])
  }
})

it('joining adds up the games of teams and players, in seasons and in meetings seen from either side', () => {
  const state = createForecastState()
  state.playerWins.set(2, [{ year: 2025, games: 4, wins: 3 }]).set(1, [
    { year: 2024, games: 9, wins: 1 },
    { year: 2025, games: 10, wins: 5 },
  ])
  state.teamWins.set(5, [{ year: 2025, games: 2, wins: 0 }])
  state.headToHead.set(
    3,
    new Map([
      [5, { sum: 400, games: 2 }],
      [6, { sum: -100, games: 1 }],
    ]),
  )
  state.headToHead.set(
    5,
    new Map([
      [9, { sum: 250, games: 3 }],
      [6, { sum: 7, games: 1 }],
    ]),
  )
  joinRatings(state, createBaselines(), joins([[5, 6]], [[2, 1]]))
  expect(state.playerWins.get(1)).toEqual([
    { year: 2024, games: 9, wins: 1 },
    { year: 2025, games: 14, wins: 8 },
  ])
  expect([...state.teamWins]).toEqual([[6, [{ year: 2025, games: 2, wins: 0 }]]])
  expect([...state.headToHead].map(([id, row]) => [id, [...row]])).toEqual([
    [3, [[6, { sum: 300, games: 3 }]]],
    [6, [[9, { sum: 250, games: 3 }]]],
  ])
})

it('knowledge that only the former id has moves to the id it is joined into', () => {
  const [state, baselines] = [createForecastState(), createBaselines()]
  state.ratings.players.set(2, player(0.2, 4))
  baselines.elo.set(5, 1600)
  joinRatings(state, baselines, joins([[5, 6]], [[2, 1]]))
  expect([...state.ratings.players]).toEqual([[1, player(0.2, 4)]])
  expect([...baselines.elo]).toEqual([[6, 1600]])
})

it('joining adds up the sums of players', () => {
  const sums = (games: number): number[] => playerSumFields.map(() => games)
  const rows = [
    [1, 20_000, ...sums(3)],
    [2, 20_000, ...sums(4)],
    [2, 20_001, ...sums(5)],
    [9, 20_000, ...sums(6)],
  ]
  const empty = {
    teamDays: [],
    teamPools: [],
    playerPools: [],
    tournaments: [],
    tournamentPlayers: [],
    tournamentEnds: [],
    seasonsFrom: 2024,
    lineupsFrom: 0,
    playerTeams: [],
    standings: [],
    leagues: [],
    teamSeasons: [],
    playerSeasons: [],
    teamAverages: [],
    playerAverages: [],
  }
  const built = {
    catalogue: { asOf: '2031-01-01T00:00:00', teams: [], players: [], champions: [], tournaments: [] },
    details: { teams: {}, players: {}, tournaments: {} },
    recent: { version: 3, asOfDay: 20_001, ...empty, playerDays: rows } as const,
  }
  expect(joinRecent(built.recent, joins([], [[2, 1]])).playerDays).toEqual([
    [1, 20_000, ...sums(7)],
    [1, 20_001, ...sums(5)],
    [9, 20_000, ...sums(6)],
  ])
  expect(joinRecent(built.recent, joins([], []))).toBe(built.recent)
})
