import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readHistory } from '#pipeline/history/read-history.ts'
import { type Row, riftlineTables, toCsv, writeTables } from '../../support/history.ts'
import { oracleRows } from '../../support/oracles-elixir.ts'

function refusal(message: RegExp): unknown {
  return expect.objectContaining({
    name: 'RiftlineError',
    code: 'history_invalid',
    message: expect.stringMatching(message),
  })
}

function without(rows: readonly Row[], ...columns: readonly string[]): Row[] {
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column))))
}

describe('readHistory', () => {
  it('readHistory refuses a folder that does not exist', async () => {
    await expect(readHistory('/nowhere/at/all')).rejects.toEqual(refusal(/expected a readable folder \(ENOENT\)/))
  })

  it('readHistory refuses a folder of neither layout, and names the expected and the found files', async () => {
    const directory = await writeTables({ weather: [{ day: '1', rain: '2' }] })
    await expect(readHistory(directory)).rejects.toEqual(
      refusal(/expected games.csv and series.csv .* found weather.csv/),
    )
  })

  it('readHistory refuses a folder with games but no series', async () => {
    const { games } = riftlineTables()
    await expect(readHistory(await writeTables({ games: games! }))).rejects.toEqual(refusal(/found games.csv/))
  })

  it('readHistory refuses an empty folder', async () => {
    await expect(readHistory(await writeTables({}))).rejects.toEqual(refusal(/found no CSV file/))
  })

  it('readHistory refuses a folder that has a file both plain and packed', async () => {
    const directory = await writeTables(riftlineTables())
    await writeFile(join(directory, 'games.csv.gz'), gzipSync(await readFile(join(directory, 'games.csv'))))
    await expect(readHistory(directory)).rejects.toEqual(
      refusal(/expected one of games.csv and games.csv.gz, found both/),
    )
  })

  it.each([
    ['games', ['blue_win'], /^games.csv, line 1: missing required column blue_win$/],
    ['games', ['date_utc', 'red_sup'], /^games.csv, line 1: missing required columns date_utc, red_sup$/],
    ['series', ['complete', 'best_of'], /^series.csv, line 1: missing required columns best_of, complete$/],
    ['player_games', ['player_id'], /^player_games.csv, line 1: missing required column player_id$/],
    ['teams', ['name'], /^teams.csv, line 1: missing required column name$/],
  ] as const)('readHistory refuses a %s file without the columns %s', async (table, columns, message) => {
    const tables = riftlineTables()
    tables[table] = without(tables[table]!, ...columns)
    await expect(readHistory(await writeTables(tables))).rejects.toEqual(refusal(message))
  })

  it('readHistory refuses a file in which a column that it reads occurs twice', async () => {
    const directory = await writeTables(riftlineTables())
    const text = await readFile(join(directory, 'series.csv'), 'utf8')
    await writeFile(join(directory, 'series.csv'), text.replace('start_precision', 'start_utc'))
    await expect(readHistory(directory)).rejects.toEqual(refusal(/series.csv, line 1: .* got start_utc twice/))
  })

  it('readHistory accepts unknown columns, and columns in any order', async () => {
    const tables = riftlineTables()
    const plain = await readHistory(await writeTables(tables))
    const shuffled = Object.fromEntries(
      Object.entries(tables).map(([name, rows]) => [
        name,
        rows.map((row) => Object.fromEntries([['mood', 'calm'] as const, ...Object.entries(row).reverse()])),
      ]),
    )
    expect(await readHistory(await writeTables(shuffled))).toEqual(plain)
  })

  it('readHistory accepts CRLF line ends, a byte order mark and empty lines at the end', async () => {
    const directory = await writeTables(riftlineTables())
    const plain = await readHistory(directory)
    for (const name of ['games.csv', 'series.csv']) {
      const text = await readFile(join(directory, name), 'utf8')
      await writeFile(join(directory, name), `\ufeff${text.replaceAll('\n', '\r\n')}\r\n\r\n`)
    }
    expect(await readHistory(directory)).toEqual(plain)
  })

  it('readHistory skips rows with a wrong number of cells', async () => {
    const directory = await writeTables(riftlineTables())
    await appendFile(join(directory, 'series.csv'), '12,2031-02-01T10:00:00\n')
    const { skipped, series } = await readHistory(directory)
    expect(series).toHaveLength(11)
    expect(skipped).toEqual([{ file: 'series.csv', line: 13, reason: 'cells: expected 13 as in the header, got 2' }])
  })

  it('readHistory refuses a packed file that is cut off or not packed', async () => {
    const tables = riftlineTables()
    const cut = await writeTables(tables, { gzip: true })
    const bytes = await readFile(join(cut, 'games.csv.gz'))
    await writeFile(join(cut, 'games.csv.gz'), bytes.subarray(0, bytes.length / 2))
    await expect(readHistory(cut)).rejects.toEqual(refusal(/games.csv.gz, after line [0-9]+: damaged gzip data/))
    await writeFile(join(cut, 'games.csv.gz'), toCsv(tables.games!))
    await expect(readHistory(cut)).rejects.toEqual(refusal(/games.csv.gz, .*damaged gzip data/))
  })

  it('readHistory refuses a file with a quote that is never closed', async () => {
    const directory = await writeTables(riftlineTables())
    await appendFile(join(directory, 'games.csv'), '"INVENTED\n')
    await expect(readHistory(directory)).rejects.toEqual(refusal(/games.csv, after line 2[78]: not CSV/))
  })

  it('readHistory refuses an empty file', async () => {
    const directory = await writeTables(riftlineTables())
    await writeFile(join(directory, 'games.csv'), '')
    await expect(readHistory(directory)).rejects.toEqual(
      refusal(/games.csv, line 1: expected a header, got an empty file/),
    )
  })

  it("readHistory refuses an Oracle's Elixir file without a required column, and names the column", async () => {
    const rows = without(oracleRows(2025), 'teamname', 'result')
    await expect(readHistory(await writeTables({ year_2031: rows }))).rejects.toEqual(
      refusal(/^year_2031.csv, line 1: missing required columns teamname, result$/),
    )
  })
})
