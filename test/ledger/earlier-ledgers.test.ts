import { hash, randomBytes } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CreditStore, StatementLine } from '@riftline/ledger'
import { openFileStore } from '@riftline/ledger/file'
import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#ledger/file/verify-ledger.ts'
import { verifyPostgresLedger } from '#ledger/postgres/verify.ts'
import { createManualClock } from '../support/clock.ts'
import { databaseTests } from '../support/postgres.ts'
import { createTestDatabase } from '../support/postgres-store.ts'

interface ToldAccount {
  readonly status: string
  readonly balance: number
  readonly statement: readonly (readonly unknown[])[]
}

type Told = Readonly<Record<string, ToldAccount>>

/** What the code that wrote a ledger said when it opened it. */
interface Expected {
  readonly files: Told
  readonly database: Told
  /** Of `acme`; null: the key is free. */
  readonly answers: Readonly<Record<string, { readonly status: number; readonly body: string } | null>>
}

const clock = () => createManualClock('2026-11-20T11:00:00Z')

// 0.1.0 as it stood before the hardening, and after it.
describe.each(['ledger-0.1.0', 'ledger-hardened'])('%s', (name) => {
  const fixture = new URL(`../fixtures/${name}/`, import.meta.url).pathname
  const expected = JSON.parse(readFileSync(join(fixture, 'expected.json'), 'utf8')) as Expected

  it('a folder of an earlier release opens with the balances, statements and stored answers of those who wrote it', async () => {
    const root = mkdtempSync(join(tmpdir(), 'riftline-earlier-'))
    try {
      const dataFolder = join(root, 'data')
      const ledger = join(dataFolder, 'ledger')
      cpSync(join(fixture, 'ledger'), ledger, { recursive: true })
      // Whose it was is another test's: waiting for its beat takes five seconds.
      rmSync(join(ledger, 'LOCK'), { force: true })
      // Git keeps no rights.
      for (const folder of [dataFolder, ledger]) chmodSync(folder, 0o700)
      for (const file of readdirSync(ledger)) chmodSync(join(ledger, file), 0o600)
      expect(await verifyLedger(dataFolder)).toMatchObject({ sound: true, violations: [] })
      const store = await openFileStore({ clock: clock(), randomBytes, freeCredits: 20, dataFolder, log: () => {} })
      expect(await toldBy(store, expected.files)).toEqual(expected.files)
      expect(await answersOf(store, expected)).toEqual(expected.answers)
      await store.close()
      expect(await verifyLedger(dataFolder)).toMatchObject({ sound: true, violations: [] })
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })

  it.skipIf(databaseTests.skip)(
    `a database of an earlier release opens with the balances, statements and answers of its writers${databaseTests.why}`,
    async () => {
      const database = await createTestDatabase()
      await database.query(readFileSync(join(fixture, 'database.sql'), 'utf8'))
      const store = await database.open({ clock: clock() })
      expect(await toldBy(store, expected.database)).toEqual(expected.database)
      expect(await answersOf(store, expected)).toEqual(expected.answers)
      await store.close()
      expect(await verifyPostgresLedger(database.url)).toMatchObject({ sound: true, violations: [] })
    },
  )
})

async function toldBy(store: CreditStore, accounts: Told): Promise<Told> {
  const told = Object.keys(accounts).map(async (name) => {
    const { id, status } = await store.findAccount(name)
    const statement = (await store.statement(id, '2026-11')).map(toRow)
    return [name, { status, balance: await store.balance(id), statement }] as const
  })
  return Object.fromEntries(await Promise.all(told))
}

function toRow({ at, kind, requestId, operation, model, reason, credits }: StatementLine): readonly unknown[] {
  return [at, kind, requestId, operation, model, reason, credits]
}

async function answersOf(store: CreditStore, { answers }: Expected): Promise<Expected['answers']> {
  const { id: accountId } = await store.findAccount('acme')
  const asked = Object.keys(answers).map(async (key) => {
    const claim = { accountId, path: '/v1/predict', key, fingerprint: hash('sha256', key), requestId: `req_new_${key}` }
    const result = await store.claim(claim)
    return [key, result.kind === 'stored' ? result.answer : null] as const
  })
  return Object.fromEntries(await Promise.all(asked))
}
