import { describe, expect, it } from 'vitest'
import { createForecastState, type ForecastState } from '#predictor/league/forecast-state.ts'
import { addPlayed, settle } from '#predictor/league/learn-series.ts'
import { decidedWinner, settledMs } from '#predictor/league/played-series.ts'
import { firstDay, playedSeries, type SeriesSketch } from '../../support/played-league.ts'

const hourMs = 3_600_000
const startMs = firstDay * 24 * hourMs

/** Time from the start of the series to the moment it settles. */
function settlesAfter(sketch: SeriesSketch): number {
  return settledMs(playedSeries(sketch)) - startMs
}

function stateWith(...sketches: readonly SeriesSketch[]): ForecastState {
  const state = createForecastState()
  for (const sketch of sketches) addPlayed(state, playedSeries(sketch))
  return state
}

describe('the moment a series settles', () => {
  it('a decided series settles at the end of its last game', () => {
    expect(settlesAfter({ bestOf: 1, games: [{ winner: 1, minutes: 31 }] })).toBe(31 * 60_000)
    const games = [{ winner: 1, minutes: 20 } as const, { winner: 1, minutes: 35 } as const]
    expect(settlesAfter({ games })).toBe(hourMs + 35 * 60_000)
  })

  it('a series with a last game of unknown length settles 50 minutes after the start of that game', () => {
    expect(settlesAfter({ bestOf: 1, games: [{ winner: 1 }] })).toBe(50 * 60_000)
  })

  it('a series settles at the latest end of its games, whatever their order', () => {
    const games = [{ winner: 1, minutes: 30, hour: 3 } as const, { winner: 1, minutes: 30, hour: 1 } as const]
    expect(settlesAfter({ games })).toBe(3 * hourMs + 30 * 60_000)
  })

  it('a series without a decision by its games settles a day later', () => {
    const day = 24 * hourMs
    expect(settlesAfter({ bestOf: 3, games: [{ winner: 1, minutes: 30 }] })).toBe(day + 30 * 60_000)
    expect(settlesAfter({ bestOf: 5, games: [{ winner: 1 }, { winner: 1 }] })).toBe(day + hourMs + 50 * 60_000)
    expect(settlesAfter({ games: [] })).toBe(day)
  })

  it('a best of 2 settles with its second game, or a day later when only one game is known', () => {
    expect(settlesAfter({ bestOf: 2, games: [{ winner: 1 }, { winner: 2 }] })).toBe(hourMs + 50 * 60_000)
    expect(settlesAfter({ bestOf: 2, games: [{ winner: 1 }, { winner: 1 }] })).toBe(hourMs + 50 * 60_000)
    expect(settlesAfter({ bestOf: 2, games: [{ winner: 1 }] })).toBe(24 * hourMs + 50 * 60_000)
  })
})

describe('the winner by the games alone', () => {
  it('the winner is the team with the wins that the series requires', () => {
    const winner = (bestOf: number, winners: readonly (1 | 2)[]) =>
      decidedWinner(playedSeries({ bestOf, teams: [7, 8], games: winners.map((team) => ({ winner: team, blue: 2 })) }))
    expect(winner(1, [2])).toBe(8)
    expect(winner(3, [1, 2, 1])).toBe(7)
    expect(winner(5, [2, 2, 1, 2])).toBe(8)
    expect(winner(2, [1, 1])).toBe(7)
    expect(winner(2, [1, 2])).toBeNull()
    expect(winner(3, [1, 2])).toBeNull()
    expect(winner(5, [])).toBeNull()
  })
})

describe('learning settled series', () => {
  const sketch: SeriesSketch = { bestOf: 1, games: [{ winner: 1, minutes: 30 }] }

  it('settle learns a series as soon as its last game has ended', () => {
    const state = stateWith(sketch)
    expect(settle(state, startMs + 30 * 60_000 - 1)).toEqual([])
    expect(state.ratings.teams.size).toBe(0)
    expect(settle(state, startMs + 30 * 60_000)).toEqual([playedSeries(sketch)])
    expect(state.ratings.teams.size).toBe(2)
    expect(state.pending).toEqual([])
  })

  it('settle learns a series only once', () => {
    const state = stateWith(sketch)
    settle(state, startMs + hourMs)
    const mean = state.ratings.teams.get(1)!.mean
    expect(settle(state, startMs + 2 * hourMs)).toEqual([])
    expect(state.ratings.teams.get(1)!.mean).toBe(mean)
  })

  it('settle learns in order of the ends, then of the teams, whatever the ids or the order of adding', () => {
    const long: SeriesSketch = { id: 4, teams: [1, 2], bestOf: 1, games: [{ winner: 1, minutes: 59 }] }
    const short: SeriesSketch = { id: 9, teams: [3, 4], bestOf: 1, games: [{ winner: 1, minutes: 20 }] }
    const same: SeriesSketch = { id: 2, teams: [5, 6], bestOf: 1, games: [{ winner: 1, minutes: 59 }] }
    const orders = [
      [long, short, same],
      [same, long, short],
      [short, same, long],
    ]
    for (const order of orders) {
      const settled = settle(stateWith(...order), Number.POSITIVE_INFINITY)
      expect(settled.map(({ id }) => id)).toEqual([9, 4, 2])
    }
  })

  it('settle leaves a running series pending when a later one has ended', () => {
    const running: SeriesSketch = {
      id: 1,
      games: [
        { winner: 1, minutes: 40 },
        { winner: 1, minutes: 40, hour: 4 },
      ],
    }
    const quick: SeriesSketch = { id: 2, teams: [3, 4], bestOf: 1, games: [{ winner: 2, minutes: 20, hour: 1 }] }
    const state = stateWith(running, quick)
    expect(settle(state, startMs + 2 * hourMs).map(({ id }) => id)).toEqual([2])
    expect(state.pending.map(({ id }) => id)).toEqual([1])
  })
})

it('the date of a state is the start of the last added game, settled or not', () => {
  const state = stateWith({ id: 2, day: firstDay + 3, games: [{ winner: 1 }, { winner: 2, hour: 5 }] })
  expect(state.asOfMs).toBe(startMs + 3 * 24 * hourMs + 5 * hourMs)
  addPlayed(state, playedSeries({ id: 1, games: [{ winner: 1 }] }))
  expect(state.asOfMs).toBe(startMs + 3 * 24 * hourMs + 5 * hourMs)
})
