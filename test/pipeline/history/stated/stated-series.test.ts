import type { StatedSeries } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { noExternalIds } from '#pipeline/history/external-ids.ts'
import { findSeries, type SourcedGame } from '#pipeline/history/stated/merge-games.ts'
import { toHistory } from '#pipeline/history/stated/to-history.ts'
import { noNames } from '#pipeline/names/names.ts'
import { statedGame } from '../../../support/stated-games.ts'

const hourMs = 3_600_000
const start = statedGame().startMs

function game(number: number, more: Partial<SourcedGame> = {}): SourcedGame {
  return {
    ...statedGame({ id: `G${number}`, gameNumber: number, startMs: start + number * hourMs, seriesId: 'M1' }),
    ...more,
  }
}

function series(more: Partial<StatedSeries> = {}): StatedSeries {
  const teams = [
    { name: 'Amber Foxes', sourceId: null },
    { name: 'Copper Cranes', sourceId: null },
  ] as const
  return {
    ...{ source: 'leaguepedia', id: 'M1', state: 'ended', scheduledMs: start, startedMs: null, league: 'INV' },
    ...{ tournament: null, bestOf: 3, teams, score: null, advantage: [0, 0], winner: null, forfeit: false },
    ...more,
  }
}

const read = (games: readonly SourcedGame[], stated: readonly StatedSeries[]) =>
  toHistory(games, { known: noExternalIds, names: noNames }, () => {}, findSeries(games, stated)).series

describe('series that sources name', () => {
  it('a series named by a source keeps its games over midnight and pauses, apart from another of the same pair', () => {
    const late = game(2, { startMs: start + 30 * hourMs })
    const other = game(3, { startMs: start + 31 * hourMs, seriesId: 'M2', gameNumber: 1 })
    expect(read([game(1), late, other], []).map(({ games }) => games.length)).toEqual([2, 1])
  })

  it('the best-of of a stated series comes from lolesports, else Leaguepedia, else its games', () => {
    const both = [game(1, { statements: [game(1), { ...game(1), source: 'lolesports', seriesId: '77' }] }), game(2)]
    const lolesports = series({ source: 'lolesports', id: '77', bestOf: 5 })
    expect(read(both, [series(), lolesports])[0]?.bestOf).toBe(5)
    expect(read(both, [series({ bestOf: 1 }), { ...lolesports, bestOf: null }])[0]?.bestOf).toBe(1)
    expect(read(both, [])[0]?.bestOf).toBe(3)
  })

  it('two stated series are one when a game carries the ids of both sources', () => {
    const linked = game(2, { statements: [game(2), { ...game(2), source: 'lolesports', seriesId: '77' }] })
    const fromOther = game(3, { statements: [{ ...game(3), source: 'lolesports', seriesId: '77' }] })
    expect(read([game(1), linked, fromOther], []).map(({ games }) => games.length)).toEqual([3])
  })

  it('a stated series includes a game that its source assigns to no series', () => {
    const unnamed = game(2, { seriesId: null })
    expect(read([game(1), unnamed], []).map(({ games }) => games.length)).toEqual([2])
    expect(read([game(1, { seriesId: null }), game(2)], []).map(({ games }) => games.length)).toEqual([2])
  })

  it('a series decided by forfeit or awarded games has no winner and is not complete, but its games count', () => {
    const games = [game(1), game(2)]
    expect(read(games, [series()])[0]).toMatchObject({ complete: true, winnerTeamId: 1 })
    for (const awarded of [series({ forfeit: true }), series({ advantage: [1, 0] })]) {
      const [one] = read(games, [awarded])
      expect([one?.complete, one?.winnerTeamId, one?.games.length]).toEqual([false, null, 2])
    }
  })
})

describe("people's names in other sources", () => {
  const named = (source: string, prefix: string) => {
    const { sides } = statedGame()
    const side = (index: 0 | 1) => ({
      ...sides[index],
      team: { name: sides[index].team.name, sourceId: `${prefix}${sides[index].team.name}` },
      seats: sides[index].seats!.map((seat) => ({
        ...seat,
        player: { name: seat.player!.name, sourceId: `${prefix}${seat.player!.name}` },
      })),
    })
    return statedGame({ source, sides: [side(0), side(1)] })
  }
  const lp = named('leaguepedia', 'leaguepedia:')
  const le = named('lolesports', 'lolesports:')

  it('names from other sources are learned, so that each source alone later finds the same people', () => {
    const history = (games: readonly SourcedGame[], known = noExternalIds) =>
      toHistory(
        games,
        { known, names: noNames },
        () => {},
        () => null,
        Number.POSITIVE_INFINITY,
      )
    const first = history([{ ...lp, statements: [lp, le] }])
    const renamed = { ...le, id: 'G9', startMs: le.startMs + 24 * hourMs }
    const seat = renamed.sides[0].seats![0]!
    const stranger = { ...seat, player: { name: 'Another Name', sourceId: seat.player!.sourceId } }
    const sides = [
      { ...renamed.sides[0], seats: [stranger, ...renamed.sides[0].seats!.slice(1)] },
      renamed.sides[1],
    ] as const
    const later = history([{ ...renamed, sides }], first.externalIds)
    expect(later.series[0]?.games[0]?.sides).toEqual(first.series[0]?.games[0]?.sides)
    expect(later.externalIds?.players.last).toBe(10)
  })
})
