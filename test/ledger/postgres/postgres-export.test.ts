import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StorageError } from '#ledger/credit-store.ts'
import { parseExport } from '#ledger/document/ledger-import.ts'
import { importIntoDatabase } from '#ledger/postgres/import-ledger.ts'
import { verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import type { PostgresStore } from '#ledger/postgres/postgres-store.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createLedgerState } from '#ledger/rules/ledger-state.ts'
import { linesBack } from '#ledger/rules/statement.ts'
import type { Journal, MovableStore } from '#ledger/store/live-ledger.ts'
import { createLedgerStore, createMemoryJournal } from '#ledger/store/memory-store.ts'
import type { ManualClock } from '../../support/clock.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../support/postgres-store.ts'
import type { StoreKind } from '../store/credit-store.cases.ts'
import { expectSameAccounts, linesOf } from '../store/exported.ts'
import { createReplayedStores } from '../store/model-memory.ts'
import { createWorld, runStep, type World } from '../store/model-run.ts'

type Movable = PostgresStore | MovableStore

const totalsOf = async (store: Movable) => (await parseExport(await linesOf(store))).totals

/** A memory journal that keeps all records, as files do until a later snapshot. */
function keepingAll(): Journal {
  const records: LedgerRecord[] = []
  return {
    ...createMemoryJournal(),
    append: async (record) => void records.push(record),
    appendLazily: (record) => void records.push(record),
    async *records() {
      yield* records
    },
    linesBack: (wanted) => linesBack(records, wanted),
  }
}

/** Plays a hundred random steps; a seed gives the same ones at every run. */
async function play(kind: StoreKind, seed: number): Promise<World> {
  const world = await createWorld(kind)
  let state = seed
  for (let step = 0; step < 100; step++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    await runStep(world, state >> 7)
  }
  // Holds of running calls are not exported, so they are voided first.
  for (const { id } of world.model.holds) {
    const hold = world.holds.get(id)
    if (hold !== undefined) world.store.voidHold(hold)
  }
  // Files expire by the time of their newest record and databases by the clock, so both get the same time.
  world.clock.setNow(world.model.now)
  await world.store.grant(world.ids[0] ?? '', { kind: 'topup', ref: 'last', credits: 1 })
  return world
}

describe.skipIf(databaseTests.skip)(`a move between memory and a database${databaseTests.why}`, () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(() => database.empty())

  async function copyInMemory(source: Movable, clock: ManualClock): Promise<MovableStore> {
    const [state, journal] = [createLedgerState(), keepingAll()]
    const copy = createLedgerStore({ state, journal, clock, randomBytes, freeCredits: 20 })
    await copy.importLedger(await parseExport(await linesOf(source)))
    return copy
  }

  async function copyInDatabase(source: Movable, clock: ManualClock): Promise<PostgresStore> {
    const lines = await linesOf(source)
    await database.empty()
    const copy = await database.open({ clock })
    await copy.importLedger(await parseExport(lines))
    expect((await verifyPostgresLedger(database.url)).violations).toEqual([])
    return copy
  }

  async function expectSame(one: Movable, other: Movable): Promise<void> {
    expect(await totalsOf(other)).toEqual(await totalsOf(one))
    await expectSameAccounts(other, one, '2026-12')
  }

  it.each([2, 3, 4, 5, 6, 10])(
    'a ledger moved from memory to a database and back has equal balances, counts and entries (seed %i)',
    async (seed) => {
      const { store, clock } = await play({ ...createReplayedStores(), durable: true }, seed)
      const source = store as MovableStore
      const copy = await copyInDatabase(source, clock)
      await expectSame(source, copy)
      await expectSame(copy, await copyInMemory(copy, clock))
      await copy.close()
    },
  )

  it.each([7, 8, 9])(
    'a ledger moved from a database to memory and to another database has equal balances, counts and entries (seed %i)',
    async (seed) => {
      const open = (clock: ManualClock) => database.open({ clock })
      const { store, clock } = await play({ open, durable: true }, seed)
      const source = store as PostgresStore
      await source.beat()
      const copy = await copyInMemory(source, clock)
      const lines = await linesOf(source)
      await expectSame(source, copy)
      const second = await copyInDatabase(source, clock)
      expect(await linesOf(second)).toEqual(lines)
      await expectSame(copy, second)
      await Promise.all([source.close(), second.close()])
    },
  )

  it('a database with accounts refuses an import, and an invalid document leaves no trace', async () => {
    const { store, clock } = await play({ ...createReplayedStores(), durable: true }, 1)
    const document = await parseExport(await linesOf(store as MovableStore))
    const copy = await database.open({ clock })
    const exempt = [{ type: 'exempt', address: 'zero \0 byte' }] as const
    await expect(copy.importLedger({ ...document, exempt })).rejects.toMatchObject({ code: 'ledger_document_invalid' })
    expect(await copy.accounts()).toEqual([])
    const totals = { ...document.totals, counts: { ...document.totals.counts, account: 99 } }
    await expect(copy.importLedger({ ...document, totals })).rejects.toMatchObject({ code: 'ledger_differs' })
    await expect(database.open({ clock })).rejects.toMatchObject({ code: 'import_unfinished' })
    const other = new Client({ connectionString: database.url })
    await other.connect()
    await other.query('BEGIN; LOCK TABLE account')
    const impatient = `${database.url}?options=-c%20lock_timeout%3D50`
    await expect(importIntoDatabase(impatient, document, { clock })).rejects.toBeInstanceOf(StorageError)
    await other.end()
    await copy.importLedger(document)
    await expect(copy.importLedger(document)).rejects.toMatchObject({ code: 'ledger_not_empty' })
    await copy.close()
  })

  it('a moved ledger keeps charges without proof of delivery for an hour, then refunds them', async () => {
    const { store, clock, ids } = await play({ ...createReplayedStores(), durable: true }, 3)
    const source = store as MovableStore
    await source.unban(ids[0] ?? '', 'operator', false)
    const result = await source.hold({
      requestId: 'req_open',
      accountId: ids[0] ?? '',
      operation: 'team',
      model: null,
      keyId: null,
      credits: 1,
    })
    expect(result.kind).toBe('held')
    if (result.kind === 'held') await source.capture(result.hold)
    const copy = await copyInDatabase(source, clock)
    await copy.beat()
    await expectSame(source, copy)
    await database.query(`UPDATE node SET lease_until = '-infinity' WHERE id = 'node_import'`)
    await copy.beat()
    expect(await copy.balance(ids[0] ?? '')).toBeGreaterThan(await source.balance(ids[0] ?? ''))
    await copy.close()
  })
})
