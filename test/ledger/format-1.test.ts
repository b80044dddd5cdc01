import { hash, randomBytes } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CreditStore, createMemoryStore, parseExport } from '@riftline/ledger'
import { openFileStore } from '@riftline/ledger/file'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MovableLedger } from '#ledger/document/ledger-content.ts'
import { readLedger, verifyLedger } from '#ledger/file/read-ledger.ts'
import { verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import { createManualClock } from '../support/clock.ts'
import { textOfState } from '../support/ledger-text.ts'
import { databaseTests } from '../support/postgres.ts'
import { createTestDatabase } from '../support/postgres-store.ts'

const fixture = new URL('../fixtures/ledger-format-1/', import.meta.url).pathname
const expected = JSON.parse(readFileSync(join(fixture, 'expected.json'), 'utf8'))
const clock = () => createManualClock('2026-11-20T11:00:00Z')
const sound = { sound: true, accounts: 3, violations: [] }

describe('a ledger folder with snapshots of format 1', () => {
  let dataFolder: string
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'riftline-format-1-'))
    const ledger = join(dataFolder, 'ledger')
    cpSync(join(fixture, 'ledger'), ledger, { recursive: true })
    // Git does not store these file modes.
    for (const folder of [dataFolder, ledger]) chmodSync(folder, 0o700)
    for (const name of readdirSync(ledger)) chmodSync(join(ledger, name), 0o600)
  })
  afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))
  const open = () => openFileStore({ clock: clock(), randomBytes, freeCredits: 20, dataFolder, log: () => {} })

  it('a folder of format 1 opens with the accounts, statements and answers of its writer', async () => {
    expect(await verifyLedger(dataFolder)).toMatchObject(sound)
    const store = await open()
    expect(await reportOf(store)).toEqual(expected.files)
    await expectAnswers(store)
    await store.close()
    expect(await verifyLedger(dataFolder)).toMatchObject(sound)
  })

  it('its next snapshot has format 2 and the same state', async () => {
    await (await open()).close()
    const ledger = join(dataFolder, 'ledger')
    const formats = () =>
      readdirSync(ledger)
        .filter((name) => name.startsWith('snapshot-'))
        .sort()
        .map((name) => JSON.parse(readFileSync(join(ledger, name), 'utf8').split('\n')[0]!).format)
    expect(formats().sort()).toEqual([1, 2])
    const text = textOfState((await readLedger(dataFolder)).state)
    for (const name of readdirSync(ledger)) if (name.startsWith('snapshot-')) rmSync(join(ledger, name))
    expect(textOfState((await readLedger(dataFolder)).state)).toBe(text)
  })

  it('a ledger of format 1 can be exported and imported', async () => {
    const store = createMemoryStore({
      clock: createManualClock('2026-11-20T14:30:00Z'),
      randomBytes,
      freeCredits: 20,
    }) as CreditStore & MovableLedger
    await store.importLedger(
      await parseExport(readFileSync(join(fixture, 'export.jsonl'), 'utf8').trimEnd().split('\n')),
    )
    // Open charges are refunded by a start only, not by an import.
    expect(await Promise.all(['acme', 'bravo', 'carol'].map((name) => store.balance(name)))).toEqual([665, 13, 0])
    await store.close()
  })
})

describe.skipIf(databaseTests.skip)(`a database of schema 4${databaseTests.why}`, () => {
  it('a database of schema 4 opens with the accounts, statements and answers of its writer', async () => {
    const database = await createTestDatabase()
    // A dump leaves its connection without a search path.
    await database.query(`${readFileSync(join(fixture, 'database.sql'), 'utf8')}; RESET search_path`)
    const store = await database.open({ clock: clock() })
    expect(await reportOf(store)).toEqual(expected.database)
    await expectAnswers(store)
    expect(await database.query('SELECT max(version) AS version FROM ledger_schema')).toEqual([{ version: 6 }])
    // A server of schema 4 may go on until it is replaced.
    const hold = `SELECT outcome FROM ledger_hold((SELECT id FROM account WHERE name = 'acme'), 'node_old', $1, 20,
                    ARRAY['req_old'], ARRAY['predict'], ARRAY['fasttree'], ARRAY[NULL]::text[], ARRAY[2])`
    const now = new Date('2026-11-20T11:00:00Z')
    expect(await database.query(hold, [now])).toEqual([{ outcome: 'held' }])
    const capture = `SELECT request_id FROM ledger_capture('node_old', $1, 20, ARRAY['req_old'], '{}', '{}', '{}', '{}', '{}', '{}')`
    expect(await database.query(capture, [now])).toEqual([{ request_id: 'req_old' }])
    await store.close()
    expect(await verifyPostgresLedger(database.url)).toMatchObject(sound)
  })
})

async function reportOf(store: CreditStore): Promise<Record<string, unknown>> {
  const reports: Record<string, unknown> = {}
  const month = '2026-11'
  for (const { id, name, status } of await store.accounts()) {
    const statement = (await store.statement(id, month)).map((line) => {
      const { at, kind, requestId, operation, model, keyId, reason, credits } = line
      return [at, kind, requestId, operation, model, keyId, reason, credits]
    })
    reports[name] = {
      ...{ status, balance: await store.balance(id), statement, usageByDay: await store.usageByDay(id, month) },
      ...{ keyUses: await store.keyUses(id), grants: await store.grants(id), ban: await store.banOf(id) },
      keys: (await store.keys(id)).map(({ monthlyLimit, expiresAt, scopes, ...key }) => {
        expect([monthlyLimit, expiresAt, scopes]).toEqual([null, null, null])
        return key
      }),
    }
  }
  return JSON.parse(JSON.stringify(reports))
}

async function expectAnswers(store: CreditStore): Promise<void> {
  const { id: accountId } = await store.findAccount('acme')
  const claim = (key: string) =>
    store.claim({ accountId, path: '/v1/predict', key, fingerprint: hash('sha256', key), requestId: `req_new_${key}` })
  for (const key of ['retry-0', 'retry-3', 'retry-6', 'retry-9', 'late', 'ahead']) {
    const answer = { status: 200, body: JSON.stringify({ answer: key }) }
    expect(await claim(key), key).toEqual({ kind: 'stored', answer })
  }
  for (const key of ['gone', 'undelivered', 'running']) expect(await claim(key), key).toEqual({ kind: 'claimed' })
}
