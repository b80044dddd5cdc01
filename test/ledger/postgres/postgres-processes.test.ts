import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallToCharge, Hold, IdempotencyClaim } from '#ledger/credit-store.ts'
import { verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import type { PostgresStore } from '#ledger/postgres/postgres-store.ts'
import { amount } from '../../support/amount.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../support/postgres-store.ts'
import { callOf } from '../store/credit-store.fixture.ts'

describe.skipIf(databaseTests.skip)(`processes on one database${databaseTests.why}`, () => {
  let database: TestDatabase
  let clock: ManualClock
  let one: PostgresStore
  let other: PostgresStore
  let account: string
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    await database.empty()
    clock = createManualClock()
    one = await database.open({ clock })
    other = await database.open({ clock })
    account = (await one.createAccount('test')).id
  })
  afterEach(async () => {
    expect((await verifyPostgresLedger(database.url)).violations).toEqual([])
    await Promise.all([one.close(), other.close()])
  })

  async function holdIn(store: PostgresStore, credits: number, change: Partial<CallToCharge> = {}): Promise<Hold> {
    const result = await store.hold(callOf(account, credits, change))
    if (result.kind !== 'held') throw new Error(`not held: ${JSON.stringify(result)}`)
    return result.hold
  }
  const leaseEnds = () => database.query('UPDATE node SET lease_until = clock_timestamp()')
  const sums = async () => {
    const sql = 'SELECT sum(remaining)::int AS remaining, sum(held)::int AS held FROM credit_grant'
    return (await database.query<{ remaining: number; held: number }>(sql))[0]
  }

  const rounds = amount(20, 1000)
  it(`of 200 parallel calls on a balance for 100 exactly 100 succeed and 100 are refused, ${rounds} times`, async () => {
    const round = async (name: number): Promise<string> => {
      const { id } = await one.createAccount(`round ${name}`)
      await one.grant(id, { kind: 'topup', ref: 'payment', credits: 80 })
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          const store = index % 2 === 0 ? one : other
          const result = await store.hold(callOf(id, 1))
          if (result.kind === 'held') await store.capture(result.hold)
          return result.kind
        }),
      )
      const count = (kind: string): number => outcomes.filter((outcome) => outcome === kind).length
      return `${count('held')} held, ${count('insufficient')} insufficient, ${await other.balance(id)} left`
    }
    const outcomes = new Map<string, number>()
    let next = 0
    const runner = async (): Promise<void> => {
      while (next < rounds) {
        next += 1
        const outcome = await round(next)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 4 }, runner))
    expect([...outcomes]).toEqual([['100 held, 100 insufficient, 0 left', rounds]])
  }, 300_000)

  it('of 50 claims of one key one succeeds, and each process replays the answer of the other', async () => {
    const claimOf = (index: number): IdempotencyClaim => {
      const requestId = `req_claim_${index}`
      return { accountId: account, path: '/v1/predict', key: 'k', fingerprint: 'a'.repeat(64), requestId }
    }
    const store = (index: number) => (index % 2 === 0 ? one : other)
    const results = await Promise.all(Array.from({ length: 50 }, (_, index) => store(index).claim(claimOf(index))))
    const kinds = results.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'in_progress').length).toBe(49)
    const winner = kinds.indexOf('claimed')
    const hold = await holdIn(store(winner), 2, { requestId: `req_claim_${winner}` })
    await store(winner).capture(hold, { status: 200, body: '{"a":1}', claim: claimOf(winner) })
    for (const index of [50, 51]) expect(await store(index).claim(claimOf(index))).toEqual({ kind: 'in_progress' })
    store(winner).delivered(`req_claim_${winner}`)
    for (const index of [winner, winner + 1]) {
      expect(await store(index).claim(claimOf(index + 52))).toEqual({
        kind: 'stored',
        answer: { status: 200, body: '{"a":1}' },
      })
    }
    expect(await other.balance(account)).toBe(18)
  })

  it('a request id that holds credits in one process is refused in the other', async () => {
    const { requestId } = await holdIn(one, 3)
    await expect(other.hold(callOf(account, 3, { requestId }))).rejects.toThrow('holds or paid credits already')
    expect(await sums()).toEqual({ remaining: 20, held: 3 })
  })

  it('keys, bans and charges of one process are visible to the other at once', async () => {
    const key = { id: 'abcdefgh', accountId: account, name: 'prod', sha256: 'f'.repeat(64) }
    await one.addKey(key)
    expect(await other.findKey(key.sha256)).toMatchObject({ banned: false, key: { revokedAt: null } })
    await other.ban(account)
    expect(await one.findKey(key.sha256)).toMatchObject({ banned: true })
    expect(await one.hold(callOf(account, 1))).toEqual({ kind: 'banned' })
    await other.unban(account, 'operator', false)
    const held = await holdIn(one, 15)
    expect(await other.hold(callOf(account, 10))).toEqual({ kind: 'insufficient', available: 20, held: 15 })
    await one.capture(held)
    await other.refund(held.requestId, 'operator')
    expect(await one.balance(account)).toBe(20)
  })

  it('two processes that add keys at once add each key once and no more than the account may have', async () => {
    const hash = (number: number) => number.toString(16).padStart(64, '0')
    const add = (number: number, store: PostgresStore) =>
      store.addKey({ id: `key_${number}`, accountId: account, name: 'prod', sha256: hash(number) }, 20)
    const twice = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => add(i >> 1, i % 2 === 0 ? one : other)))
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    await one.revokeKey('key_0')
    const more = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => add(20 + i, i % 2 === 0 ? one : other)))
    expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of more) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'too_many_keys' })
    }
    const ids = (await other.keys(account)).map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([21, 21])
  })

  it('two processes that revoke a key at once agree on its end, which is the earliest', async () => {
    const key = { id: 'abcdefgh', accountId: account, name: 'prod', sha256: 'f'.repeat(64) }
    await one.addKey(key)
    const now = clock.now()
    const later = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : other).revokeKey(key.id, now + 1000 + i))
    await Promise.all([...later, one.revokeKey(key.id, now + 500), other.revokeKey(key.id, now + 700)])
    for (const store of [one, other]) expect((await store.findKey(key.sha256))?.key.revokedAt).toBe(now + 500)
    clock.advance(100)
    await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : other).revokeKey(key.id)))
    for (const store of [one, other]) expect((await store.findKey(key.sha256))?.key.revokedAt).toBe(now + 100)
  })

  it('two accounts that use an address at the same moment meet each other', async () => {
    const { id } = await one.createAccount('second')
    const since = clock.now() - 1000
    for (let round = 0; round < 20; round++) {
      const address = `203.0.113.${round}`
      const met = await Promise.all([
        one.useAddress({ accountId: account, address, requestId: 'req_a' }, since),
        other.useAddress({ accountId: id, address, requestId: 'req_b' }, since),
      ])
      expect(met.flat().length).toBe(1)
    }
  })

  it('holds of a dead process and its charges without proof of delivery are returned when its lease ends', async () => {
    const lost = await holdIn(one, 3)
    const proved = await holdIn(one, 4)
    await holdIn(one, 5)
    const claim = { accountId: account, path: '/v1/predict', key: 'k', fingerprint: 'a'.repeat(64), requestId: 'req_k' }
    await one.claim(claim)
    await one.capture(lost)
    await one.capture(proved)
    one.delivered(proved.requestId)
    await expect(one.refund(proved.requestId, 'operator')).rejects.toMatchObject({ code: 'charge_not_open' })
    await other.beat()
    expect(await sums()).toEqual({ remaining: 13, held: 5 })
    await leaseEnds()
    await other.beat()
    expect(await sums()).toEqual({ remaining: 16, held: 0 })
    expect((await other.statement(account, '2026-11')).at(-1)).toMatchObject({ reason: 'crash', credits: 3 })
    expect(await other.claim({ ...claim, requestId: 'req_l' })).toEqual({ kind: 'claimed' })
  })

  it('a late capture of a returned hold charges nothing', async () => {
    const hold = await holdIn(one, 3)
    await leaseEnds()
    await other.beat()
    await expect(one.capture(hold)).rejects.toThrow('has lapsed')
    expect(await sums()).toEqual({ remaining: 20, held: 0 })
  })

  it('a capture under a claim that was released is refused, so that one key is never charged twice', async () => {
    const claim = { accountId: account, path: '/v1/predict', key: 'k', fingerprint: 'a'.repeat(64), requestId: 'req_a' }
    await one.claim(claim)
    await leaseEnds()
    await other.beat()
    const retry = { ...claim, requestId: 'req_b' }
    expect(await other.claim(retry)).toEqual({ kind: 'claimed' })
    await other.capture(await holdIn(other, 3, { requestId: 'req_b' }), { status: 200, body: 'b', claim: retry })
    clock.advance(60_000)
    const late = await holdIn(one, 3, { requestId: 'req_a' })
    await expect(one.capture(late, { status: 200, body: 'a', claim })).rejects.toThrow('has lapsed')
    await one.beat()
    expect(await sums()).toEqual({ remaining: 17, held: 0 })
  })

  it('a hold of a lapsed lease is not captured, even before another process has returned it', async () => {
    const hold = await holdIn(one, 3)
    await leaseEnds()
    clock.advance(60_000)
    await expect(one.capture(hold)).rejects.toThrow('has lapsed')
    expect(await sums()).toEqual({ remaining: 20, held: 3 })
    await one.beat()
    expect(await sums()).toEqual({ remaining: 20, held: 0 })
    await one.capture(await holdIn(one, 3))
    expect(await one.balance(account)).toBe(17)
  })

  it('a capture is not acknowledged when its process loses the lease while it is written', async () => {
    const hold = await holdIn(one, 3)
    await database.query(`CREATE FUNCTION lapse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE node SET lease_until = '-infinity'; RETURN NEW; END $$`)
    await database.query(
      `CREATE TRIGGER lapse BEFORE UPDATE ON charge FOR EACH ROW WHEN (NEW.state = 'captured') EXECUTE FUNCTION lapse()`,
    )
    const { monotonicMs } = clock
    let asked = 0
    // The lease is valid when the capture is sent, and over when its answer arrives.
    Object.assign(clock, { monotonicMs: () => monotonicMs() + (asked++ === 0 ? 0 : 60_000) })
    await expect(one.capture(hold)).rejects.toThrow('has lapsed')
    await database.query('DROP TRIGGER lapse ON charge; DROP FUNCTION lapse()')
    await other.beat()
    expect(await sums()).toEqual({ remaining: 20, held: 0 })
  })

  it('a hold that is written after its process was removed is also returned', async () => {
    const hold = await holdIn(one, 3)
    await database.query('DELETE FROM node WHERE id = (SELECT node_id FROM charge)')
    await other.beat()
    expect(await sums()).toEqual({ remaining: 20, held: 0 })
    await expect(one.capture(hold)).rejects.toThrow('has lapsed')
  })

  it('a process that closes returns its open charges without waiting for its lease', async () => {
    await one.capture(await holdIn(one, 3))
    await holdIn(one, 4)
    await one.close()
    expect(await sums()).toEqual({ remaining: 20, held: 0 })
    await expect(one.balance(account)).rejects.toThrow('closed')
  })

  it('a process whose clock is behind does not grant a month again that another has left', async () => {
    const behind = await database.open({ clock: createManualClock('2026-11-30T23:59:00Z') })
    expect(await one.balance(account)).toBe(20)
    clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
    await one.capture(await holdIn(one, 20))
    expect(await behind.balance(account)).toBe(0)
    expect((await behind.hold(callOf(account, 1))).kind).toBe('insufficient')
    await behind.close()
  })

  it('an account has at most 10,000 answers, and the oldest is removed first', async () => {
    await database.query(
      `INSERT INTO idempotency SELECT $1, '/v1/predict', 'k' || n, '\\x00', 'r' || n, 200, '', nextval('idempotency_order'), 'n', $2
         FROM generate_series(1, 9999) n`,
      [account, new Date(clock.now() + 1000)],
    )
    for (const requestId of ['req_a', 'req_b', 'req_c']) {
      const claim = { accountId: account, path: '/v1/predict', key: requestId, fingerprint: 'aa', requestId }
      await one.claim(claim)
      await one.capture(await holdIn(one, 1, { requestId }), { status: 200, body: '', claim })
    }
    expect(one.evictedAnswers()).toBe(2)
    const rows = await database.query<{ key: string }>('SELECT key FROM idempotency ORDER BY ordinal LIMIT 1')
    expect(rows).toEqual([{ key: 'k3' }])
  })
})
