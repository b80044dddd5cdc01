import { expect, it } from 'vitest'
import { addSeries, addToStandings, openStandings, packStandings, toStandings } from '#pipeline/catalogue/standings.ts'
import type { Game, Series } from '#pipeline/history/types.ts'

type Told = readonly [winner: number, loser: number]

/** Best-of-3 series of the play-offs, one a day; a pair is who won and who lost. */
function standingsOf(all: readonly Told[], isOver = true) {
  const standings = openStandings()
  for (const [day, [winner, loser]] of all.entries()) {
    for (let game = 0; game < 2; game++) {
      addToStandings(standings, { winner: 0, sides: [{ teamId: winner }, { teamId: loser }] } as unknown as Game, 7)
    }
    const series = { tournamentId: 7, startMs: (day + 1) * 86_400_000, playoffs: true, bestOf: 3, complete: true }
    addSeries(standings, { ...series, team1Id: winner, team2Id: loser, winnerTeamId: winner } as unknown as Series)
  }
  const read = openStandings(packStandings(standings))
  return toStandings(read.get(7), new Map(), { games: 2 * all.length, isOver })
}

it('who won the last series of the play-offs won the tournament', () => {
  const { winnerTeam, teams } = standingsOf([
    [1, 2],
    [3, 4],
    [3, 1],
  ])
  expect(winnerTeam?.id).toBe(3)
  expect(teams?.map(({ team, record, seriesRecord }) => [team.id, record, seriesRecord])).toEqual([
    [3, '4W - 0L', '2W - 0L'],
    [1, '2W - 2L', '1W - 1L'],
    [2, '0W - 2L', '0W - 1L'],
    [4, '0W - 2L', '0W - 1L'],
  ])
})

it('a lower bracket and a match for the third place change nothing', () => {
  expect(
    standingsOf([
      [1, 2],
      [3, 4],
      [1, 3],
      [2, 4],
      [3, 2],
      [3, 1],
    ]).winnerTeam?.id,
  ).toBe(3)
  expect(
    standingsOf([
      [1, 2],
      [3, 4],
      [1, 3],
      [2, 4],
      [3, 2],
      [1, 3],
    ]).winnerTeam?.id,
  ).toBe(1)
  expect(
    standingsOf([
      [1, 2],
      [3, 4],
      [2, 4],
      [1, 3],
    ]).winnerTeam?.id,
  ).toBe(1)
})

it('nobody won for certain while more may be played, or where a series is missing', () => {
  expect(
    standingsOf(
      [
        [1, 2],
        [3, 4],
        [3, 1],
      ],
      false,
    ).winnerTeam,
  ).toBe(null)
  expect(
    standingsOf([
      [1, 2],
      [3, 4],
    ]).winnerTeam,
  ).toBe(null)
  expect(toStandings(undefined, new Map(), { games: 4, isOver: true })).toEqual({ teams: null, winnerTeam: null })
})
