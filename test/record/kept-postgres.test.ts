import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogEntry } from '@riftline/base/node'
import { keptLineText } from '@riftline/record'
import { openKeptDatabase, verifyKeptDatabase } from '@riftline/record/postgres'
import { parseConfig, startServer } from '@riftline/server'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { databaseTests, type PostgresCluster, sharedPostgres } from '../support/postgres.ts'
import { stillTimers } from '../support/postgres-store.ts'
import { until } from '../support/server.ts'
import { artifactsFolder } from '../support/tiny-artifacts-folder.ts'
import { keptForecast } from './kept-lines.ts'
import { listed, scheduleOf } from './kept-week.ts'

describe.skipIf(databaseTests.skip)(`kept forecasts in PostgreSQL${databaseTests.why}`, () => {
  let cluster: PostgresCluster
  let url: string
  let log: LogEntry[]
  beforeAll(async () => {
    cluster = await sharedPostgres()
  })
  beforeEach(async () => {
    url = await cluster.createDatabase()
    log = []
  })
  const open = () => openKeptDatabase({ databaseUrl: url, log: (entry) => void log.push(entry), timers: stillTimers })
  const sql = (text: string) => cluster.query<Record<string, string>>(url, text)

  async function keep(count: number): Promise<void> {
    const store = await open()
    for (let number = 0; number < count; number++) expect(await store.append(keptForecast(number))).toBe('kept')
    await store.close()
  }

  it('an empty database is sound before its first start, and after it', async () => {
    const empty = { sound: true, lines: 0, firstMonth: null, lastMonth: null, headSha256: '0'.repeat(64), fault: null }
    expect(await verifyKeptDatabase(url)).toEqual(empty)
    expect(await sql(`SELECT to_regclass('kept_schema') AS name`)).toEqual([{ name: null }])
    await (await open()).close()
    expect(await verifyKeptDatabase(url)).toEqual(empty)
  })

  it('lines have the bytes that files have, and any process reads lines of the others', async () => {
    const [one, other] = await Promise.all([open(), open()])
    expect(await one.append(keptForecast(1))).toBe('kept')
    expect(await other.append(keptForecast(1))).toBe('known')
    const odd = keptForecast(2, { seriesId: 'lp:Ünïcode "quotes" \\ \u0000 \ud800', league: 'ﾟ' })
    expect(await other.append(odd)).toBe('kept')
    expect(await one.append(odd)).toBe('known')
    const { lines, head, fault } = await one.read()
    expect([fault, await other.read()]).toEqual([null, { lines, head, fault }])
    const rows = await sql('SELECT line FROM kept_forecast ORDER BY seq')
    const first = { seq: 0, sha256: '0'.repeat(64) }
    expect(rows[0]?.line).toBe(keptLineText(keptForecast(1), first))
    expect(rows[1]?.line).toBe(keptLineText(odd, { seq: 1, sha256: lines[1]!.previousSha256 }))
    expect(await verifyKeptDatabase(url)).toMatchObject({ sound: true, lines: 2, headSha256: head.sha256 })
    await Promise.all([one.close(), other.close()])
  })

  it('a check finds a change of any field of any row, and rows that were dropped, added or swapped', async () => {
    const count = 6
    await keep(count)
    await sql('CREATE TABLE saved AS TABLE kept_forecast; CREATE TABLE saved_head AS TABLE kept_head')
    const restore = `DELETE FROM kept_forecast; INSERT INTO kept_forecast TABLE saved;
                     DELETE FROM kept_head; INSERT INTO kept_head TABLE saved_head`
    const numbers = Array.from({ length: count }, (_, index) => index + 1)
    const changes = [
      ...numbers.flatMap((seq) => [
        `UPDATE kept_forecast SET seq = seq + 100 WHERE seq = ${seq}`,
        `UPDATE kept_forecast SET of_series = of_series || ' ' WHERE seq = ${seq}`,
        `UPDATE kept_forecast SET of_teams = '0' || of_teams WHERE seq = ${seq}`,
        `UPDATE kept_forecast SET line = replace(line, '0.61', '0.62') WHERE seq = ${seq}`,
        `UPDATE kept_forecast SET line = line || ' ' WHERE seq = ${seq}`,
        `UPDATE kept_forecast SET line = replace(line, 'LCK', 'LCk') WHERE seq = ${seq}`,
        `DELETE FROM kept_forecast WHERE seq = ${seq}`,
        `INSERT INTO kept_forecast SELECT seq + 50, of_series || '+', of_teams || '+', line FROM kept_forecast WHERE seq = ${seq}`,
      ]),
      `UPDATE kept_forecast a SET line = b.line FROM kept_forecast b WHERE a.seq + b.seq = 5`,
      'UPDATE kept_head SET seq = seq - 1',
      'UPDATE kept_head SET seq = seq + 1',
      `UPDATE kept_head SET sha256 = translate(sha256, '0123456789abcdef', '123456789abcdef0')`,
      'DELETE FROM kept_head',
      'DELETE FROM kept_forecast',
    ]
    for (const change of changes) {
      await sql(change)
      const { sound, fault } = await verifyKeptDatabase(url)
      expect([change, sound, fault?.kind]).toEqual([change, false, 'broken'])
      await sql(restore)
    }
    expect(await verifyKeptDatabase(url)).toMatchObject({ sound: true, lines: count })
  })

  it('a damaged chain gets no further line from a process that knows of it, and its sound lines can be read', async () => {
    await keep(4)
    const running = await open()
    await sql(`UPDATE kept_forecast SET line = replace(line, '0.61', '0.62') WHERE seq = 2`)
    const store = await open()
    const fault = { kind: 'broken', file: null, line: 3 }
    expect(await store.read()).toMatchObject({ lines: [{ seq: 1 }, { seq: 2 }], fault })
    expect(log).toMatchObject([{ level: 'error', event: 'kept_forecasts_broken', row: 3 }])
    await expect(store.append(keptForecast(9))).rejects.toMatchObject({ code: 'kept_chain_broken' })
    // A running process reads only rows and the head behind its last line.
    expect(await running.append(keptForecast(9))).toBe('kept')
    await sql('UPDATE kept_head SET seq = 4')
    await expect(running.append(keptForecast(10))).rejects.toMatchObject({ code: 'kept_chain_broken' })
    await Promise.all([store.close(), running.close()])
  })

  it('tables that this version cannot use make no line readable, and are tried again at each call', async () => {
    await keep(2)
    await sql('INSERT INTO kept_schema (version) VALUES (9)')
    const store = await open()
    const message = 'tables of kept forecasts: expected version 1 or older, got version 9'
    expect(await store.read()).toMatchObject({ lines: [], fault: { kind: 'unreadable', message } })
    await expect(store.append(keptForecast(5))).rejects.toMatchObject({ code: 'database_unsuitable' })
    expect(log.map(({ event }) => event)).toEqual(['kept_forecasts_unreadable'])
    await sql('DELETE FROM kept_schema WHERE version = 9')
    expect(await store.append(keptForecast(5))).toBe('kept')
    expect(await store.read()).toMatchObject({ lines: [{ seq: 1 }, { seq: 2 }, { seq: 3 }], fault: null })
    await store.close()
  })

  it('a server on the database keeps lines there', async () => {
    const data = mkdtempSync(join(tmpdir(), 'riftline-kept-postgres-'))
    onTestFinished(() => rmSync(data, { recursive: true }))
    const series = Array.from({ length: 300 }, (_, index) => {
      const start = new Date(Math.floor(Date.now() / 1000 + index) * 1000).toISOString().slice(0, 19)
      return listed(start, [1 + (index % 3), 4 + (index % 2)], start)
    })
    mkdirSync(join(data, 'sync'))
    writeFileSync(join(data, 'sync/schedule.json'), JSON.stringify(scheduleOf(series)))
    const settings = { DATA_DIR: data, ARTIFACTS_DIR: await artifactsFolder(), STORE: 'postgres', DATABASE_URL: url }
    const env = Object.entries({ ...settings, PORT: '0', OPS_PORT: '0' }).map(([name, value]) => [
      `RIFTLINE_${name}`,
      value,
    ])
    const server = await startServer(parseConfig(Object.fromEntries(env)))
    await until(async () => (await verifyKeptDatabase(url)).lines >= 2)
    await server.stop()
    const store = await open()
    const { lines } = await store.read()
    expect(lines.slice(0, 2).map(({ seriesId, startUtc }) => seriesId === startUtc)).toEqual([true, true])
    expect((await verifyKeptDatabase(url)).sound).toBe(true)
    await store.close()
  })

  it('a hundred appends of several processes at once give one chain without gaps', async () => {
    const stores = await Promise.all([open(), open(), open()])
    const outcomes = await Promise.all(
      Array.from({ length: 150 }, (_, index) => stores[index % 3]!.append(keptForecast(index >> 1))),
    )
    expect(outcomes.filter((outcome) => outcome === 'kept')).toHaveLength(75)
    expect(await verifyKeptDatabase(url)).toMatchObject({ sound: true, lines: 75 })
    await Promise.all(stores.map((store) => store.close()))
  })
})
