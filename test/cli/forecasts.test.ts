import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeptFiles } from '@riftline/record/file'
import { openKeptDatabase } from '@riftline/record/postgres'
import { beforeEach, expect, it } from 'vitest'
import { keptForecast } from '../record/kept-lines.ts'
import { runCli, runCliIn } from '../support/cli.ts'
import { databaseTests, sharedPostgres } from '../support/postgres.ts'
import { stillTimers } from '../support/postgres-store.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'riftline-forecasts-'))
  return () => rmSync(data, { recursive: true })
})
const verify = (...args: readonly string[]) => runCli('forecasts', 'verify', '--data', data, ...args)

async function keep(count: number) {
  const store = await openKeptFiles({ dataFolder: data, log: () => {} })
  for (let number = 0; number < count; number++) await store.append(keptForecast(number))
  return (await store.read()).head.sha256
}

it('forecasts verify prints the number of lines, the months and the head of a sound chain', async () => {
  expect(await verify()).toEqual({ code: 0, stdout: 'the chain of forecasts is empty: 0 lines\n', stderr: '' })
  const sha256 = await keep(20)
  const text = `the chain of forecasts is sound: 20 lines of 2025-12 to 2026-02, head ${sha256}\n`
  expect(await verify()).toEqual({ code: 0, stdout: text, stderr: '' })
  const { code, stdout } = await verify('--json')
  const report = {
    sound: true,
    lines: 20,
    firstMonth: '2025-12',
    lastMonth: '2026-02',
    headSha256: sha256,
    fault: null,
  }
  expect([code, JSON.parse(stdout)]).toEqual([0, report])
})

it('forecasts verify exits with 1 and names file, line and fault of a broken chain', async () => {
  await keep(20)
  const file = join(data, 'forecasts/2026-01.jsonl')
  const old = readFileSync(file, 'utf8')
  writeFileSync(file, old.replace('"seq":5,', '"seq":6,'))
  const { code, stdout } = await verify()
  expect([code, stdout.split('\n').slice(0, 2)]).toEqual([
    1,
    [
      '2026-01.jsonl line 4: seq: expected 5, got 6; a line is missing or was moved',
      expect.stringMatching(
        /^the chain of forecasts is NOT sound: 4 lines of 2025-12 to 2026-01 before the fault, head [0-9a-f]{64}$/,
      ),
    ],
  ])
  const json = await verify('--json')
  expect([json.code, JSON.parse(json.stdout)]).toMatchObject([
    1,
    { sound: false, fault: { file: '2026-01.jsonl', line: 4 } },
  ])
})

it('forecasts knows only the action verify', async () => {
  const { code, stderr } = await runCli('forecasts', 'repair')
  expect([code, stderr]).toEqual([2, expect.stringContaining('verify')])
})

it.skipIf(databaseTests.skip)(`forecasts verify checks the database of the settings${databaseTests.why}`, async () => {
  const cluster = await sharedPostgres()
  const databaseUrl = await cluster.createDatabase()
  const env = { RIFTLINE_STORE: 'postgres', RIFTLINE_DATABASE_URL: databaseUrl }
  const store = await openKeptDatabase({ databaseUrl, log: () => {}, timers: stillTimers })
  for (let number = 0; number < 3; number++) await store.append(keptForecast(number))
  await store.close()
  const sound = await runCliIn(env, 'forecasts', 'verify')
  expect([sound.code, sound.stdout]).toEqual([0, expect.stringContaining('is sound: 3 lines of 2025-12 to 2026-01')])
  await cluster.query(databaseUrl, 'DELETE FROM kept_forecast WHERE seq = 2')
  const broken = await runCliIn(env, 'forecasts', 'verify')
  expect([broken.code, broken.stdout]).toEqual([
    1,
    expect.stringContaining('kept_forecast line 3: seq: expected 2, got 3'),
  ])
})
