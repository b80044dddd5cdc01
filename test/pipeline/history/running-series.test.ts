import { parseUtc, toUtc } from '@riftline/base'
import { describe, expect, it } from 'vitest'
import { readHistory } from '#pipeline/history/read-history.ts'
import { bareSide } from '#pipeline/history/riftline/game-rows.ts'
import { inferBestOf, isNear, runningSeries } from '#pipeline/history/stated/best-of.ts'
import { cutSeries, type LooseGame } from '#pipeline/history/stated/cut-series.ts'
import { amount } from '../../support/amount.ts'
import { type Row, riftlineTables, writeTables } from '../../support/history.ts'
import { oracleRows } from '../../support/oracles-elixir.ts'

const hourMs = 3_600_000

interface Plan {
  readonly day: number
  readonly winners: readonly (1 | 2)[]
  readonly league?: string
  readonly playoffs?: boolean | null
  readonly hour?: number
}

function gamesOf({ day, winners, league = 'INV', playoffs = false, hour = 12 }: Plan): readonly LooseGame[] {
  return winners.map((winner, index) => ({
    ...{ id: `${league}_${day}_${hour}_${index + 1}`, tournamentId: 1, league, patch: null, lengthSeconds: 1800 },
    startMs: Date.UTC(2031, 0, day, hour + index),
    ...{ sides: [bareSide(1), bareSide(2)] as const, sidesKnown: true, winner: winner === 1 ? 0 : 1, firsts: {} },
    ...{ number: index + 1, seriesKey: null, playoffs, phase: `${league} 2031 ${playoffs ? 'playoffs' : ''}` },
  }))
}

interface Knowledge {
  readonly formats?: Readonly<Record<string, readonly number[]>>
  /** Time from the newest game of the file to the moment it is read. */
  readonly ageMs?: number
}

/** Whether the last series of a file may still be running. */
function lastRuns(plans: readonly Plan[], { formats = {}, ageMs }: Knowledge = {}): boolean {
  const games = plans.flatMap(gamesOf).sort((a, b) => a.startMs - b.startMs)
  const newestMs = games.at(-1)!.startMs
  const cut = cutSeries(games)
  const near = isNear(newestMs)
  const leagueFormats = new Map(Object.entries(formats).map(([league, list]) => [league, new Set(list)]))
  return runningSeries(
    cut,
    inferBestOf(cut, (one) => !near(one)),
    { newestMs, leagueFormats, nowMs: ageMs === undefined ? undefined : newestMs + ageMs },
  ).includes(cut.at(-1)!)
}

const bestOf3: Plan = { day: 1, winners: [1, 2, 1] }
const bestOf5: Plan = { day: 1, winners: [1, 2, 1, 1] }
const bestOf1: Plan = { day: 1, winners: [1] }
const drawn: readonly Plan[] = [1, 2].map((day) => ({ day, winners: [1, 2] }))

describe('a series near the newest game of a file', () => {
  it.each<[string, boolean, readonly Plan[]]>([
    ['2-0 where best-of-5s are played', true, [bestOf5, { day: 4, winners: [1, 1] }]],
    ['3-0 where best-of-5s are played', false, [bestOf5, { day: 4, winners: [1, 1, 1] }]],
    ['2-2 where best-of-5s are played', true, [bestOf5, { day: 4, winners: [1, 1, 2, 2] }]],
    ['1-0 where best-of-3s are played', true, [bestOf3, { day: 4, winners: [1] }]],
    ['1-1 where best-of-3s are played', true, [bestOf3, { day: 4, winners: [1, 2] }]],
    ['2-0 where best-of-3s are played', false, [bestOf3, { day: 4, winners: [1, 1] }]],
    ['1-0 where single games are played', false, [bestOf1, { day: 4, winners: [1] }]],
    [
      '1-0 where single games and best-of-3s are played',
      true,
      [bestOf1, { ...bestOf3, day: 2 }, { day: 4, winners: [1] }],
    ],
    [
      '2-0 where best-of-3s and best-of-5s are played',
      true,
      [bestOf3, { ...bestOf5, day: 2 }, { day: 4, winners: [1, 1] }],
    ],
    ['1-0 where best-of-2s are played', true, [...drawn, { day: 4, winners: [1] }]],
    ['1-1 where best-of-2s are played', false, [...drawn, { day: 4, winners: [1, 2] }]],
    ['1-1 where nothing else is known', true, [{ day: 4, winners: [1, 2] }]],
    ['2-0 in playoffs of which nothing is known', true, [{ day: 4, winners: [1, 1], playoffs: true }]],
    ['2-1 where nothing else is known', false, [{ day: 4, winners: [1, 2, 1] }]],
  ])('%s may be running: %s', (_, runs, plans) => {
    expect(lastRuns(plans)).toBe(runs)
  })

  it('the first single game of a phase may belong to a longer series, whatever formats the league is known for', () => {
    for (const list of [[], [1], [1, 3], [3, 5], [2]])
      expect(lastRuns([bestOf1], { formats: { INV: list } })).toBe(true)
  })

  it.each<[string, boolean, readonly Plan[], readonly number[]]>([
    ['2-0 in a phase never seen, of a league known for best-of-5s', true, [{ day: 4, winners: [1, 1] }], [3, 5]],
    ['2-1 in a phase never seen, of a league known for best-of-3s', false, [{ day: 4, winners: [1, 2, 1] }], [1, 3]],
    ['3-1 in a phase never seen', false, [{ day: 4, winners: [1, 1, 2, 1] }], [3]],
    ['1-1 in a phase never seen, of a league known for best-of-2s', true, [{ day: 4, winners: [1, 2] }], [2]],
    [
      '1-0 in playoffs of which nothing is known, after single games of the season',
      true,
      [bestOf1, { ...bestOf1, day: 2 }, { day: 4, winners: [1], playoffs: true }],
      [1],
    ],
    [
      '1-0 in a phase that nobody calls regular, after single games',
      true,
      [
        { ...bestOf1, playoffs: null },
        { day: 4, winners: [1], playoffs: null },
      ],
      [1],
    ],
    [
      '2-0 where single games alone are played, of a league known for best-of-5s',
      true,
      [bestOf1, { day: 4, winners: [1, 1] }],
      [1, 5],
    ],
    [
      '1-0 in the second league of a file, after best-of-1s of the first',
      true,
      [bestOf1, { day: 4, winners: [1], league: 'TWO' }],
      [],
    ],
  ])('%s may be running: %s', (_, runs, plans, list) => {
    expect(lastRuns(plans, { formats: { INV: list } })).toBe(runs)
  })

  it('days after the newest game of a file, a single first game counts as whole if the league is known for best-of-1s', () => {
    const single = { formats: { INV: [1, 3] } }
    expect(lastRuns([bestOf1], { ...single, ageMs: 47 * hourMs })).toBe(true)
    expect(lastRuns([bestOf1], { ...single, ageMs: 49 * hourMs })).toBe(false)
    expect(lastRuns([bestOf1], { formats: { INV: [3, 5] }, ageMs: 49 * hourMs })).toBe(true)
    expect(lastRuns([bestOf3, { day: 4, winners: [1] }], { ageMs: 49 * hourMs })).toBe(true)
  })

  it('in a phase of known format, a part of a series never counts as whole, and a whole series is never held back', () => {
    const wholes: Readonly<Record<number, readonly (readonly (1 | 2)[])[]>> = {
      1: [[1], [2]],
      2: [
        [1, 1],
        [1, 2],
        [2, 1],
      ],
      3: [
        [1, 1],
        [2, 1, 2],
        [1, 2, 2],
      ],
      5: [
        [2, 2, 2],
        [1, 2, 1, 1],
        [1, 1, 2, 2, 1],
        [2, 1, 1, 2, 2],
      ],
    }
    const shown: Readonly<Record<number, readonly Plan[]>> = { 1: [bestOf1], 2: drawn, 3: [bestOf3], 5: [bestOf5] }
    for (const [bestOf, all] of Object.entries(wholes)) {
      for (const winners of all) {
        // The series begins in the evening, so that longer ones run past midnight.
        const last = { day: 9, hour: 21, winners }
        expect(lastRuns([...shown[Number(bestOf)]!, last]), `${bestOf}: ${winners}`).toBe(false)
        for (let n = 1; n < winners.length; n++) {
          const part = { ...last, winners: winners.slice(0, n) }
          expect(lastRuns([...shown[Number(bestOf)]!, part]), `${bestOf}: ${part.winners}`).toBe(true)
        }
      }
    }
  })

  it('a series is over when another game begins more than four hours after its last; the newest series may be running', () => {
    const open: Plan = { day: 4, winners: [1, 1] }
    const games = [bestOf5, open, { ...bestOf1, day: 4, hour: 18, league: 'LATER' }].flatMap(gamesOf)
    const cut = cutSeries(games)
    expect(runningSeries(cut, inferBestOf(cut), { newestMs: games.at(-1)!.startMs })).toEqual([cut.at(-1)])
  })

  it('a draw at the end of a file does not make its phase a best-of-2', () => {
    const cut = cutSeries(
      [
        { ...bestOf3, winners: [1, 1] as const },
        { day: 4, winners: [1, 2] as const },
      ].flatMap(gamesOf),
    )
    const near = isNear(cut.at(-1)!.at(-1)!.startMs)
    expect(inferBestOf(cut, (one) => !near(one))).toEqual([3, 3])
  })
})

/** A time in the source's format, shifted by `ms`. */
const later = (text: string, ms: number): string => toUtc(parseUtc(text.replace(' ', 'T'))! + ms).replace('T', ' ')

describe('readHistory', () => {
  const read = (name: string) => readHistory(`test/fixtures/reports/${name}`)

  it('a file that ends after game 2 of a best-of-5 holds the series back, and the later file gives the whole series', async () => {
    const early = await read('16-running-bo5')
    expect(early.series.map(({ bestOf, games }) => [bestOf, games.length])).toEqual([
      [5, 4],
      [5, 4],
      [5, 4],
    ])
    expect(early.held).toEqual([
      { id: 'LOLTMNT01_40_1', startMs: Date.UTC(2026, 2, 8, 8), isRunning: true },
      { id: 'LOLTMNT01_40_2', startMs: Date.UTC(2026, 2, 8, 9), isRunning: true },
    ])
    const late = await read('16-running-bo5-later')
    expect(late.held).toBeUndefined()
    expect(late.series.at(-1)).toMatchObject({ bestOf: 5, complete: true })
  })

  it.each([
    ['by day', 0],
    ['across midnight', 8],
  ])('a file that ends after any game never gives a part of a series as whole: %s', async (_, laterHours) => {
    const rows = oracleRows(2025).map((row): Row => ({ ...row, date: later(row.date!, laterHours * hourMs) }))
    const ids = [...new Set(rows.map(({ gameid }) => gameid))]
    const whole = new Map(
      (await readHistory(await writeTables({ one: rows }))).series.map(({ id, games }) => [id, games]),
    )
    // Every fourth game, and others across midnight.
    for (let n = amount(2 + laterHours / 4, 2); n < ids.length; n += amount(4, 1)) {
      const known = rows.filter(({ gameid }) => ids.indexOf(gameid) < n)
      // The second file begins with the newest game.
      const isLast = ({ gameid }: Row): boolean => gameid === ids[n - 1]
      const directory = await writeTables({ one: known.filter((row) => !isLast(row)), two: known.filter(isLast) })
      const { series } = await readHistory(directory)
      for (const { id, games } of series) expect(games.length, `${ids[n - 1]}: ${id}`).toBe(whole.get(id)!.length)
    }
  })

  it('a riftline layout holds back incomplete series near its end, and every game that began after them', async () => {
    const tables = riftlineTables()
    const series = tables.series!.toSorted((a, b) => (a.start_utc! < b.start_utc! ? -1 : 1))
    const last = series.at(-1)!
    Object.assign(last, { complete: '0', winner_team_id: '' })
    const whole = await readHistory(await writeTables(riftlineTables()))
    const { held = [], ...history } = await readHistory(await writeTables(tables))
    const gone = held.map(({ id }) => id)
    expect(gone.length).toBeGreaterThan(0)
    expect(history.series.some(({ id }) => id === Number(last.series_id))).toBe(false)
    expect(history.games).toBe(whole.games - gone.length)
    expect(history.playerGames.filter(({ gameId }) => gone.includes(gameId))).toEqual([])
    const firstMs = Math.min(...held.map(({ startMs }) => startMs))
    expect(history.series.every(({ games }) => games.every(({ startMs }) => startMs < firstMs + hourMs / 60))).toBe(
      true,
    )
  })
})
