import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Catalogue } from '@riftline/predictor'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { type CliResult, runCliIn } from '../support/cli.ts'
import { afterData, committedArtifacts, dataDate } from '../support/committed-artifacts.ts'
import { type FakeLeaguepedia, rateLimited, startFakeLeaguepedia } from '../support/sources/fake-leaguepedia.ts'
import { leaguepediaTables } from '../support/sources/leaguepedia-tables.ts'
import { weekOf } from '../support/stated-week.ts'

let catalogue: Catalogue
let root: string
let wiki: FakeLeaguepedia
beforeAll(async () => {
  catalogue = (await committedArtifacts()).catalogue
})
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'riftline-sync-cli-'))
  await cp('artifacts', join(root, 'artifacts'), { recursive: true })
  await mkdir(join(root, 'data'))
  wiki = await startFakeLeaguepedia(leaguepediaTables(weekOf('leaguepedia', catalogue)))
})
afterEach(async () => {
  await wiki.close()
  await rm(root, { recursive: true })
})

const sync = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<CliResult> => {
  const base = {
    RIFTLINE_LEAGUEPEDIA_URL: wiki.url,
    RIFTLINE_SOURCE_PAUSE_MS: '0',
    RIFTLINE_SOURCE_BACKOFF_MS: '0',
    RIFTLINE_ARTIFACTS_DIR: join(root, 'artifacts'),
    RIFTLINE_DATA_DIR: join(root, 'data'),
  }
  return runCliIn({ ...base, ...env }, 'sync', ...args)
}

const asOf = async (): Promise<string> => JSON.parse(await readFile(join(root, 'artifacts/manifest.json'), 'utf8')).asOf

describe.runIf(runsAll)('riftline sync', { timeout: 300_000 }, () => {
  it('riftline sync learns the games of Leaguepedia, prints one document, and finds nothing new the second time', async () => {
    const first = await sync(['--json'])
    expect([first.code, JSON.parse(first.stdout)]).toMatchObject([
      0,
      {
        status: 'updated',
        dryRun: false,
        sinceUtc: afterData(-7),
        dataThroughUtc: { before: dataDate, after: afterData(9, 5) },
        merged: { newSeries: 5, corrected: 0, withdrawn: 0, newTeams: [], newPlayers: [] },
        sources: {
          leaguepedia: { status: 'ok', fault: null, reason: null, games: 12, series: 5, skipped: [], unresolved: [] },
        },
      },
    ])
    expect(await asOf()).toBe(afterData(9, 5))
    const written = await readFile(join(root, 'artifacts/manifest.json'), 'utf8')
    const second = await sync()
    expect([second.code, second.stdout.split('\n').slice(0, 3)]).toEqual([
      0,
      [
        `unchanged; asked from ${afterData(2, 5)} UTC on`,
        `data through ${afterData(9, 5)} UTC, before ${afterData(9, 5)}`,
        '0 new series, 0 games corrected, 0 withdrawn, 0 new teams, 0 new players',
      ],
    ])
    expect(await readFile(join(root, 'artifacts/manifest.json'), 'utf8')).toBe(written)
  })

  it('riftline sync learns odds captured before each series and prints the profit of value picks', async () => {
    const shown = async (args: readonly string[]) => (await sync(args)).stdout
    expect(await shown([])).toContain('\nno series with closing odds\n')
    const stated = weekOf('leaguepedia', catalogue)
    const [first] = stated.series
    const utc = (hours: number): string => new Date(first!.scheduledMs + hours * 3_600_000).toISOString().slice(0, 19)
    const match = { esportsMatchId: 'any', league: 'LCK', bestOf: 3, scheduledUtc: utc(0), team1: 'T1', team2: 'Gen.G' }
    // The first odds have value on one side, whoever is the favourite; the closing odds clearly favour one side.
    const snapshots = [
      { hours: -20, odds: [2.2, 2.2] },
      { hours: -1, odds: [1.25, 5] },
    ].map(({ hours, odds }) => ({
      ...{ match, capturedAtUtc: utc(hours), source: 'kalshi' },
      markets: { seriesWinner: odds.map((decimalOdds, at) => ({ team: ['T1', 'Gen.G'][at], decimalOdds })) },
    }))
    const file = join(root, 'odds.jsonl')
    await writeFile(file, snapshots.map((one) => `${JSON.stringify(one)}\n`).join(''))
    const env = { RIFTLINE_DATA_DIR: join(root, 'data'), RIFTLINE_ARTIFACTS_DIR: join(root, 'artifacts') }
    expect(await runCliIn(env, 'odds', 'import', file)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('imported 2'),
    })
    const dry = JSON.parse(await shown(['--dry-run', '--json']))
    const { status, market } = JSON.parse(await shown(['--json']))
    expect([status, market]).toEqual([
      'updated',
      { series: 1, valuePicks: 1, roi: expect.any(Number), clv: expect.any(Number) },
    ])
    expect(dry.market).toEqual(market)
    expect([1.2, -1]).toContainEqual(expect.closeTo(market.roi, 9))
    expect([0.76, -0.56]).toContainEqual(expect.closeTo(market.clv, 9))
    const again = await shown([])
    expect(again).toMatch(/^unchanged; /)
    expect(again).toMatch(/\n1 series with closing odds, 1 value pick: ROI -?\d+\.\d %, CLV -?\d+\.\d %\n/)
    expect(await readFile(join(root, 'artifacts/REPORT.md'), 'utf8')).toMatch(/^\| kalshi \| 1 \| 1 \|/m)
  })

  it('riftline sync updates the schedule without new games and keeps announcements of a source that fails later', async () => {
    const stated = weekOf('leaguepedia', catalogue)
    const scheduledMs = Math.floor(Date.now() / 1000) * 1000 + 86_400_000
    const upcoming = { state: 'upcoming', scheduledMs, winner: null, tournament: 'Finals' } as const
    const [first, second] = stated.series
    const nobody = {
      ...second!,
      ...upcoming,
      tournament: 'Other Finals',
      id: 'M91',
      teams: [{ name: 'Nobody Ever', sourceId: null }, second!.teams[1]] as const,
    }
    const toCome = [{ ...first!, ...upcoming, id: 'M90' }, nobody]
    await wiki.close()
    wiki = await startFakeLeaguepedia(leaguepediaTables({ ...stated, series: [...stated.series, ...toCome] }))
    const first90 = {
      id: 'lp:M90',
      league: 'LCK',
      bestOf: 3,
      team1: { id: 2, name: 'T1' },
      team2: { id: 3, name: 'Gen.G' },
    }
    const schedule = async () => JSON.parse(await readFile(join(root, 'data/sync/schedule.json'), 'utf8')).series
    const { sources } = JSON.parse((await sync(['--json'])).stdout)
    expect(sources.leaguepedia).toMatchObject({
      scheduled: 2,
      unresolved: [{ kind: 'team', name: 'Nobody Ever', where: 'leaguepedia M91' }],
    })
    expect(await schedule()).toMatchObject([{ ...first90, startedUtc: null }])
    expect((await stat(join(root, 'data/sync/schedule.json'))).mode & 0o777).toBe(0o600)
    await rm(join(root, 'data/sync/schedule.json'))
    expect(JSON.parse((await sync(['--json'])).stdout).status).toBe('unchanged')
    expect(await schedule()).toMatchObject([first90])
    wiki.always(rateLimited)
    expect((await sync()).code).toBe(1)
    expect(await schedule()).toMatchObject([first90])
  })

  it('riftline sync exits with 3 and reports the fault when one of two sources fails', async () => {
    const { code, stdout } = await sync(['--json'], {
      RIFTLINE_ORACLES_ELIXIR_URL: pathToFileURL(join(root, 'nowhere')).href,
    })
    const { status, sources } = JSON.parse(stdout)
    expect([code, status, sources.leaguepedia.status, sources['oracles-elixir'].status]).toEqual([
      3,
      'partial',
      'ok',
      'failed',
    ])
    expect(await asOf()).toBe(afterData(9, 5))
  })

  it('riftline sync exits with 1 and changes nothing when all sources fail', async () => {
    wiki.always(rateLimited)
    const { code, stdout } = await sync(['--json'])
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { status: 'failed', sources: { leaguepedia: { status: 'failed', fault: 'rate_limited', games: 0 } } },
    ])
    expect(await asOf()).toBe(catalogue.asOf)
    const named = await sync(['--sources', 'lolesports', '--json'])
    expect([named.code, JSON.parse(named.stdout).sources]).toMatchObject([
      1,
      { lolesports: { status: 'failed', fault: 'not_configured' } },
    ])
  })

  it('riftline sync --dry-run prints the changes and writes nothing', async () => {
    const { code, stdout } = await sync(['--dry-run'])
    expect([code, stdout.split('\n')[0]]).toEqual([0, `updated, nothing written; asked from ${afterData(-7)} UTC on`])
    expect(await asOf()).toBe(catalogue.asOf)
    expect(await readdir(join(root, 'data'))).toEqual([])
  })

  it('riftline sync prints no credential and refuses a credentials file that other users can read', async () => {
    const path = join(root, 'data/credentials.json')
    await writeFile(path, JSON.stringify({ leaguepedia: { user: 'Someone@bot', password: 'hunter2hunter2' } }))
    await chmod(path, 0o644)
    const open = await sync(['--json'])
    expect([open.code, open.stdout]).toEqual([1, ''])
    expect(open.stderr).toMatch(/expected a file for its owner alone, mode 600, got 644/)
    await chmod(path, 0o600)
    wiki.always((_request, response) => void response.writeHead(403).end())
    const refused = await sync(['--json'])
    expect(refused.code).toBe(1)
    expect(JSON.stringify([open, refused])).not.toContain('hunter2')
    await writeFile(path, '{"leaguepedia": hunter2hunter2')
    expect(JSON.stringify(await sync())).not.toContain('hunter2')
  })
})

it('a second sync on the same folder is refused while the first runs, and accepted after it', async () => {
  const lock = join(root, 'data/sync/lock')
  await mkdir(join(root, 'data/sync'))
  await writeFile(lock, String(process.ppid))
  const { code, stderr } = await sync(['--sources', 'lolesports'])
  expect([code, stderr]).toEqual([1, expect.stringContaining(`process ${process.ppid} runs one`)])
  expect(await readFile(lock, 'utf8')).toBe(String(process.ppid))
  await writeFile(lock, '999999999')
  await sync(['--sources', 'lolesports'])
  await expect(readFile(lock)).rejects.toMatchObject({ code: 'ENOENT' })
})

it.each([
  [['--sources', 'leaguepedia,wikipedia'], '--sources: expected names out of leaguepedia,lolesports,oracles-elixir'],
  [['--sources', 'leaguepedia,leaguepedia'], 'each once'],
  [['--since', '2026-2-1'], '--since: expected a day as YYYY-MM-DD'],
  [['now'], 'expected 0 arguments'],
])('riftline sync %j is refused as wrong usage', async (args, reason) => {
  const { code, stderr } = await sync(args)
  expect([code, stderr]).toEqual([2, expect.stringContaining(reason)])
})

it('the server ignores settings of sources, and every command accepts them', async () => {
  const sources = { RIFTLINE_LEAGUEPEDIA_URL: wiki.url, RIFTLINE_SYNC_SOURCES: 'leaguepedia' }
  const { code, stderr } = await runCliIn({ ...sources, RIFTLINE_DATA_DIR: join(root, 'data') }, 'account', 'list')
  expect([code, stderr]).toEqual([0, ''])
})
