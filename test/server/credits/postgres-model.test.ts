import { describe, expect, test } from 'vitest'
import type { PostgresStore } from '../../../packages/server/src/credits/postgres/postgres-store.ts'
import { verifyPostgresLedger } from '../../../packages/server/src/credits/postgres/verify.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase } from '../../support/postgres-store.ts'
import { compareWithModel } from './model-run.ts'

describe.skipIf(databaseTests.skip)(`in a database${databaseTests.why}`, () => {
  const sequences = Number(process.env.RIFTLINE_TEST_DATABASE_SEQUENCES ?? 60)

  test(`the store does what the model says in ${sequences} sequences of up to 100 steps`, async () => {
    const database = await createTestDatabase()
    await compareWithModel(
      {
        durable: true,
        async open(clock) {
          await database.empty()
          return database.open({ clock })
        },
        reopen: (clock) => database.open({ clock }),
        async violations(store) {
          await (store as PostgresStore).beat()
          return (await verifyPostgresLedger(database.url)).violations
        },
      },
      sequences,
    )
    expect.hasAssertions()
  }, 600_000)
})
