import type { CapturedOdds, StatedGame, StatedSeries } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { addCaptured, type JoinedOdds, joinOdds, playedPairs, toSeriesOdds } from '#pipeline/sync/learned-odds.ts'
import { firstDay, momentMs } from '../../support/played-league.ts'
import { historySeries } from '../../support/played-league-history.ts'
import { statedGame } from '../../support/stated-games.ts'

// Series `n` begins at midnight of its day; its games are `n-1` and `n-2`.

const game = { winner: 1, blue: 1 } as const
const series = (id: number, day: number, teams: readonly [number, number] = [1, 2]) =>
  historySeries({ id, day: firstDay + day, teams, games: [game, game] })

const at = (day: number, hour: number): number => momentMs(firstDay + day, hour)

interface Fields extends Partial<Omit<CapturedOdds, 'prices'>> {
  /** Odds by hours from midnight of the first day. */
  readonly prices?: Readonly<Record<number, readonly [number, number]>>
}

const captured = ({ prices = { '-2': [2, 1.8] }, ...fields }: Fields = {}): CapturedOdds => ({
  ...{ esportsMatchId: 'm', source: 'kalshi', scheduledMs: at(0, 0), teams: [1, 2], ...fields },
  prices: Object.entries(prices)
    .map(([hour, odds]) => ({ capturedMs: at(0, Number(hour)), odds }))
    .sort((a, b) => a.capturedMs - b.capturedMs),
})

interface Around {
  readonly games?: readonly StatedGame[]
  readonly stated?: readonly StatedSeries[]
  readonly joins?: ReadonlyMap<number, number>
  readonly kept?: readonly CapturedOdds[]
}

function join(
  played: readonly ReturnType<typeof series>[],
  odds: readonly CapturedOdds[],
  { games = [], stated = [], joins = new Map(), kept = [] }: Around = {},
): readonly JoinedOdds[] {
  return joinOdds(
    addCaptured(kept, odds),
    playedPairs({ history: { ...emptyHistory, series: played }, games }, stated),
    joins,
  )
}

const emptyHistory = {
  ...{ series: [], teams: [], players: [], champions: [], tournaments: [], playerGames: [], odds: [], teamSeasons: [] },
  ...{ skipped: [], games: 0 },
}

const found = (joined: readonly JoinedOdds[]): unknown =>
  joined.map(({ esportsMatchId, series }) => [esportsMatchId, series.id])

describe('captured odds and their series', () => {
  it('captured odds belong to the nearest series of their pair within 12 hours, in either order, and to none beyond', () => {
    const played = [series(1, 0), series(2, 1), series(3, 0, [1, 3])]
    const near = [
      captured({ esportsMatchId: 'a', scheduledMs: at(0, 3), teams: [2, 1] }),
      captured({ esportsMatchId: 'b', scheduledMs: at(1, -2) }),
    ]
    expect(found(join(played, near))).toEqual([
      ['a', 1],
      ['b', 2],
    ])
    expect(found(join(played, [captured({ scheduledMs: at(1, 13) })]))).toEqual([])
    expect(found(join(played, [captured({ teams: [2, 3] })]))).toEqual([])
  })

  it('captured odds belong to the series that the schedule knows by their id, even if another of the pair is nearer', () => {
    const named = (id: string, source: string, seriesId: string) => statedGame({ id, source, seriesId })
    const games = [named('1-1', 'leaguepedia', 'M1'), named('2-1', 'lolesports', '77')]
    const odds = [
      captured({ esportsMatchId: 'lp:M1', scheduledMs: at(1, 0) }),
      captured({ esportsMatchId: '77', scheduledMs: at(-2, 0) }),
    ]
    expect(found(join([series(1, 0), series(2, 1)], odds, { games }))).toEqual([
      ['lp:M1', 1],
      ['77', 2],
    ])
  })

  it('captured odds belong to one series: one source gives one price, two sources give two', () => {
    const odds = [
      captured({ esportsMatchId: 'a', scheduledMs: at(0, 1) }),
      captured({ esportsMatchId: 'b', scheduledMs: at(0, 2) }),
      captured({ esportsMatchId: 'c', source: 'polymarket', scheduledMs: at(0, 5) }),
    ]
    expect(found(join([series(1, 0)], odds))).toEqual([
      ['a', 1],
      ['c', 1],
    ])
  })

  it('captured odds are matched by a former team id, from the capture or from the game', () => {
    const joins = new Map([[901, 1]])
    const row = { seriesId: 1, decimalOdds1: 2, decimalOdds2: 1.8 }
    const late = join([series(1, 0)], [captured({ teams: [901, 2] })], { joins })
    expect(toSeriesOdds(late)).toMatchObject([{ ...row, team1Id: 1, team2Id: 2 }])
    const early = join([series(1, 0, [2, 901])], [captured({ teams: [1, 2] })], { joins })
    expect(toSeriesOdds(early)).toMatchObject([{ ...row, team1Id: 901, team2Id: 2 }])
  })
})

describe('the rows of captured odds', () => {
  const prices = { '-9': [2, 1.8], '-5': [2.1, 1.7], '-1': [2.2, 1.6], 1: [9, 1.01] } as const

  it('the rows are the first price and the closing line, which is the last price before the true start', () => {
    const row = { seriesId: 1, startMs: at(0, 0), team1Id: 1, team2Id: 2 }
    const closing = { ...row, capturedMs: at(0, -1), decimalOdds1: 2.2, decimalOdds2: 1.6, isClosing: true }
    const first = { ...row, capturedMs: at(0, -9), decimalOdds1: 2, decimalOdds2: 1.8 }
    const rowsOf = (...args: Parameters<typeof join>) => toSeriesOdds(join(...args))
    expect(rowsOf([series(1, 0)], [captured({ prices })])).toEqual([
      { ...first, book: 'kalshi' },
      { ...closing, book: 'kalshi' },
    ])
    const [only] = rowsOf([series(1, 0)], [captured({ source: '', prices: { '-1': [2.2, 1.6] } })])
    expect(only).toEqual({ ...closing, book: 'import' })
    const early = { source: 'leaguepedia', id: 'M1', startedMs: at(0, -3) } as StatedSeries
    const games = [statedGame({ id: '1-1', seriesId: 'M1' })]
    const rows = rowsOf([series(1, 0)], [captured({ prices })], { games, stated: [early] })
    expect(rows.at(-1)).toMatchObject({ capturedMs: at(0, -5), isClosing: true })
    expect(rowsOf([series(1, 0)], [captured({ prices: { 1: [2, 2] } })])).toEqual([])
  })

  it('the rows are the same if the store has dropped the first price and swapped the teams', () => {
    const kept = join([series(1, 0)], [captured({ prices })])
    const rows = toSeriesOdds(kept)
    expect(kept[0]!.prices).toHaveLength(2)
    expect(toSeriesOdds(join([series(1, 0)], [], { kept }))).toEqual(rows)
    const turned = captured({ teams: [2, 1], prices: { '-5': [1.7, 2.1] } })
    const again = toSeriesOdds(join([series(1, 0)], [turned], { kept }))
    const ofTeam1 = again.map((row) => (row.team1Id === 1 ? row.decimalOdds1 : row.decimalOdds2))
    expect(ofTeam1).toEqual(rows.map(({ decimalOdds1 }) => decimalOdds1))
  })
})
