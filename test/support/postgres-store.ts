import { randomBytes } from 'node:crypto'
import type { Timers } from '#base/node/clock.ts'
import { openPostgresStore, type PostgresStore } from '#ledger/postgres/postgres-store.ts'
import { createManualClock, type ManualClock } from './clock.ts'
import { type PostgresCluster, sharedPostgres } from './postgres.ts'

/** Opens stores over one database, as several processes would. Their timers stand still until a test runs them. */
export interface TestDatabase {
  readonly cluster: PostgresCluster
  readonly url: string
  open(options?: {
    readonly clock?: ManualClock
    readonly log?: (entry: object) => void
    readonly acceptClock?: boolean
  }): Promise<PostgresStore>
  /** Deletes every row, at a fraction of the cost of a new database. */
  empty(): Promise<void>
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>
}

const tables =
  'charge_line entry charge usage_day idempotency address_seen address_exempt ban_event api_key credit_grant account node rate_window clock_accepted ledger_import'

/** Ends the queries that a store no longer waits for: they run on in the server and would write rows after the deletes. */
const endLeftOver = `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
                      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`

export async function createTestDatabase(shared?: PostgresCluster): Promise<TestDatabase> {
  const cluster = shared ?? (await sharedPostgres())
  const url = await cluster.createDatabase()
  return {
    cluster,
    url,
    open: ({ clock = createManualClock(), log = () => {}, acceptClock = false } = {}) =>
      openPostgresStore({
        ...{ databaseUrl: url, clock, randomBytes, freeCredits: 20, log, timers: stillTimers, acceptClock },
        databaseNow: clock.now,
      }),
    async empty() {
      await cluster.query(url, endLeftOver)
      // The role of a replica runs no triggers, so that deletes are allowed, in any order of the tables.
      const deletes = tables.split(' ').map((table) => `DELETE FROM ${table};`)
      const missing = `IF to_regclass('ledger_schema') IS NULL THEN RETURN; END IF;`
      await cluster.query(
        url,
        `DO $$ BEGIN ${missing} SET LOCAL session_replication_role = replica; ${deletes.join(' ')} END $$`,
      )
    },
    query: (sql, values) => cluster.query(url, sql, values),
  }
}

/** Timers that never run. */
export const stillTimers: Timers = { after: () => () => {}, every: () => () => {}, wait: async () => {} }
