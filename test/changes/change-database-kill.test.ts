import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { StoredChange } from '@riftline/changes'
import { openChangeDatabase } from '@riftline/changes/postgres'
import { seededRandom } from '@riftline/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { bundleChild } from '../support/bundle-child.ts'
import { createCuttingProxy } from '../support/cutting-proxy.ts'
import { databaseTests, type PostgresCluster, sharedPostgres } from '../support/postgres.ts'
import { until } from '../support/server.ts'
import { changesSince } from './change-writers.ts'
import { requireCounted, startWriter } from './killed-writer.ts'

/** Number of kills and of cuts in between; both need real processes. */
const kills = amount(3, 30)

describe.skipIf(databaseTests.skip)(`changes of processes that die${databaseTests.why}`, () => {
  let script: string
  let cluster: PostgresCluster
  beforeAll(async () => {
    script = await bundleChild('test/changes/change-child.ts')
    cluster = await sharedPostgres()
  })
  afterAll(() => rmSync(dirname(script), { recursive: true }))

  it(`two writers that are killed ${kills} times, and whose connections are cut, lose no change, and readers miss and repeat none`, async () => {
    const url = await cluster.createDatabase()
    const [writing, reading] = [await createCuttingProxy(url), await createCuttingProxy(url)]
    const open = (databaseUrl: string) => openChangeDatabase({ databaseUrl, log: () => {} })
    const [store, second] = [await open(url), await open(reading.url)]
    const begin = store.head()
    // One reader is on a connection that breaks, and one asks from its last place again and again.
    const heard: StoredChange[] = []
    second.onChanges((changes) => void heard.push(...changes))
    const polled: StoredChange[] = []
    const poll = () => polled.push(...changesSince(store, polled.at(-1)?.seq ?? begin))
    const random = seededRandom(2)
    const told: number[] = []
    let writers = [startWriter(script, writing.url), startWriter(script, writing.url)]
    for (let life = 1; life <= kills; life++) {
      const [victim, other] = random.below(2) === 0 ? writers : [...writers].reverse()
      await Promise.race(writers.map((writer) => writer.reached(writer.kept.length + 1 + random.below(20))))
      for (let cuts = random.below(3); cuts > 0; cuts--) {
        const before = writing.cuts()
        writing.cut(random.below(2) === 0 ? 'reply' : 'request')
        await until(() => writing.cuts() > before)
      }
      if (life % 3 === 0) reading.cut('down')
      poll()
      await victim!.kill()
      told.push(...victim!.kept)
      writers = [other!, startWriter(script, writing.url)]
      reading.cut('up')
      poll()
    }
    await writers[1]!.reached(1)
    for (const writer of writers) {
      await writer.kill()
      told.push(...writer.kept)
    }
    const [row] = await cluster.query<{ value: string }>(url, `SELECT value FROM change_mark WHERE key = 'n'`)
    const count = Number(row!.value)
    await until(() => [store, second].every((one) => changesSince(one, begin).length === 2 * count))
    poll()
    expect(requireCounted(changesSince(store, begin))).toBe(count)
    expect(new Set(told).size).toBe(told.length)
    expect(told.every((number) => number <= count)).toBe(true)
    // A kill or a cut loses at most the news of one batch each.
    expect(count - told.length).toBeLessThanOrEqual(kills + 2 + writing.cuts())
    expect(heard).toEqual(changesSince(store, begin))
    expect(polled).toEqual(heard)
    const rows = await cluster.query<{ json: string }>(url, 'SELECT json FROM change ORDER BY place')
    expect(rows.map(({ json }) => json)).toEqual(heard.map(({ json }) => json))
    await Promise.all([store.close(), second.close()])
    await Promise.all([writing.close(), reading.close()])
  })
})
