import { describe, expect, it } from 'vitest'
import { verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import type { PostgresStore } from '#ledger/postgres/postgres-store.ts'
import { amount } from '../../support/amount.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase } from '../../support/postgres-store.ts'
import { compareWithModel } from '../store/model-run.ts'

describe.skipIf(databaseTests.skip)(`the PostgreSQL store${databaseTests.why}`, () => {
  const sequences = Number(process.env.RIFTLINE_TEST_DATABASE_SEQUENCES ?? amount(0, 120))
  // Databases run side by side, so that one computes while another waits for its commits. Each has its own seeds.
  const databases = 4

  async function compareInOne(count: number): Promise<void> {
    const database = await createTestDatabase()
    await compareWithModel(
      {
        durable: true,
        async open(clock) {
          await database.empty()
          return database.open({ clock })
        },
        reopen: (clock, acceptClock = false) => database.open({ clock, acceptClock }),
        async charged(_store, accountId) {
          const sql = `SELECT coalesce(sum(amount), 0)::int AS credits FROM charge
                        WHERE account_id = $1 AND state IN ('captured', 'delivered')`
          return (await database.query<{ credits: number }>(sql, [accountId]))[0]?.credits ?? 0
        },
        async violations(store) {
          await (store as PostgresStore).beat()
          return (await verifyPostgresLedger(database.url)).violations
        },
      },
      count,
    )
  }

  it.skipIf(sequences === 0)(
    `the PostgreSQL store behaves like the model in ${sequences} sequences of up to 100 steps`,
    async () => {
      const count = Math.ceil(sequences / databases)
      await Promise.all(Array.from({ length: databases }, () => compareInOne(count)))
      expect.hasAssertions()
    },
    3_600_000,
  )
})
