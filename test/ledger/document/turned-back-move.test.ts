import { seededRandom } from '@riftline/core'
import { type CreditStore, parseExport } from '@riftline/ledger'
import { importIntoDatabase } from '@riftline/ledger/postgres'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importIntoFiles } from '#ledger/file/file-store.ts'
import { verifyLedger } from '#ledger/file/read-ledger.ts'
import { verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../support/postgres-store.ts'
import { createDisk } from '../simulated-disk/disk.ts'
import { openSimulated, simulated } from '../simulated-disk/open-simulated.ts'
import { anAnswer, callOf, evidence } from '../store/credit-store.fixture.ts'
import { linesOf } from '../store/exported.ts'

// A ledger that was turned back after its clock was years ahead has records dated in those years before records of today.

type Kept = readonly [account: string, key: string]
type Open = (acceptClock?: boolean) => Promise<CreditStore>

const right = Date.parse('2026-11-21T12:00:00Z')
const wrong = Date.parse('2036-03-07T09:00:00Z')
const [hour, day] = [3_600_000, 86_400_000]
const home = '203.0.113.7'

/** A document's lines with addresses and fields sorted, since each kind of store orders them differently. */
function contentOf(lines: readonly string[]): readonly unknown[] {
  const sorted = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(
      Object.entries(value)
        .sort()
        .map(([name, field]) => [name, sorted(field)]),
    )
  }
  return lines
    .slice(1, -1)
    .map((line) => JSON.stringify(sorted(JSON.parse(line))))
    .sort()
}

const claimOf = (accountId: string, key: string, requestId = `req_${key}`) => {
  return { accountId, path: '/v1/predict', key, fingerprint: 'a'.repeat(64), requestId }
}

async function answer(store: CreditStore, account: string, key: string): Promise<void> {
  const claim = claimOf(account, key)
  expect(await store.claim(claim)).toEqual({ kind: 'claimed' })
  const result = await store.hold(callOf(account, 1, { requestId: claim.requestId }))
  if (result.kind !== 'held') throw new Error(result.kind)
  await store.capture(result.hold, { ...anAnswer, claim })
  store.delivered(claim.requestId)
}

/** Records accounts, a key, a ban, charges and uses, some dated 2036; returns the accounts and idempotency keys of stored answers. */
async function turnedBack(open: Open, clock: ManualClock, after: 'charges' | 'uses'): Promise<readonly Kept[]> {
  clock.setNow(right)
  let store = await open()
  const { id: early } = await store.createAccount('early')
  await store.addKey({ id: 'k1', accountId: early, name: 'prod', sha256: 'e'.repeat(64) })
  await store.grant(early, { kind: 'topup', ref: 'payment', credits: 100 })
  await answer(store, early, 'before')
  const { id: quiet } = await store.createAccount('quiet')
  await store.close()

  clock.setNow(wrong)
  store = await open()
  const { id: late } = await store.createAccount('late')
  await store.addKey({ id: 'k2', accountId: late, name: 'prod', sha256: 'f'.repeat(64) })
  await store.grant(late, { kind: 'topup', ref: 'payment', credits: 100 })
  await answer(store, early, 'ahead')
  await answer(store, late, 'late')
  await store.useAddress({ accountId: early, address: home, requestId: 'req_u1' }, 0)
  const { id: banned } = await store.createAccount('banned')
  await store.ban(banned, evidence({ otherAccountId: late, address: '203.0.113.8', at: wrong, otherAt: wrong }))
  await store.close()

  clock.setNow(right + hour)
  store = await open(true)
  if (after === 'charges') {
    await answer(store, early, 'after')
    clock.advance(2 * hour)
    await answer(store, quiet, 'later')
  }
  clock.advance(hour)
  await store.useAddress({ accountId: early, address: '198.51.100.7', requestId: 'req_u2' }, 0)
  await store.close()
  clock.advance(hour)
  const ahead: readonly Kept[] = [
    ['early', 'ahead'],
    ['late', 'late'],
  ]
  return after === 'charges' ? [...ahead, ['early', 'after'], ['quiet', 'later']] : ahead
}

/** Checks that a retry gets every stored answer and is not charged again. */
async function expectReplays(store: CreditStore, kept: readonly Kept[]): Promise<void> {
  const { id } = await store.findAccount('early')
  for (const [name, key] of kept) {
    const account = await store.findAccount(name)
    const found = await store.claim(claimOf(account.id, key, `req_again_${key}`))
    expect([key, found]).toEqual([key, { kind: 'stored', answer: anAnswer }])
  }
  expect(
    await store.useAddress({ accountId: (await store.findAccount('late')).id, address: home, requestId: 'r' }, 0),
  ).toEqual([expect.objectContaining({ accountId: id, requestId: 'req_u1' })])
}

function createFiles(clock: ManualClock) {
  const disk = createDisk(seededRandom(1))
  let starts = 0
  const open: Open = async (acceptClock = false) => {
    starts += 1
    return (await openSimulated(disk.start(), seededRandom(starts), { clock, acceptClock })).store
  }
  const fill = async (lines: readonly string[]) => {
    const options = simulated(disk.start(), seededRandom(99), { clock, acceptClock: true })
    await importIntoFiles(options, await parseExport(lines))
    expect(await verifyLedger('/data', disk.start().fs)).toMatchObject({ sound: true, violations: [] })
  }
  return { open, fill }
}

describe('the move of a ledger that was turned back', () => {
  const clock = createManualClock()

  it.each(['charges', 'uses'] as const)(
    'a turned-back ledger is imported into files unchanged, with its stored answers (%s last)',
    async (after) => {
      const source = createFiles(clock)
      const keys = await turnedBack(source.open, clock, after)
      const opened = await source.open()
      const lines = await linesOf(opened)
      await opened.close()
      const target = createFiles(clock)
      await target.fill(lines)
      const copy = await target.open()
      expect(await linesOf(copy)).toEqual(lines)
      await expectReplays(copy, keys)
      await copy.close()
    },
  )

  it('an import keeps records of a clock that is still ahead', async () => {
    const source = createFiles(clock)
    clock.setNow(right)
    const first = await source.open()
    await first.createAccount('early')
    await first.close()
    clock.setNow(wrong)
    const store = await source.open()
    const { id } = await store.findAccount('early')
    await answer(store, id, 'ahead')
    clock.advance(5 * 60_000)
    await store.useAddress({ accountId: id, address: home, requestId: 'req_u1' }, 0)
    await store.createAccount('late')
    const lines = await linesOf(store)
    await store.close()
    clock.setNow(right + hour)
    const target = createFiles(clock)
    await target.fill(lines)
    const copy = await target.open()
    await expectReplays(copy, [['early', 'ahead']])
    clock.advance(day)
    expect((await copy.claim(claimOf(id, 'ahead', 'req_x'))).kind).toBe('claimed')
    await copy.close()
  })
})

describe.skipIf(databaseTests.skip)(
  `the move of a turned-back ledger to or from a database${databaseTests.why}`,
  () => {
    const clock = createManualClock()
    let database: TestDatabase
    beforeAll(async () => {
      database = await createTestDatabase()
    })
    beforeEach(() => database.empty())
    const open: Open = (acceptClock = false) => database.open({ clock, acceptClock })
    const exported = async () => {
      const store = await open()
      const lines = await linesOf(store)
      await store.close()
      return lines
    }
    const fill = async (lines: readonly string[]) => {
      await database.empty()
      await importIntoDatabase(database.url, await parseExport(lines), { clock, acceptClock: true })
      expect((await verifyPostgresLedger(database.url)).violations).toEqual([])
    }

    it.each(['charges', 'uses'] as const)(
      'a turned-back ledger moves to a database, to files and to a database again unchanged (%s last)',
      async (after) => {
        const source = createFiles(clock)
        const keys = await turnedBack(source.open, clock, after)
        const opened = await source.open()
        const { totals } = await parseExport(await linesOf(opened))
        const lines = await linesOf(opened)
        await opened.close()
        await fill(lines)
        const moved = await exported()
        expect((await parseExport(moved)).totals).toEqual(totals)
        expect(contentOf(moved)).toEqual(contentOf(lines))
        const files = createFiles(clock)
        await files.fill(moved)
        const copy = await files.open()
        expect(contentOf(await linesOf(copy))).toEqual(contentOf(moved))
        await expectReplays(copy, keys)
        await copy.close()
        await fill(moved)
        expect(await exported()).toEqual(moved)
        const store = await open()
        await expectReplays(store, keys)
        await store.close()
      },
    )

    it.each(['charges', 'uses'] as const)(
      'a turned-back ledger moves from a database to files unchanged (%s last)',
      async (after) => {
        await (await open()).close()
        const keys = await turnedBack(open, clock, after)
        const lines = await exported()
        const files = createFiles(clock)
        await files.fill(lines)
        const copy = await files.open()
        expect(contentOf(await linesOf(copy))).toEqual(contentOf(lines))
        await expectReplays(copy, keys)
        await copy.close()
      },
    )
  },
)
