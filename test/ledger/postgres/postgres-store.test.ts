import { describe } from 'vitest'
import { verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import type { PostgresStore } from '#ledger/postgres/postgres-store.ts'
import { amount } from '../../support/amount.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../support/postgres-store.ts'
import { describeCreditStore } from '../store/credit-store.cases.ts'

describe.skipIf(databaseTests.skip)(`in a database${databaseTests.why}`, () => {
  let database: Promise<TestDatabase> | undefined
  const opened = (): Promise<TestDatabase> => {
    database ??= createTestDatabase()
    return database
  }

  describeCreditStore('PostgreSQL', {
    async open(clock) {
      const fresh = await opened()
      await fresh.empty()
      return fresh.open({ clock })
    },
    reopen: async (clock, acceptClock = false) => (await opened()).open({ clock, acceptClock }),
    durable: true,
    bulk: false,
    rounds: amount(3, 10),
    async violations(store) {
      // Voids may not be written yet when a test ends; the beat waits for them.
      await (store as PostgresStore).beat()
      return (await verifyPostgresLedger((await opened()).url)).violations
    },
  })
})
