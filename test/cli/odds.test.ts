import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { silentLog } from '@riftline/base/node'
import { openOddsStore } from '@riftline/odds'
import { beforeEach, describe, expect, it } from 'vitest'
import { addAll, at, captured, linesOf, nextSnapshot } from '../odds/captured.ts'
import { openStore } from '../odds/folder.ts'
import { compact } from '../odds/history-model.ts'
import { runCli } from '../support/cli.ts'
import { createManualClock } from '../support/clock.ts'

let folder: string
let data: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'riftline-cli-'))
  data = join(folder, 'data')
})

async function importing(content: string | Buffer, ...options: readonly string[]) {
  const file = join(folder, 'odds.jsonl')
  await writeFile(file, content)
  return runCli('odds', 'import', file, '--data', data, ...options)
}

describe('riftline odds import', () => {
  it('odds import counts new and known snapshots, in words or as one JSON document', async () => {
    const one = linesOf([captured()])
    const three = linesOf([captured(), captured({ at: '2026-11-21T10:00:00' }), captured({ match: 'nl-2' })])
    expect(await importing(one)).toEqual({ code: 0, stdout: 'imported 1 snapshot, 0 duplicates\n', stderr: '' })
    expect(await importing(three, '--json')).toEqual({ code: 0, stdout: '{"imported":2,"duplicates":1}\n', stderr: '' })
  })

  it('odds import adds a monthly archive, whole or with damage, and refuses another gzip file with a cure', async () => {
    const opened = await openStore({ dataFolder: join(folder, 'elsewhere') })
    const snapshots = Array.from({ length: 30 }, (_, minute) => ({ at: `2026-11-21T09:${10 + minute}:00` }))
    await addAll(opened.store, snapshots)
    await compact(opened.dataFolder, at('2026-12-21T00:00:00'))
    const archive = await readFile(join(opened.dataFolder, 'odds/archive/2026-11.jsonl.gz'))
    expect(await importing(archive)).toMatchObject({ code: 0, stdout: 'imported 28 snapshots, 0 duplicates\n' })
    expect(await importing(archive.subarray(0, -1))).toMatchObject({ stdout: 'imported 0 snapshots, 0 duplicates\n' })
    const lines = gunzipSync(archive)
    expect(await importing(lines)).toMatchObject({ stdout: 'imported 0 snapshots, 28 duplicates\n' })
    expect(await importing(gzipSync(lines))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('got another gzip file: unpack it first'),
    })
  })

  it('a server on the same folder sees imported odds at once', async () => {
    const clock = createManualClock()
    const store = await openOddsStore({ dataFolder: data, clock, log: silentLog })
    expect(await nextSnapshot(store, 101, 102, clock.now())).toBeNull()
    await importing(linesOf([captured()]))
    expect(await nextSnapshot(store, 101, 102, clock.now())).toMatchObject({ match: { esportsMatchId: 'nl-1' } })
  })

  it('odds import refuses a whole file for one bad line and names line and field', async () => {
    const bad = captured({ prices: [0.5, 2] })
    const { code, stdout, stderr } = await importing(linesOf([captured(), captured({ match: 'nl-2' }), bad]), '--json')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^riftline odds: .+odds\.jsonl: line 3: markets\.seriesWinner\[0\]\.decimalOdds: must be a number above 1 and at most 1000\n$/,
    )
    expect(await readdir(join(data, 'odds'))).toEqual([])
  })

  it('odds import refuses a snapshot from the future and names line and time', async () => {
    const { code, stdout, stderr } = await importing(linesOf([captured(), captured({ at: '9999-01-01T00:00:00' })]))
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /odds\.jsonl: line 2: capturedAtUtc: must not be over 5 minutes in the future, got 9999-[^\n]+\n$/,
    )
    expect(await readdir(join(data, 'odds'))).toEqual([])
  })

  it('odds import finds teams by name and refuses a file with an unknown team', async () => {
    const clock = createManualClock()
    const store = await openOddsStore({ dataFolder: data, clock, log: silentLog })
    const named = JSON.stringify(captured())
      .replaceAll('{"id":101}', '"SKT"')
      .replaceAll('{"id":102}', '{"name":"GENG"}')
    expect(await importing(`${named.replaceAll('00"', '00Z"')}\n`)).toMatchObject({ code: 0, stderr: '' })
    expect(await nextSnapshot(store, 2, 3, clock.now())).toMatchObject({
      match: { team1: { id: 2 }, team2: { id: 3 } },
    })
    const unknown = `${JSON.stringify(captured())}\n${named.replaceAll('SKT', 'Nobody At All')}\n`
    const { code, stdout, stderr } = await importing(unknown)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /odds\.jsonl: line 2: match\.team1: must be the name, code or id of a team of the artifacts, got "Nobody At All"\n$/,
    )
    expect((await importing(linesOf([captured({ teams: [2, 999_999] })]))).stderr).toMatch(
      /line 1: match\.team2: must be the id of a team of the artifacts, got 999999\n$/,
    )
  })

  it('odds import without readable artifacts warns, accepts ids and resolves no names', async () => {
    const elsewhere = ['--artifacts', join(folder, 'nowhere')]
    const warning =
      /^riftline odds: warning: ids are not checked and names not found, without artifacts: manifest\.json: .+\n/
    const done = await importing(linesOf([captured({ teams: [999_998, 999_999] })]), ...elsewhere)
    expect(done).toMatchObject({ code: 0, stdout: 'imported 1 snapshot, 0 duplicates\n' })
    expect(done.stderr).toMatch(warning)
    const named = JSON.stringify(captured()).replaceAll('{"id":101}', '"T1"')
    const refused = await importing(named, ...elsewhere)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(warning)
    expect(refused.stderr).toContain('line 1: match.team1: must be an id: names are found in artifacts')
  })

  it('odds import reports a missing file and a faulty command line', async () => {
    const missing = await runCli('odds', 'import', join(folder, 'none.jsonl'), '--data', data)
    expect(missing).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('none.jsonl') })
    const directory = await runCli('odds', 'import', folder, '--data', data)
    expect(directory).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('EISDIR') })
    for (const args of [['import'], ['export', 'x'], [], ['import', 'a', 'b'], ['import', 'a', '--nope']]) {
      const { code, stderr } = await runCli('odds', ...args)
      expect([args, code]).toEqual([args, 2])
      expect(stderr).toMatch(/^riftline odds: .+\nriftline odds --help shows the options.\n$/)
    }
  })
})
