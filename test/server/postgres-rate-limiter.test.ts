import { beforeAll, describe, expect, it } from 'vitest'
import { openPostgresRateLimiter } from '#server/limits/postgres-rate-limiter.ts'
import { databaseTests, type PostgresCluster, sharedPostgres } from '../support/postgres.ts'
import { until } from '../support/server.ts'

describe.skipIf(databaseTests.skip)(`the shared rate limit${databaseTests.why}`, () => {
  let cluster: PostgresCluster
  let url: string
  beforeAll(async () => {
    cluster = await sharedPostgres()
    url = await cluster.createDatabase()
  })
  const open = (limit = 120) => openPostgresRateLimiter({ databaseUrl: url, limit, log: () => {} })

  it('the shared rate limit allows 120 of 200 requests that come at once to two processes', async () => {
    const [one, other] = [await open(), await open()]
    const states = await Promise.all(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? one : other).take('many')))
    expect(states.filter(({ allowed }) => allowed).length).toBe(120)
    const refused = states.find(({ allowed }) => !allowed)
    expect(refused).toMatchObject({ limit: 120, remaining: 0 })
    expect(refused?.resetSeconds).toBeGreaterThanOrEqual(58)
    expect(refused?.resetSeconds).toBeLessThanOrEqual(60)
    expect((await one.take('another')).remaining).toBe(119)
    await Promise.all([one.close(), other.close()])
  })

  it('the shared rate limit states the requests left and the time until the oldest leaves', async () => {
    const limiter = await open(3)
    const states = [await limiter.take('three'), await limiter.take('three'), await limiter.take('three')]
    expect(states.map(({ allowed, remaining, resetSeconds }) => [allowed, remaining, resetSeconds > 0])).toEqual([
      [true, 2, true],
      [true, 1, true],
      [true, 0, true],
    ])
    expect((await limiter.take('three')).allowed).toBe(false)
    await limiter.close()
  })

  const take = async (key: string, nowMs: number, limit = 120) =>
    (await cluster.query<Taken>(url, 'SELECT * FROM rate_take($1, $2, 60000, $3)', [key, limit, nowMs]))[0]
  interface Taken {
    readonly allowed: boolean
    readonly used: number
    readonly oldest_ms: string
  }

  it('the shared rate limit allows a request in the very millisecond in which the oldest leaves', async () => {
    for (const at of [1000, 1001]) expect((await take('edge', at, 2))?.allowed).toBe(true)
    expect(await take('edge', 60_999, 2)).toMatchObject({ allowed: false, used: 2, oldest_ms: '1000' })
    expect(await take('edge', 61_000, 2)).toMatchObject({ allowed: true, used: 2, oldest_ms: '1001' })
    expect(await take('edge', 61_000, 2)).toMatchObject({ allowed: false })
  })

  it('a clock set back neither resets the shared rate limit nor closes it for longer than a window', async () => {
    for (const at of [9_000_000, 9_000_001]) await take('back', at, 2)
    expect(await take('back', 1_000_000, 2)).toMatchObject({ allowed: false, used: 2 })
    expect(await take('back', 1_059_999, 2)).toMatchObject({ allowed: false })
    expect(await take('back', 1_060_000, 2)).toMatchObject({ allowed: true })
  })

  it('the shared rate limit forgets idle keys and keeps the others', async () => {
    let prune = () => {}
    const every = (_: number, act: () => void) => {
      prune = act
      return () => {}
    }
    const timers = { every, after: () => () => {}, wait: async () => {} }
    const limiter = await openPostgresRateLimiter({ databaseUrl: url, limit: 2, log: () => {}, timers })
    await limiter.take('idle')
    await limiter.take('busy')
    await cluster.query(url, `UPDATE rate_window SET hits = ARRAY[hits[1] - 60000] WHERE key_id = 'idle'`)
    prune()
    const keys = async () =>
      (await cluster.query<{ key_id: string }>(url, 'SELECT key_id FROM rate_window')).map(({ key_id }) => key_id)
    await until(async () => !(await keys()).includes('idle'))
    expect(await keys()).toContain('busy')
    expect((await limiter.take('busy')).remaining).toBe(0)
    await limiter.close()
  })

  it('the shared rate limit rejects a request that it cannot count, and counts again when the database is back', async () => {
    const limiter = await open(2)
    await limiter.take('cut')
    await cluster.query(
      url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    const results = await Promise.allSettled([limiter.take('cut')])
    if (results[0]?.status === 'rejected') expect(results[0].reason).toMatchObject({ message: /database/ })
    expect((await limiter.take('after')).remaining).toBe(1)
    await limiter.close()
  })
})
