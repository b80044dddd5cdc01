import { hash, randomBytes } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemTimers } from '@riftline/base/node'
import { type Account, type CreditStore, createMemoryStore, parseExport } from '@riftline/ledger'
import { openFileStore } from '@riftline/ledger/file'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MovableLedger } from '#ledger/document/ledger-export.ts'
import { verifyLedger } from '#ledger/file/verify-ledger.ts'
import { verifyPostgresLedger } from '#ledger/postgres/verify.ts'
import { createManualClock } from '../support/clock.ts'
import { databaseTests } from '../support/postgres.ts'
import { createTestDatabase } from '../support/postgres-store.ts'
import { pagedLines } from './store/paged-lines.ts'

const fixture = new URL('../fixtures/ledger-0.1.0/', import.meta.url).pathname
const clock = () => createManualClock('2026-11-20T11:00:00Z')
/** The folder's lock is of another machine: whoever opens it watches for five seconds whether its holder lives. */
const timers = { ...systemTimers, wait: () => Promise.resolve() }

let root: string
let dataFolder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'riftline-0.1.0-'))
  dataFolder = join(root, 'data')
  const ledger = join(dataFolder, 'ledger')
  cpSync(join(fixture, 'ledger'), ledger, { recursive: true })
  // Git keeps no rights.
  for (const folder of [dataFolder, ledger]) chmodSync(folder, 0o700)
  for (const name of readdirSync(ledger)) chmodSync(join(ledger, name), 0o600)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a ledger folder written by 0.1.0', () => {
  it('a ledger folder written by 0.1.0 is sound', async () => {
    expect(await verifyLedger(dataFolder)).toMatchObject({ sound: true, accounts: 3, violations: [] })
  })

  it('a ledger folder written by 0.1.0 opens: what was delivered stays paid, what was open is given back', async () => {
    const parts = { clock: clock(), timers, randomBytes, freeCredits: 20, dataFolder, log: () => {} }
    const store = await openFileStore(parts)
    await expectContent(store)
    await store.close()
    expect(await verifyLedger(dataFolder)).toMatchObject({ sound: true, violations: [] })
  })

  it('a ledger folder written by 0.1.0 can be imported from its export', async () => {
    const store = createMemoryStore({ clock: clock(), randomBytes, freeCredits: 20 }) as CreditStore & MovableLedger
    await store.importLedger(
      await parseExport(readFileSync(join(fixture, 'export.jsonl'), 'utf8').trimEnd().split('\n')),
    )
    // Calls that were open are the business of a start; an import keeps them as they were.
    expect(await balances(store)).toEqual({ acme: 650, bravo: 13, carol: 0 })
    await store.close()
  })
})

describe.skipIf(databaseTests.skip)(`a database of schema 1 written by 0.1.0${databaseTests.why}`, () => {
  it('a database written by 0.1.0 opens: what was delivered stays paid, what was open is given back', async () => {
    const database = await createTestDatabase()
    await database.query(readFileSync(join(fixture, 'database.sql'), 'utf8'))
    const store = await database.open({ clock: clock() })
    await expectContent(store)
    await store.close()
    expect(await verifyPostgresLedger(database.url)).toMatchObject({ sound: true, violations: [] })
  })

  it('a database written by 0.1.0 opens with thousands of addresses of an account and keeps its newest 256', async () => {
    const database = await createTestDatabase()
    // A dump leaves its connection without a search path.
    await database.query(`${readFileSync(join(fixture, 'database.sql'), 'utf8')}; RESET search_path`)
    const many = `INSERT INTO address_seen SELECT (SELECT id FROM account WHERE name = 'acme'), '198.51.' || n / 256 || '.' || n % 256, 'req',
      t.at + n * interval '1 s', t.at + n * interval '1 s' FROM (SELECT timestamptz '2026-11-20T10:00:00Z' AS at) t, generate_series(0, 2999) n`
    await database.query(many)
    const store = await database.open({ clock: clock() })
    const kept = `SELECT s.address FROM address_seen s JOIN account a ON a.id = s.account_id WHERE a.name = 'acme' ORDER BY last_at`
    const rows = await database.query<{ address: string }>(kept)
    expect([rows.length, rows[0]?.address, rows.at(-1)?.address]).toEqual([256, '198.51.10.184', '198.51.11.183'])
    await store.close()
  })
})

async function expectContent(store: CreditStore): Promise<void> {
  expect(await balances(store)).toEqual({ acme: 660, bravo: 18, carol: 0 })
  const [{ id: accountId }, { id: other }] = (await Promise.all(
    ['acme', 'bravo'].map((name) => store.findAccount(name)),
  )) as [Account, Account]
  const claim = (key: string) =>
    store.claim({ accountId, path: '/v1/predict', key, fingerprint: hash('sha256', key), requestId: `req_new_${key}` })
  for (const key of ['retry-0', 'retry-3', 'retry-6', 'retry-9', 'late']) {
    const answer = { status: 200, body: JSON.stringify({ answer: key }) }
    expect(await claim(key), key).toEqual({ kind: 'stored', answer })
  }
  for (const key of ['gone', 'undelivered', 'running']) {
    expect(await claim(key), key).toEqual({ kind: 'claimed' })
  }
  const keys = await store.keys('acme')
  expect(keys.map(({ name, revokedAt }) => [name, revokedAt !== null])).toEqual([
    ['prod', false],
    ['old', true],
  ])
  expect((await store.findKey(keys[0]?.sha256 ?? ''))?.banned).toBe(false)
  expect((await store.accounts()).map(({ name, status }) => [name, status])).toEqual([
    ['acme', 'active'],
    ['bravo', 'active'],
    ['carol', 'banned'],
  ])
  await expectReports(store, accountId, other)
  const seen = await store.useAddress({ accountId: other, address: '192.0.2.7', requestId: 'req_new' }, 0)
  expect(seen.map((use) => use.accountId)).toEqual([accountId])
}

/** Their charges name no key. */
async function expectReports(store: CreditStore, acme: string, bravo: string): Promise<void> {
  const month = '2026-11'
  for (const id of [acme, bravo])
    expect(await pagedLines(store, id, { month, limit: 4 })).toEqual(await store.statement(id, month))
  expect(await store.usageByDay(acme, month)).toEqual([{ day: '2026-11-20', calls: 16, credits: 160 }])
  expect(await store.usageByDay(bravo, month)).toEqual([{ day: '2026-11-20', calls: 1, credits: 2 }])
  expect(await store.keyUses(acme)).toEqual([])
  expect((await store.grants(acme)).map(({ kind, remaining }) => [kind, remaining])).toEqual([
    ['topup', 500],
    ['plan', 160],
    ['free', 0],
  ])
  expect(await store.banOf('carol')).toMatchObject({ by: 'ip-rule', reason: null })
}

async function balances(store: CreditStore): Promise<Record<string, number>> {
  const names = ['acme', 'bravo', 'carol']
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await store.balance(name)] as const)))
}
