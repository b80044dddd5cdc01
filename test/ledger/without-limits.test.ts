import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type CreditStore, createMemoryStore, exportLedger, ledgerContent, parseExport } from '@riftline/ledger'
import { openFileStore } from '@riftline/ledger/file'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MovableLedger } from '#ledger/document/ledger-content.ts'
import { readLedger, verifyLedger } from '#ledger/file/read-ledger.ts'
import { importIntoDatabase } from '#ledger/postgres/import-ledger.ts'
import { verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import { databaseContent } from '#ledger/postgres/transaction-content.ts'
import { createManualClock } from '../support/clock.ts'
import { databaseTests } from '../support/postgres.ts'
import { createTestDatabase } from '../support/postgres-store.ts'
import { callOf, noLimits } from './store/credit-store.fixture.ts'

const fixture = new URL('../fixtures/ledger-without-limits/', import.meta.url).pathname
const read = (...path: readonly string[]) => gunzipSync(readFileSync(join(fixture, ...path)))
const exported = () => String(read('export.jsonl.gz')).trimEnd().split('\n')
const clock = () => createManualClock('2026-11-28T12:00:00Z')
const sound = { sound: true, accounts: 2, violations: [] }

/** Checks that no key has a limit, that use is known by key, and that a limit counts it. */
async function expectNoLimits(store: CreditStore, used: readonly number[]): Promise<void> {
  const holders = await store.findKeys(['a', 'b', 'c'].map((digit) => digit.repeat(64)))
  for (const holder of holders) expect(holder?.key).toMatchObject(noLimits)
  expect(await Promise.all(['acmeprod', 'acmetest', 'bravoone'].map((id) => store.usedByKey(id)))).toEqual(used)
  const { id } = await store.findAccount('acme')
  const [limit] = used
  await store.setKey('acmeprod', { monthlyLimit: limit! + 5 })
  const hold = (credits: number) =>
    store.hold(callOf(id, credits, { keyId: 'acmeprod', requestId: `req_new_${credits}` }))
  expect(await hold(6)).toMatchObject({ kind: 'key_limit', limit: limit! + 5, used: limit })
  const fits = await hold(5)
  expect(fits).toMatchObject({ kind: 'held' })
  if (fits.kind === 'held') store.voidHold(fits.hold)
}

async function collect(lines: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const line of lines) found.push(line)
  return found
}

describe('a ledger folder of a release without limits of keys', () => {
  let dataFolder: string
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'riftline-without-limits-'))
    const ledger = join(dataFolder, 'ledger')
    mkdirSync(ledger)
    for (const name of readdirSync(join(fixture, 'ledger')))
      writeFileSync(join(ledger, name.slice(0, -3)), read('ledger', name), { mode: 0o600 })
    for (const folder of [dataFolder, ledger]) chmodSync(folder, 0o700)
  })
  afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))
  const open = () => openFileStore({ clock: clock(), randomBytes, freeCredits: 20, dataFolder, log: () => {} })

  it('its keys have no limits, and a limit that is set counts what they spent before', async () => {
    expect(await verifyLedger(dataFolder)).toMatchObject(sound)
    const store = await open()
    await expectNoLimits(store, [16, 15, 9])
    await store.close()
    expect(await verifyLedger(dataFolder)).toMatchObject(sound)
    const again = await open()
    expect((await again.findKey('a'.repeat(64)))?.key).toMatchObject({ ...noLimits, monthlyLimit: 21 })
    await again.close()
  })

  it('its export is the one that its release made, byte by byte', async () => {
    expect(await collect(exportLedger(ledgerContent(await readLedger(dataFolder))))).toEqual(exported())
  })
})

describe('an export of a release without limits of keys', () => {
  it('its import has keys without limits, and is exported as it was', async () => {
    const options = { clock: clock(), randomBytes, freeCredits: 20 }
    const store = createMemoryStore(options) as CreditStore & MovableLedger
    await store.importLedger(await parseExport(exported()))
    expect(await collect(store.exportLedger())).toEqual(exported())
    // The open charge counts until a start refunds it, which an import does not.
    await expectNoLimits(store, [26, 15, 9])
  })

  it.skipIf(databaseTests.skip)(`an import into PostgreSQL has keys without limits${databaseTests.why}`, async () => {
    const database = await createTestDatabase()
    await importIntoDatabase(database.url, await parseExport(exported()), { clock: clock() })
    const lines = await collect(exportLedger(databaseContent(database.url, new Date(clock().now()))))
    // The database orders fields in another way, which changes the hash in the trailer.
    const parsed = (texts: readonly string[]) => texts.slice(0, -1).map((text) => JSON.parse(text))
    expect(parsed(lines)).toEqual(parsed(exported()))
    const store = await database.open({ clock: clock() })
    await expectNoLimits(store, [26, 15, 9])
    await store.close()
  })
})

describe.skipIf(databaseTests.skip)(`a database of schema 5${databaseTests.why}`, () => {
  it('its keys have no limits after the migration, and limits count for servers of schema 5 too', async () => {
    const database = await createTestDatabase()
    // A dump leaves its connection without a search path.
    await database.query(`${read('database.sql.gz')}; RESET search_path`)
    const store = await database.open({ clock: clock() })
    await expectNoLimits(store, [6, 15, 9])
    expect(await database.query('SELECT max(version) AS version FROM ledger_schema')).toEqual([{ version: 6 }])
    const old = async (requestId: string, credits: number) => {
      const hold = `SELECT outcome, available::int, held::int FROM ledger_hold((SELECT id FROM account WHERE name = 'acme'), 'node_old', $1,
                      20, ARRAY[$2], ARRAY['predict'], ARRAY['fasttree'], ARRAY['acmeprod'], ARRAY[$3::integer], ARRAY[1])`
      return database.query(hold, [new Date(clock().now()), requestId, credits])
    }
    expect(await old('req_old_6', 6)).toEqual([{ outcome: 'insufficient', available: 5, held: 0 }])
    expect(await old('req_old_5', 5)).toMatchObject([{ outcome: 'held' }])
    expect(await store.usedByKey('acmeprod')).toBe(11)
    expect(await old('req_old_1', 1)).toEqual([{ outcome: 'insufficient', available: 0, held: 0 }])
    await store.close()
    expect(await verifyPostgresLedger(database.url)).toMatchObject(sound)
  })
})
