import { randomBytes } from 'node:crypto'
import { seededRandom } from '@riftline/core'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readLedger, verifyLedger } from '#ledger/file/read-ledger.ts'
import { applyRecord } from '#ledger/rules/apply-record.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createLedgerState, type LedgerState } from '#ledger/rules/ledger-state.ts'
import type { MovableStore } from '#ledger/store/live-ledger.ts'
import { createLedgerStore, createMemoryJournal } from '#ledger/store/memory-store.ts'
import { amount } from '../../support/amount.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { textOfState } from '../../support/ledger-text.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../support/postgres-store.ts'
import { createDisk } from '../simulated-disk/disk.ts'
import { openSimulated } from '../simulated-disk/open-simulated.ts'

const addressAt = (index: number): string =>
  `2001:db8:${(index >> 16).toString(16)}:${(index & 65_535).toString(16)}::/64`
const start = createManualClock().now()
const accountRecord: LedgerRecord = { type: 'account', at: start, accountId: 'acc_a', name: 'a' }

function replayed(records: readonly LedgerRecord[]): LedgerState {
  const state = createLedgerState()
  for (const record of records) applyRecord(state, record)
  return state
}

function open(records: LedgerRecord[], clock: ManualClock): { state: LedgerState; store: MovableStore } {
  const state = replayed(records)
  const note = (record: LedgerRecord): void => void records.push(structuredClone(record))
  const journal = { ...createMemoryJournal(), append: async (record: LedgerRecord) => note(record), appendLazily: note }
  return { state, store: createLedgerStore({ state, journal, clock, randomBytes, freeCredits: 20 }) }
}

const networks = (state: LedgerState): string[] => [...(state.accounts.get('acc_a')?.uses.keys() ?? [])]

describe('the limit of addresses in the journal', () => {
  it('the records and the memory have the same networks after random uses and restarts', async () => {
    const step = fc.record({ network: fc.nat(330), minutes: fc.nat(20), restart: fc.nat(60) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 400, maxLength: 800 }), async (steps) => {
        const clock = createManualClock()
        const records: LedgerRecord[] = [accountRecord]
        let { state, store } = open(records, clock)
        let model: string[] = []
        for (const { network, minutes, restart } of steps) {
          clock.advance(minutes * 60_000 + 1)
          const address = addressAt(network)
          await store.useAddress({ accountId: 'acc_a', address, requestId: 'req' }, 0)
          model = [...model.filter((kept) => kept !== address), address].slice(-256)
          if (restart > 0) continue
          ;({ state, store } = open(records, clock))
          expect(networks(state).sort()).toEqual([...model].sort())
          if (model.length === 256) expect(networks(state)).toEqual(model)
          else model = networks(state)
        }
        expect(networks(state)).toEqual(model)
        expect(networks(replayed(records)).sort()).toEqual([...model].sort())
      }),
      { numRuns: amount(3, 20) },
    )
  })

  it('an account that always changes networks fills neither memory nor disk', async () => {
    const clock = createManualClock()
    const records: LedgerRecord[] = [accountRecord]
    const { state, store } = open(records, clock)
    const useAll = async (from: number, to: number) => {
      for (let index = from; index < to; index += 1) {
        await store.useAddress({ accountId: 'acc_a', address: addressAt(index), requestId: 'req' }, 0)
      }
    }
    await useAll(0, 30_000)
    expect(state.addresses.size).toBe(256)
    expect(records.length).toBe(10_001)
    expect(store.droppedAddresses()).toBe(30_000 - 256)
    clock.advance(3_600_000)
    await useAll(30_000, 30_001)
    expect(networks(state).at(-1)).toBe(addressAt(30_000))
  })

  it('an account that stays on one network writes one record an hour, however many networks it has', async () => {
    const clock = createManualClock()
    const records: LedgerRecord[] = [accountRecord]
    const { store } = open(records, clock)
    for (let index = 0; index < 300; index += 1) {
      await store.useAddress({ accountId: 'acc_a', address: addressAt(index), requestId: 'req' }, 0)
    }
    const before = records.length
    for (let minute = 0; minute <= 120; minute += 1) {
      await store.useAddress({ accountId: 'acc_a', address: addressAt(299), requestId: 'req' }, 0)
      clock.advance(60_000)
    }
    expect(records.length - before).toBe(2)
  })
})

describe('the limit of addresses in files', () => {
  it('a ledger at the limit keeps the newest 256 networks after restarts, with and without snapshots', async () => {
    const disk = createDisk(seededRandom(1))
    const clock = createManualClock()
    const restart = async (act: (ledger: Awaited<ReturnType<typeof openSimulated>>) => Promise<void>) => {
      const ledger = await openSimulated(disk.start(), seededRandom(1), { clock })
      await act(ledger)
      await ledger.store.close()
      expect(await verifyLedger('/data', disk.start().fs)).toMatchObject({ sound: true, violations: [] })
    }
    await restart(async ({ state, journal }) => {
      applyRecord(state, accountRecord)
      await journal.append(accountRecord)
    })
    const kept: string[] = []
    await restart(async ({ state, store }) => {
      for (let index = 1000; index < 1500; index += 1) {
        clock.advance(1)
        await store.useAddress({ accountId: 'acc_a', address: addressAt(index), requestId: 'req' }, 0)
      }
      kept.push(...networks(state))
    })
    expect(kept.length).toBe(256)
    await restart(async ({ state }) => expect(networks(state)).toEqual(kept))
    for (const path of disk.files().keys()) if (/snapshot/.test(path)) disk.put(path, null)
    await restart(async ({ state }) => expect(networks(state)).toEqual(kept))
    expect(textOfState((await readLedger('/data', disk.start().fs)).state)).toContain(addressAt(1499))
  })
})

describe.skipIf(databaseTests.skip)(`the limit of addresses in a database${databaseTests.why}`, () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    await (await database.open()).close()
  })
  beforeEach(() => database.empty())

  const count = async () =>
    Number((await database.query<{ n: string }>('SELECT count(*) AS n FROM address_seen'))[0]?.n)

  it('the limit of addresses holds when two processes record new addresses of one account at once', async () => {
    const [one, other] = [await database.open(), await database.open()]
    const { id } = await one.createAccount('test')
    for (let from = 0; from < 400; from += 40) {
      const uses = Array.from({ length: 40 }, (_, index) => {
        const store = index % 2 === 0 ? one : other
        return store.useAddress({ accountId: id, address: addressAt(from + index), requestId: 'req' }, 0)
      })
      await Promise.all(uses)
    }
    expect(await count()).toBe(256)
    expect(one.droppedAddresses() + other.droppedAddresses()).toBe(144)
    await Promise.all([one.close(), other.close()])
  })
})
