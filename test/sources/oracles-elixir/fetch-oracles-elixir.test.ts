import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { fetchOraclesElixir, type OraclesElixirRun } from '#sources/oracles-elixir/fetch-oracles-elixir.ts'
import { amount } from '../../support/amount.ts'
import { toCsv } from '../../support/history.ts'
import { type FakeFiles, startFakeFiles } from '../../support/sources/fake-files.ts'
import { body, cutJson, page, redirectLoop, silence, status, wrongLength } from '../../support/sources/faults.ts'
import { oraclesElixirRows } from '../../support/sources/oracles-elixir-rows.ts'
import { statedLeague } from '../../support/sources/stated-league.ts'
import { readOptions, readSettings } from '../read-options.ts'

const { games } = statedLeague()
const rows = oraclesElixirRows(games)
const csv = toCsv(rows)

async function openFake(files: Record<string, string> = { '/2031.csv': csv }): Promise<FakeFiles> {
  const fake = await startFakeFiles(files)
  onTestFinished(() => fake.close())
  return fake
}

const fetchFrom = (url: string, options = {}): Promise<OraclesElixirRun> =>
  fetchOraclesElixir(readSettings({ RIFTLINE_ORACLES_ELIXIR_URL: url }), readOptions(options))
const fetchFile = (content: string, options = {}): Promise<OraclesElixirRun> =>
  openFake({ '/2031.csv': content }).then(({ origin }) => fetchFrom(`${origin}/{year}.csv`, options))

it('the file of a year is returned unchanged, with the number of its games', async () => {
  const run = await fetchFile(csv)
  expect(run).toMatchObject({ status: 'ok', fault: null, requests: 1, skipped: [] })
  expect(run.files).toMatchObject([{ year: 2031, path: null, games: games.length }])
  expect(String(run.files[0]?.bytes)).toBe(csv)
})

it('the files of all years from the given time on are fetched', async () => {
  const fake = await openFake({ '/oe/2029.csv': csv, '/oe/2030.csv': csv, '/oe/2031.csv': csv })
  const run = await fetchFrom(`${fake.origin}/oe/{year}.csv`, { sinceMs: Date.UTC(2029, 11, 31) })
  expect(run.files.map(({ year }) => year)).toEqual([2029, 2030, 2031])
})

it('the file of a year that has just begun may be missing, that of an earlier year may not', async () => {
  const fake = await openFake({ '/2029.csv': csv, '/2030.csv': csv })
  const sinceMs = Date.UTC(2029, 11, 31)
  const run = await fetchFrom(`${fake.origin}/{year}.csv`, { sinceMs })
  expect(run).toMatchObject({ status: 'ok', files: [{ year: 2029 }, { year: 2030 }] })
  fake.files = { '/2029.csv': csv, '/2031.csv': csv }
  expect(await fetchFrom(`${fake.origin}/{year}.csv`, { sinceMs })).toMatchObject({ status: 'failed', files: [] })
  expect(await fetchFrom(`${fake.origin}/no/{year}.csv`)).toMatchObject({ status: 'failed', fault: 'status' })
})

it('an address without a year means a single file', async () => {
  const fake = await openFake({ '/all.csv': csv })
  const run = await fetchFrom(`${fake.origin}/all.csv`, { sinceMs: Date.UTC(2029, 0, 1) })
  expect(run).toMatchObject({ status: 'ok', requests: 1, files: [{ year: 2031 }] })
})

it('an unchanged file is not sent again', async () => {
  const fake = await openFake()
  const first = await fetchFrom(`${fake.origin}/{year}.csv`)
  const second = await fetchFrom(`${fake.origin}/{year}.csv`, { known: first.known, gamesBefore: { 2031: 999 } })
  expect(second).toMatchObject({ status: 'ok', files: [{ year: 2031, bytes: null, games: null }], known: first.known })
})

it('the known tag of an accepted file survives a refused one', async () => {
  const fake = await openFake()
  const first = await fetchFrom(`${fake.origin}/{year}.csv`)
  fake.files = { '/2031.csv': csv.slice(0, 5000) }
  const second = await fetchFrom(`${fake.origin}/{year}.csv`, { known: first.known })
  expect(second).toMatchObject({ status: 'failed', fault: 'truncated', known: first.known })
})

it('a file with fewer games than before is refused unless the option accepts it', async () => {
  const gamesBefore = { 2031: games.length + 1 }
  expect(await fetchFile(csv, { gamesBefore })).toMatchObject({
    status: 'failed',
    fault: 'fewer_rows',
    reason: `the file of 2031 has ${games.length} games, ${games.length + 1} before`,
    files: [],
  })
  expect(await fetchFile(csv, { gamesBefore, acceptFewerRows: true })).toMatchObject({ status: 'ok' })
  expect(await fetchFile(csv, { gamesBefore: { 2031: games.length } })).toMatchObject({ status: 'ok' })
})

const renamed = csv.replace('gameid,', 'game_id,').replace(',champion,', ',hero,')
const lines = csv.split('\n')

it.each([
  ['a page', '<!DOCTYPE html>\n<title>Sign in</title>', 'html'],
  ['a page behind a blank line', '\n  <html>', 'html'],
  ['JSON', '{"error":"no such file"}', 'not_csv'],
  ['nothing', '', 'not_csv'],
  ['text', 'service unavailable', 'not_csv'],
  ['renamed columns', renamed, 'shape'],
  ['a header without games', `${lines[0]}\n`, 'truncated'],
  ['a record that stops', csv.slice(0, -20), 'truncated'],
  ['a game of eleven rows', lines.slice(0, 12).join('\n'), 'truncated'],
  ['a cell that stops inside of quotes', `${csv}"Amber`, 'truncated'],
  ['a line without an end', `${lines[0]}\n${'x'.repeat(1_100_000)}`, 'not_csv'],
])('a yearly file of %s is refused', async (_what, content, fault) => {
  const run = await fetchFile(content)
  expect(run).toMatchObject({ status: 'failed', fault, files: [], requests: 1 })
  expect(run.reason).toContain('the file of 2031')
})

it('missing columns of a yearly file are named in the fault', async () => {
  expect((await fetchFile(renamed)).reason).toBe('the file of 2031: missing the columns gameid, champion')
})

it('a file cut anywhere except between two games is refused', async () => {
  const gameBytes = new Set(
    Array.from({ length: games.length }, (_, n) => lines.slice(0, 1 + 12 * (n + 1)).join('\n').length),
  )
  const step = amount(4999, 977)
  for (let at = 1; at < csv.length - 1; at += step) {
    if (gameBytes.has(at) || gameBytes.has(at - 1)) continue
    const run = await cut(at)
    expect(run, `at ${at}`).toMatchObject({ status: 'failed' })
  }
})

/** One file server for all cuts. */
let shared: FakeFiles | undefined
async function cut(at: number): Promise<OraclesElixirRun> {
  shared ??= await openFake()
  shared.files = { '/2031.csv': csv.slice(0, at) }
  return fetchFrom(`${shared.origin}/{year}.csv`)
}

it('old column names, quotes, Windows line ends and a missing last line end are accepted', async () => {
  const earlier = csv.replace('playername', 'player').replace('teamname', 'team')
  const quoted = earlier.replaceAll(',Amber Foxes,', ',"Amber ""Foxes"", the\nfirst",').replaceAll('\n', '\r\n')
  expect(await fetchFile(quoted.trimEnd())).toMatchObject({ status: 'ok', files: [{ games: games.length }] })
})

it('a game repeated at the end of a yearly file counts once, and blank rows are ignored', async () => {
  const blank = ','.repeat(lines[0]!.split(',').length - 1)
  const again = [...lines.slice(0, 13), ...lines.slice(1, 13)]
  const file = (games: number) => ({ status: 'ok', fault: null, files: [{ games }] })
  expect(await fetchFile(again.join('\n'))).toMatchObject(file(1))
  expect(await fetchFile([...again, blank, ` ${blank}`, ''].join('\n'))).toMatchObject(file(1))
  expect(await fetchFile([csv.trimEnd(), blank, blank].join('\n'))).toMatchObject(file(games.length))
  expect(await fetchFile([...lines.slice(0, 12), blank].join('\n'))).toMatchObject({ fault: 'truncated' })
})

it.each([
  ['403', 'status', status(403), 1],
  ['429', 'rate_limited', status(429), 6],
  ['a page', 'html', page, 1],
  ['the wrong length', 'truncated', wrongLength, 1],
  ['a redirect loop', 'redirect', redirectLoop, 6],
  ['JSON', 'not_csv', cutJson, 1],
  ['what is not UTF-8', 'encoding', body(Buffer.from(csv.replace('Amber', 'Ambér'), 'latin1')), 1],
])('an answer of %s for a yearly file is the fault %s', async (_what, fault, answer, requests) => {
  const fake = await openFake()
  fake.always(answer)
  const run = await fetchFrom(`${fake.origin}/{year}.csv?token=secret`)
  expect(run).toMatchObject({ status: 'failed', fault, requests, files: [], known: {} })
  expect(JSON.stringify(run)).not.toContain('secret')
})

it('a silent server is a time-out', async () => {
  const fake = await openFake()
  fake.always(silence)
  const options = readOptions()
  const run = fetchOraclesElixir(readSettings({ RIFTLINE_ORACLES_ELIXIR_URL: `${fake.origin}/x.csv` }), options)
  for (let n = 1; n <= 6; n++) {
    await fake.received(n)
    options.time.pass(60_000)
  }
  expect(await run).toMatchObject({ status: 'failed', fault: 'timeout' })
})

async function openFolder(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'riftline-oe-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

it('a folder has one yearly file a year, packed or not, and its path is returned', async () => {
  const folder = await openFolder({ '2030_invented.csv.gz': gzipSync(csv), '2031_invented.csv': csv, 'notes.txt': '' })
  const run = await fetchFrom(pathToFileURL(folder).href, { sinceMs: Date.UTC(2030, 11, 30) })
  expect(run).toMatchObject({ status: 'ok', requests: 0 })
  expect(run.files).toEqual([
    { year: 2030, path: join(folder, '2030_invented.csv.gz'), bytes: null, games: games.length },
    { year: 2031, path: join(folder, '2031_invented.csv'), bytes: null, games: games.length },
  ])
})

it('files of a folder are checked like fetched ones', async () => {
  const packed = gzipSync(csv)
  const cases = [
    [{ '2031.csv': csv.slice(0, 5000) }, 'truncated'],
    [{ '2031.csv.gz': packed.subarray(0, 900) }, 'truncated'],
    [{ '2031.csv.gz': csv }, 'encoding'],
    [{ '20310.csv': csv }, 'status'],
  ] as const
  for (const [files, fault] of cases) {
    const folder = await openFolder(files)
    expect(await fetchFrom(pathToFileURL(folder).href)).toMatchObject({ status: 'failed', fault })
  }
  expect(await fetchFrom('file:///no/such/folder')).toMatchObject({ status: 'failed', fault: 'connection' })
})

it('Oracle’s Elixir without an address is off', async () => {
  expect(await fetchOraclesElixir(readSettings({}), readOptions())).toMatchObject({
    status: 'off',
    fault: 'not_configured',
    requests: 0,
  })
})
