import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCells, parseTimestamp } from '#pipeline/history/csv/cells.ts'
import { readHistory } from '#pipeline/history/read-history.ts'
import { type Row, riftlineTables, writeTables } from '../../support/history.ts'
import { oracleRows } from '../../support/oracles-elixir.ts'

const reports = 'test/fixtures/reports'
const nowMs = Date.UTC(2026, 6, 1)

const readRows = async (rows: readonly Row[]) => readHistory(await writeTables({ '2031_match_data': [...rows] }))

/** The rows of a file with those of one game changed. */
function changed(change: Partial<Row>): { readonly rows: readonly Row[]; readonly id: string } {
  const rows = oracleRows(2025)
  const id = rows[0]!.gameid!
  return { id, rows: rows.map((row) => (row.gameid === id ? ({ ...row, ...change } as Row) : row)) }
}

describe('readHistory', () => {
  it('readHistory leaves out and reports a game that begins in the future, in both layouts', async () => {
    const mistyped = await readHistory(`${reports}/34-mistyped-year`, { nowMs })
    expect(mistyped.games).toBe(3)
    expect(mistyped.skipped).toHaveLength(1)
    expect(mistyped.skipped[0]!.reason).toMatch(/^date: expected a date up to 2026-07-01T00:00:00, got "2062-03-11/)
    const own = await readHistory(await writeTables(riftlineTables()), { nowMs })
    expect(own.games).toBe(0)
    expect(own.skipped.some(({ reason }) => reason.startsWith('date_utc: expected a date up to'))).toBe(true)
  })

  it('readHistory refuses a file in another encoding than UTF-8, and names the line', async () => {
    await expect(readHistory(`${reports}/05-latin1`)).rejects.toMatchObject({
      code: 'history_invalid',
      message: expect.stringMatching(/OraclesElixir\.csv, line 2: expected UTF-8/),
    })
  })

  it('games of one day are ordered by their numbers', async () => {
    const { series } = await readHistory(`${reports}/07-day-only`)
    expect(series.map(({ bestOf, games }) => [bestOf, games.map(({ id }) => id)])).toEqual([
      [3, ['ESPORTSTMNT01_998', 'ESPORTSTMNT01_999', 'ESPORTSTMNT01_1000']],
    ])
  })

  it('rows of blanks are ignored, and nan is an unknown value', async () => {
    const plain = await readRows(oracleRows(2025))
    const rows = oracleRows(2025)
    const blank = Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, ' ']))
    const padded = [...rows.map((row) => ({ ...row, golddiffat15: row.golddiffat15 || 'nan' })), blank, blank]
    expect(await readRows(padded)).toEqual(plain)
    const { rows: unnamed, id } = changed({ playername: 'nan', playerid: '' })
    const history = await readRows(unnamed)
    const game = history.series.flatMap(({ games }) => games).find((one) => one.id === id)!
    expect(game.sides.flatMap(({ playerIds }) => playerIds).every((player) => player === null)).toBe(true)
  })

  it('a game of length 0 counts for its winner, with unknown length', async () => {
    const { rows, id } = changed({ gamelength: '0' })
    const history = await readRows(rows)
    expect(history.skipped).toEqual([])
    const gameOf = ({ series }: Awaited<ReturnType<typeof readRows>>) =>
      series.flatMap(({ games }) => games).find((game) => game.id === id)!
    expect(gameOf(history)).toEqual({ ...gameOf(await readRows(oracleRows(2025))), lengthSeconds: null })
    expect([0, 1]).toContain(gameOf(history).winner)
  })

  it('a game that a file lists twice counts once', async () => {
    const rows = oracleRows(2025)
    const plain = await readRows(rows)
    for (const id of [rows[0]!.gameid, rows.at(-1)!.gameid]) {
      const history = await readRows([...rows, ...rows.filter(({ gameid }) => gameid === id)])
      expect([history.games, history.series]).toEqual([plain.games, plain.series])
    }
  })

  it('a stopped game has no winner: one under five minutes, or an early one with a number that is played again', async () => {
    const { rows, id } = changed({ gamelength: '200' })
    const short = await readRows(rows)
    expect(short.skipped).toEqual([
      { file: expect.any(String), line: 2, reason: `gamelength: ${id} was stopped and does not count` },
    ])
    const first = oracleRows(2025).filter(({ gameid }) => gameid === id)
    const hourBefore = (date: string): string =>
      new Date(Date.parse(`${date.replace(' ', 'T')}Z`) - 3_600_000).toISOString().slice(0, 19)
    const stopped = first.map((row) => ({ ...row, gameid: 'STOPPED', date: hourBefore(row.date!), gamelength: '700' }))
    const again = await readRows([...stopped, ...oracleRows(2025)])
    expect(again.series).toEqual((await readRows(oracleRows(2025))).series)
    expect(again.skipped.map(({ reason }) => reason)).toEqual(['gamelength: STOPPED was stopped and does not count'])
  })

  it('readHistory leaves out and reports a copy of a yearly file beside it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'riftline-copies-'))
    const name = '2026_LoL_esports_match_data_from_OraclesElixir'
    for (const copy of ['', ' (1)', ' (2)']) {
      await cp(`${reports}/07-day-only/${name}.csv`, join(folder, `${name}${copy}.csv`))
    }
    const history = await readHistory(folder)
    expect(history.games).toBe(3)
    expect(history.skipped.map(({ file }) => file)).toEqual([`${name} (1).csv`, `${name} (2).csv`])
  })
})

it.each([
  ['16.1', '16.10'],
  ['16.2', '16.20'],
  ['16.01', '16.01'],
  ['16.10', '16.10'],
  ['16.3', '16.03'],
  ['9.24', '9.24'],
  ['', null],
])('the patch cell %s is read as %s', (cell, patch) => {
  expect(createCells(() => cell).patch('patch')).toBe(patch)
})

it.each([
  '2026-03-10T08:00:00',
  '2026-03-10 08:00:00Z',
  '2026-03-10T08:00:00.123Z',
  '2026-03-10 08:00:00+00:00',
  '2026-03-10T08:00:00.123456+00',
  '2026-03-10T17:00:00+09:00',
  '2026-03-10T03:00:00-0500',
])('%s is read as a time', (text) => {
  expect(parseTimestamp(text)).toBe(Date.UTC(2026, 2, 10, 8))
})

it.each(['2026-03-10T08:00:00+15:00', '2026-03-10T08:00:00.', '2026-03-10T08:00:00+9', '2026-03-10T08:00'])(
  '%s is refused as a time',
  (text) => {
    expect(parseTimestamp(text)).toBeUndefined()
  },
)
