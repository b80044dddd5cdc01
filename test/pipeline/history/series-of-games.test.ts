import { describe, expect, it } from 'vitest'
import { bareSide } from '#pipeline/history/riftline/game-rows.ts'
import { inferBestOf } from '#pipeline/history/stated/best-of.ts'
import { closeSeries, cutSeries, type LooseGame } from '#pipeline/history/stated/cut-series.ts'

const hourMs = 3_600_000

interface Plan {
  readonly teams?: readonly [number, number]
  readonly atHour?: number
  readonly number?: number | null
  readonly winner?: number
  readonly phase?: string
  readonly seriesKey?: string | null
}

let count = 0
function game({
  teams = [1, 2],
  atHour = 0,
  number = null,
  winner = teams[0],
  phase = 'P',
  seriesKey = null,
}: Plan): LooseGame {
  count += 1
  return Object.freeze({
    id: `G${count}`,
    startMs: Date.UTC(2031, 0, 1) + atHour * hourMs,
    tournamentId: 1,
    league: 'INV',
    patch: null,
    lengthSeconds: null,
    sides: [bareSide(teams[0]), bareSide(teams[1])] as const,
    sidesKnown: true,
    winner: winner === teams[0] ? 0 : 1,
    firsts: {},
    number,
    seriesKey,
    playoffs: null,
    phase,
  })
}

const lengths = (games: readonly LooseGame[]): readonly number[] => cutSeries(games).map((series) => series.length)

/** A series of the given winners, one game an hour. */
function series(winners: readonly number[], day: number, phase = 'P'): readonly LooseGame[] {
  return winners.map((winner, index) => game({ winner, atHour: day * 24 + index, number: index + 1, phase }))
}

describe('cutSeries', () => {
  it('a game with number 1 begins a new series', () => {
    expect(lengths([1, 2, 1, 2, 3].map((number, atHour) => game({ number, atHour })))).toEqual([2, 3])
  })

  it('a game number that does not rise begins a new series', () => {
    expect(lengths([2, 3, 3].map((number, atHour) => game({ number, atHour })))).toEqual([2, 1])
  })

  it('a pause of more than four hours begins a new series', () => {
    expect(lengths([0, 4, 8.01].map((atHour) => game({ atHour })))).toEqual([2, 1])
  })

  it('the third win of a team ends a series', () => {
    expect(lengths([0, 1, 2, 3].map((atHour) => game({ atHour })))).toEqual([3, 1])
  })

  it('a series keeps its games when the sides change, and apart from other pairs that play meanwhile', () => {
    const games = [game({}), game({ teams: [3, 4], atHour: 0.5 }), game({ teams: [2, 1], atHour: 1 })]
    expect(lengths(games)).toEqual([2, 1])
  })
})

describe('inferBestOf', () => {
  it('three wins or a fourth game make a best of 5', () => {
    expect(inferBestOf([series([1, 1, 1], 0), series([1, 2, 1, 2], 1)])).toEqual([5, 5])
  })

  it('2-0 and 2-1 make a best of 3', () => {
    expect(inferBestOf([series([1, 1], 0), series([1, 2, 1], 1)])).toEqual([3, 3])
  })

  it('2-0 and 1-1 make a best of 2 when draws are more frequent than 2-1', () => {
    expect(inferBestOf([series([1, 2], 0), series([1, 1], 1)])).toEqual([2, 2])
  })

  it('a single game is a best of 1 when single games are usual', () => {
    expect(inferBestOf([series([1], 0), series([2], 1), series([1, 1], 2)])).toEqual([1, 1, 3])
  })

  it('a single game among longer series is a best of 3 with a missing game', () => {
    expect(inferBestOf([series([1], 0), series([2, 2], 1), series([1, 2, 1], 2)])).toEqual([3, 3, 3])
  })

  it('a single game on a day of single games is a best of 1, also in a phase of longer series', () => {
    const long = [series([1, 1], 5), series([1, 2, 1], 6), series([1, 1], 7)]
    expect(inferBestOf([series([1], 0), series([1], 0), ...long])).toEqual([1, 1, 3, 3, 3])
  })

  it('a single game that is not number 1 is not a best of 1', () => {
    expect(inferBestOf([[game({ number: 2 })], series([1], 1), series([1], 2)])).toEqual([3, 1, 1])
  })

  it('the best-of is inferred separately for each phase', () => {
    const all = [series([1], 0, 'A'), series([1], 1, 'B'), series([1, 1], 2, 'B'), series([1, 1], 3, 'B')]
    expect(inferBestOf(all)).toEqual([1, 3, 3, 3])
  })
})

describe('closeSeries', () => {
  it('a series is complete when its winner has the required wins', () => {
    expect(closeSeries(series([2, 1, 2], 0), 7, 3)).toMatchObject({ id: 7, winnerTeamId: 2, complete: true })
    expect(closeSeries(series([2], 0), 7, 3)).toMatchObject({ winnerTeamId: null, complete: false })
    expect(closeSeries(series([2, 1], 0), 7, 2)).toMatchObject({ winnerTeamId: null, complete: true })
    expect(closeSeries(series([2, 2], 0), 7, 2)).toMatchObject({ winnerTeamId: 2, complete: true })
    expect(closeSeries(series([2], 0), 7, 2)).toMatchObject({ winnerTeamId: null, complete: false })
  })

  it("the order of a series' teams depends on neither strength nor side", () => {
    const first = Array.from({ length: 200 }, (_, day) => closeSeries(series([1, 1], day), day, 3).team1Id)
    const share = first.filter((team) => team === 1).length / first.length
    expect(share).toBeGreaterThan(0.35)
    expect(share).toBeLessThan(0.65)
  })

  it("a series numbers its games itself when the source's numbers do not rise", () => {
    const games = [game({ number: null }), game({ number: null, atHour: 1 })]
    expect(closeSeries(games, 1, 3).games.map(({ gameNumber }) => gameNumber)).toEqual([1, 2])
    const late = [game({ number: 2 }), game({ number: 3, atHour: 1 })]
    expect(closeSeries(late, 1, 3).games.map(({ gameNumber }) => gameNumber)).toEqual([2, 3])
  })
})
