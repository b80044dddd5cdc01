import { dayMs } from '@riftline/base'
import type { LogEntry, Timers } from '@riftline/base/node'
import { type ChangeStore, parseSeq, type StoredChange } from '@riftline/changes'
import { openChangeDatabase } from '@riftline/changes/postgres'
import { seededRandom } from '@riftline/core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { type CuttingProxy, createCuttingProxy } from '../support/cutting-proxy.ts'
import { createPassingTimers } from '../support/passing-timers.ts'
import { databaseTests, type PostgresCluster, sharedPostgres } from '../support/postgres.ts'
import { stillTimers } from '../support/postgres-store.ts'
import { until } from '../support/server.ts'
import { batchOf, changesSince, checkWritten, idOf, idsSince, requireRising, runWriters } from './change-writers.ts'
import { testStoreRules } from './store-rules.ts'

describe.skipIf(databaseTests.skip)(`changes in PostgreSQL${databaseTests.why}`, () => {
  let cluster: PostgresCluster
  let url: string
  let log: LogEntry[]
  let proxy: CuttingProxy | null = null
  const opened: ChangeStore[] = []
  beforeAll(async () => {
    cluster = await sharedPostgres()
  })
  beforeEach(async () => {
    url = await cluster.createDatabase()
    log = []
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
    await proxy?.close()
    proxy = null
  })
  const open = async (databaseUrl = url, timers: Timers = stillTimers) => {
    const store = await openChangeDatabase({ databaseUrl, timers, log: (entry) => void log.push(entry) })
    opened.push(store)
    return store
  }
  const sql = <Row extends object>(text: string) => cluster.query<Row>(url, text)
  const keep = async (store: ChangeStore, ...ids: readonly string[]) => {
    for (const id of ids) expect(await store.append([batchOf(`m:${id}`, null, id, id)])).toEqual([true])
  }

  const listening = `FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`
  /** Ends the connections that hear notifications, when so many are there. */
  const cutListeners = async (count: number) => {
    await until(async () => (await sql(`SELECT 1 ${listening}`)).length === count)
    await sql(`SELECT pg_terminate_backend(pid, 10000) ${listening}`)
  }

  testStoreRules(
    async () => {
      const database = await cluster.createDatabase()
      return () => open(database)
    },
    amount(2, 40),
  )

  it('writers of several processes keep places rising and marks exact, and all processes have the same changes', async () => {
    for (let seed = 1; seed <= amount(3, 60); seed++) {
      const stores = await Promise.all([open(), open(), open()])
      const seen = stores.map((): StoredChange[] => [])
      for (const [index, store] of stores.entries()) store.onChanges((changes) => void seen[index]!.push(...changes))
      const written = await runWriters(stores, seededRandom(seed), 5)
      await until(() => new Set(stores.map((store) => store.head())).size === 1)
      for (const [index, store] of stores.entries()) {
        await checkWritten(store, written)
        expect(seen[index]).toEqual(changesSince(store, written.begin))
      }
      await Promise.all(opened.splice(0).map((store) => store.close()))
      await sql(
        'DROP TABLE change_schema, change_head, change, change_mark; DROP FUNCTION change_append, change_prune, change_now',
      )
    }
    expect(log).toEqual([])
  })

  it('another process hears of a change by a notification, without a timer', async () => {
    const [one, other] = [await open(), await open()]
    const begin = other.head()
    const heard = new Promise<readonly StoredChange[]>((resolve) => void other.onChanges(resolve))
    await keep(one, 'a')
    expect((await heard).map(idOf)).toEqual(['a'])
    expect(other.since(begin)).toEqual(one.since(begin))
  })

  it('without notifications, as behind some poolers, a look each second finds the changes', async () => {
    const timers = createPassingTimers()
    const [one, other] = [await open(), await open(url, timers)]
    await cutListeners(2)
    const begin = other.head()
    await keep(one, 'a')
    expect(idsSince(other, begin)).toEqual([])
    timers.pass(1000)
    await until(() => idsSince(other, begin)?.length === 1)
    // The connection that heard them is opened again.
    await until(async () => (await sql(`SELECT 1 ${listening}`)).length > 0)
    await keep(one, 'b')
    await until(() => idsSince(other, begin)?.length === 2)
  })

  it('a process that lost the database for a time goes on where it was, and tells its listeners each change once', async () => {
    proxy = await createCuttingProxy(url)
    const timers = createPassingTimers()
    const [one, other] = [await open(), await open(proxy.url, timers)]
    const begin = other.head()
    const seen: string[] = []
    other.onChanges((changes) => void seen.push(...changes.map(idOf)))
    await keep(one, 'a')
    await until(() => seen.length === 1)
    proxy.cut('down')
    await keep(one, 'b', 'c')
    timers.pass(1000)
    await until(() => log.some(({ event }) => event === 'changes_unreadable'))
    expect(idsSince(other, begin)).toEqual(['a'])
    await expect(other.append([batchOf('x', null, 'x', 'x')])).rejects.toThrow(/reached/)
    proxy.cut('up')
    timers.pass(1000)
    await until(() => seen.length === 3)
    expect([seen, idsSince(other, begin)]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
  })

  it('places rise although the clock of the database was set back', async () => {
    const store = await open()
    const begin = store.head()
    await keep(store, 'a')
    await sql(`UPDATE change_head SET place = place + ${dayMs * 1024}::bigint`)
    await store.append([batchOf('many', null, '1', ...Array.from({ length: 3000 }, (_, index) => `${index}`))])
    await keep(store, 'b')
    const all = changesSince(store, begin)
    requireRising(all)
    expect([all.length, idOf(all.at(-1)!), store.since(store.head()).kind]).toEqual([3002, 'b', 'changes'])
    expect(changesSince(await open(), begin)).toEqual(all)
  })

  it('a place of another process that is not here yet is no place that is gone', async () => {
    const [one, other] = [await open(), await open()]
    await cutListeners(2)
    await keep(one, 'a')
    expect(other.since(one.head())).toEqual({ kind: 'changes', changes: [] })
    const { place, logId } = parseSeq(one.head())!
    const inAMinute = `${(place + 61_000 * 1024).toString(16).padStart(14, '0')}-${logId}`
    expect([one.since(inAMinute).kind, other.since(inAMinute).kind]).toEqual(['gone', 'gone'])
  })

  it('a reply that is lost leaves the batch kept or not, and a repeated call never keeps it twice', async () => {
    proxy = await createCuttingProxy(url)
    const store = await open(proxy.url)
    const begin = store.head()
    const random = seededRandom(4)
    let count = 0
    for (let step = 0; step < amount(40, 400); step++) {
      proxy.cut(random.below(2) === 0 ? 'reply' : 'request')
      const kept = await store
        .append([batchOf('n', count === 0 ? null : `${count}`, `${count + 1}`, `${count}`)])
        .catch(() => null)
      let known: string | null = null
      await until(async () => {
        known = await store.marks('n').then(
          (marks) => marks.get('n') ?? '0',
          () => null,
        )
        return known !== null
      })
      if (kept !== null) expect([kept, known]).toEqual([[true], `${count + 1}`])
      count = Number(known)
    }
    proxy.cut('up')
    const reader = await open()
    expect(idsSince(reader, begin)).toEqual(Array.from({ length: count }, (_, index) => `${index}`))
    requireRising(changesSince(reader, begin))
  })

  it('changes older than 14 days or beyond the newest 100,000 are removed, and their places are gone in every process', async () => {
    const [one, other] = [await open(), await open()]
    const begin = one.head()
    await keep(one, 'old')
    const second = one.head()
    await sql(
      `UPDATE change SET place = place - ${15 * dayMs * 1024}::bigint, json = replace(json, '"old"', '"older"')`,
    )
    await sql(`UPDATE change_head SET oldest = oldest - ${15 * dayMs * 1024}::bigint`)
    for (let part = 0; part < 11; part++) {
      await one.append([
        batchOf(`part ${part}`, null, '1', ...Array.from({ length: 10_000 }, (_, index) => `${part} ${index}`)),
      ])
    }
    const count = async () => Number((await sql<{ count: string }>('SELECT count(*) FROM change'))[0]!.count)
    await until(async () => (await count()) === 100_000)
    await until(() => other.head() === one.head())
    const late = await open()
    for (const store of [one, other, late]) {
      expect([store.since(begin).kind, store.since(second).kind, store.head()]).toEqual(['gone', 'gone', one.head()])
      const gone = store.since(begin)
      expect(gone.kind === 'gone' && changesSince(store, gone.oldest).length).toBe(100_000)
    }
    await sql(
      `UPDATE change SET place = place - ${15 * dayMs * 1024}::bigint WHERE place < (SELECT place FROM change ORDER BY place DESC OFFSET 9 LIMIT 1)`,
    )
    await open()
    await until(async () => (await count()) === 10)
  })

  it('a database that was set back by a backup has fewer changes, and readers go on with those that follow', async () => {
    const timers = createPassingTimers()
    const store = await open(url, timers)
    await keep(store, 'a')
    const kept = store.head()
    await sql('CREATE TABLE saved AS TABLE change; CREATE TABLE saved_head AS TABLE change_head')
    await keep(store, 'b')
    const lost = store.head()
    const seen: string[] = []
    store.onChanges((changes) => void seen.push(...changes.map(idOf)))
    await sql(
      'DELETE FROM change; INSERT INTO change TABLE saved; DELETE FROM change_head; INSERT INTO change_head TABLE saved_head',
    )
    timers.pass(1000)
    await until(() => store.head() === kept)
    await keep(store, 'c')
    expect([idsSince(store, kept), idsSince(store, lost), seen]).toEqual([['c'], ['c'], ['c']])
    await sql(`UPDATE change_head SET log = 'other1'`)
    await keep(store, 'd')
    expect([store.since(kept).kind, parseSeq(store.head())!.logId]).toEqual(['gone', 'other1'])
  })

  it('a database that cannot be read opens, says so once, and is tried again by later calls', async () => {
    await keep(await open(), 'a')
    await sql('INSERT INTO change_schema (version) VALUES (9)')
    const store = await open()
    await expect(store.append([batchOf('b', null, 'b', 'b')])).rejects.toMatchObject({ code: 'database_unsuitable' })
    await expect(store.marks('')).rejects.toThrow('tables of changes: expected version 1 or older, got version 9')
    expect(log.filter(({ event }) => event === 'changes_unreadable')).toHaveLength(1)
    expect(store.since(store.head()).kind).toBe('changes')
    await sql('DELETE FROM change_schema WHERE version = 9')
    await keep(store, 'b')
    const gone = store.since('')
    expect(gone.kind === 'gone' && idsSince(store, gone.oldest)).toEqual(['a', 'b'])
  })
})
