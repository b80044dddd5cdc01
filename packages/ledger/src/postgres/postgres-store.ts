import { requireOptions } from '@riftline/base'
import { errorFields, type Log, systemTimers, type Timers } from '@riftline/base/node'
import { exportLedger } from '../document/ledger-content.ts'
import { type LedgerMetrics, noMetrics } from '../ledger-metrics.ts'
import type { LedgerTime } from '../rules/ledger-time.ts'
import type { StartingClock } from '../rules/turn-back.ts'
import type { MovableStore } from '../store/live-ledger.ts'
import { type StoreOptions, storeOptions } from '../store/memory-store.ts'
import { createDatabaseAccounts, createDatabaseBans, createDatabaseKeys } from './accounts.ts'
import { createDatabaseCharges } from './charges.ts'
import { createDatabaseClaims } from './claims.ts'
import { createOrder } from './collector.ts'
import { type Database, openDatabase } from './database.ts'
import { createDatabaseClock, type DatabaseClock, openLedgerTime } from './database-clock.ts'
import { importIntoDatabase } from './import-ledger.ts'
import { createLease, createOpenCharges, startUpkeep } from './leases.ts'
import { prepareDatabase, refuseMarkedImport, type UnfinishedImport, unfinishedImport } from './migrate.ts'
import { createDatabaseStatements } from './statements.ts'
import { databaseContent } from './transaction-content.ts'

export interface PostgresStoreOptions extends StoreOptions, StartingClock {
  readonly databaseUrl: string
  readonly log: Log
  readonly metrics?: LedgerMetrics
  readonly timers?: Timers
  /** Replaces the database's clock in tests. */
  readonly databaseNow?: () => number
  readonly connections?: { readonly write: number; readonly read: number }
}

/** Store that also exposes the work of its timer, so that tests need not wait. */
export interface PostgresStore extends MovableStore {
  /** Renews the lease and gives back credits left by dead processes and broken connections. */
  beat(): Promise<void>
}

/**
 * Opens the store in a PostgreSQL database, for several processes at once. An outage fails only the calls during it; the
 * store resumes when the database is back, and gives back the credits of interrupted calls.
 *
 * @throws RiftlineError `database_unreachable`, `database_unsuitable` (before version 15, commits that do not wait for the
 * disk, a schema of a newer release), `import_unfinished`, `clock_differs` from the database's, `clock_behind_ledger`
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  requireOptions(options, postgresStoreOptions)
  const { databaseUrl, log, timers = systemTimers, connections } = options
  await prepareDatabase(databaseUrl)
  const database = openDatabase({ databaseUrl, log, timers, connections })
  let store: PostgresStore | null = null
  try {
    refuseMarkedImport(await database.read<UnfinishedImport>(unfinishedImport))
    const databaseClock = createDatabaseClock({ ...options, read: database.read })
    await databaseClock.check()
    store = assemble(options, database, await openLedgerTime(database, options), databaseClock)
    await store.beat()
    return store
  } catch (error) {
    await (store ?? database).close()
    throw error
  }
}

const injected = ['log', 'metrics', 'timers', 'databaseNow', 'connections']
const postgresStoreOptions = [...storeOptions, 'acceptClock', 'databaseUrl', ...injected]

/** Number of charges after which tables are analyzed; until then the database plans for empty tables. */
const analyzeAfter = 1000

function assemble(
  options: PostgresStoreOptions,
  database: Database,
  time: LedgerTime,
  databaseClock: DatabaseClock,
): PostgresStore {
  const now = (): Date => new Date(time.now())
  const { metrics = noMetrics, timers = systemTimers, log, clock, acceptClock = false } = options
  const lease = createLease(database.write, options)
  const open = createOpenCharges(database.slow)
  let charged = 0
  const captured = (count: number): void => {
    metrics.observe('ledger_batch_size', count)
    if (charged < analyzeAfter && charged + count >= analyzeAfter) void analyze(database, log)
    charged += count
  }
  const parts = { metrics, timers, database, databaseClock, lease, open, marks: createOrder(), captured, now }
  const deps = { ...options, ...parts }
  const accounts = createDatabaseAccounts(deps)
  const claims = createDatabaseClaims(deps)
  const charges = createDatabaseCharges(deps, claims)
  const upkeep = startUpkeep(deps, charges, claims)
  let closing: Promise<void> | null = null

  const closeOnce = async (): Promise<void> => {
    upkeep.stop()
    await Promise.all([charges.idle(), claims.idle()])
    // Captures still open after this have no proof of delivery. Without the database they are refunded when the lease runs out.
    try {
      if (!database.isReachable()) await database.probe()
      await charges.markLate()
      await lease.leave()
      await database.write('SELECT ledger_reap($1)', [now()])
    } catch (error) {
      log({ level: 'warn', event: 'lease_left_to_run_out', ...errorFields(error) })
    }
    await database.close()
  }

  const { markLate, idle, ...charging } = charges
  const { claim, dropClaim } = claims
  return {
    ...accounts,
    ...createDatabaseKeys(deps, accounts),
    ...createDatabaseBans(deps, accounts),
    ...charging,
    claim,
    dropClaim,
    ...createDatabaseStatements(deps, accounts),
    exportLedger: () => exportLedger(databaseContent(options.databaseUrl, now())),
    importLedger: (document) => importIntoDatabase(options.databaseUrl, document, { clock, log, acceptClock }),
    now: time.now,
    isSound: () => database.isReachable() && databaseClock.agrees(),
    hasRoom: async () => true,
    // Never resolves, because the store recovers from every outage.
    failed: new Promise(() => {}),
    close: () => (closing ??= closeOnce()),
    beat: upkeep.beat,
  }
}

async function analyze({ slow }: Database, log: Log): Promise<void> {
  const tables = 'account, api_key, credit_grant, charge, charge_line, entry, usage_day, idempotency, address_seen'
  await slow(`ANALYZE ${tables}`).catch((error: unknown) => {
    log({ level: 'warn', event: 'analyze_failed', ...errorFields(error) })
  })
}
