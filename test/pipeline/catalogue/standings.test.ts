import { describe, expect, it } from 'vitest'
import {
  addSeries,
  addToStandings,
  joinStandings,
  openStandings,
  packStandings,
  toStandings,
} from '#pipeline/catalogue/standings.ts'
import type { Game, HistorySeries } from '#pipeline/history/types.ts'

type Result = readonly [winner: number, loser: number, form?: Partial<HistorySeries>]

const dayMs = 86_400_000

/** Packed rows of best-of-3 play-off series, one a day; each pair is winner and loser. */
function packedOf(all: readonly Result[]): readonly (readonly number[])[] {
  const standings = openStandings()
  for (const [day, [winner, loser, form = {}]] of all.entries()) {
    for (let game = 0; game < 2; game++) {
      addToStandings(standings, { winner: 0, sides: [{ teamId: winner }, { teamId: loser }] } as unknown as Game, 7)
    }
    const series = { tournamentId: 7, startMs: (day + 1) * dayMs, playoffs: true, bestOf: 3, complete: true }
    addSeries(standings, { ...series, team1Id: winner, team2Id: loser, winnerTeamId: winner, ...form } as HistorySeries)
  }
  return packStandings(standings)
}

function standingsOf(all: readonly Result[], hasWinner = true) {
  return toStandings(openStandings(packedOf(all)).get(7), new Map(), { games: 2 * all.length, hasWinner })
}

/** Copies of the series with the given fields replaced. */
function as(form: Partial<HistorySeries>, all: readonly Result[]): readonly Result[] {
  return all.map(([winner, loser]) => [winner, loser, form])
}

function winnerOf(all: readonly Result[], hasWinner = true): number | null {
  return standingsOf(all, hasWinner).winnerTeam?.id ?? null
}

const fourTeams: readonly Result[] = [
  [1, 2],
  [3, 4],
  [3, 1],
]
const eightTeams: readonly Result[] = [
  [1, 2],
  [3, 4],
  [5, 6],
  [7, 8],
  [1, 3],
  [7, 5],
  [1, 7],
]

describe('the winner of a tournament', () => {
  it('the winner of a tournament is the winner of its last play-off series', () => {
    const { winnerTeam, teams } = standingsOf(fourTeams)
    expect(winnerTeam?.id).toBe(3)
    expect(teams?.map(({ team, record, seriesRecord }) => [team.id, record, seriesRecord])).toEqual([
      [3, '4W - 0L', '2W - 0L'],
      [1, '2W - 2L', '1W - 1L'],
      [2, '0W - 2L', '0W - 1L'],
      [4, '0W - 2L', '0W - 1L'],
    ])
  })

  it('a lower bracket and a match for third place leave the winner unchanged', () => {
    const start: readonly Result[] = [
      [1, 2],
      [3, 4],
      [1, 3],
      [2, 4],
      [3, 2],
    ]
    expect(winnerOf([...start, [3, 1]])).toBe(3)
    expect(winnerOf([...start, [1, 3]])).toBe(1)
    expect(
      winnerOf([
        [1, 2],
        [3, 4],
        [2, 4],
        [1, 3],
      ]),
    ).toBe(1)
  })

  it('the winner is null while more series may follow, or when a series is missing', () => {
    expect(winnerOf(fourTeams, false)).toBe(null)
    expect(winnerOf(fourTeams.slice(0, 2))).toBe(null)
    expect(
      winnerOf([
        [1, 2],
        [3, 4],
        [1, 3],
        [3, 4],
      ]),
    ).toBe(null)
    expect(toStandings(undefined, new Map(), { games: 4, hasWinner: true })).toEqual({ teams: null, winnerTeam: null })
  })

  it('best-of-5 series at the end count as play-offs even if stated otherwise', () => {
    const groups: readonly Result[] = as({ playoffs: false, bestOf: 1 }, [
      [2, 3],
      [4, 1],
      [4, 5],
    ])
    const playIn: Result = [4, 6, { bestOf: 5 }]
    for (const playoffs of [false, null]) {
      expect(winnerOf([playIn, ...groups, ...as({ playoffs, bestOf: 5 }, fourTeams)])).toBe(3)
    }
  })

  it('promotion series after the final leave the winner unchanged', () => {
    const promotion = as({ playoffs: false, bestOf: 5 }, [
      [5, 6],
      [5, 7],
    ])
    expect(winnerOf([...fourTeams, ...promotion])).toBe(3)
  })

  it('a team counts as eliminated when a game of its series is missing and its opponent played on', () => {
    const unknown: Partial<HistorySeries> = { complete: false, winnerTeamId: null }
    const [first, second, final] = fourTeams as [Result, Result, Result]
    expect(winnerOf([[1, 2, unknown], second, final])).toBe(3)
    expect(winnerOf([first, second, [3, 1, unknown]])).toBe(null)
    expect(winnerOf([first, second, [5, 6, unknown], final])).toBe(null)
  })

  it('a single bracket of eight or more teams counts as play-offs even if not stated', () => {
    expect(winnerOf(as({ playoffs: null }, eightTeams))).toBe(1)
    expect(winnerOf(as({ playoffs: null }, fourTeams))).toBe(null)
    // One team loses twice, as in a league.
    expect(winnerOf(as({ playoffs: null }, [[3, 8], ...eightTeams]))).toBe(null)
    expect(winnerOf([...as({ playoffs: null }, eightTeams.slice(0, 6)), [1, 7, { playoffs: null, bestOf: 5 }]])).toBe(1)
  })

  it('a single series does not decide a tournament', () => {
    expect(winnerOf([[1, 2, { bestOf: 5 }]])).toBe(null)
  })

  it('a series that was incomplete in earlier artifacts is stored once when it becomes complete', () => {
    const [first, second, final] = fourTeams as [Result, Result, Result]
    const before = openStandings(packedOf([first, second, [3, 1, { complete: false, winnerTeamId: null }]]))
    const complete = { tournamentId: 7, startMs: 3 * dayMs, playoffs: true, bestOf: 3, complete: true }
    addSeries(before, { ...complete, team1Id: 1, team2Id: 3, winnerTeamId: final[0] } as HistorySeries)
    expect(packStandings(before)).toEqual(packedOf(fourTeams))
  })

  it('the later series of two joined teams count for the joined team', () => {
    const rows = joinStandings(
      packedOf([
        [1, 2],
        [5, 4],
        [3, 1],
      ]),
      new Map([[5, 3]]),
    )
    expect(toStandings(openStandings(rows).get(7), new Map(), { games: 6, hasWinner: true })).toMatchObject({
      winnerTeam: { id: 3 },
      teams: [{ seriesRecord: '2W - 0L' }, {}, {}, {}],
    })
  })
})
