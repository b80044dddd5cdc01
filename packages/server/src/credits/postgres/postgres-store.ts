import { errorFields, type Log } from '../../observe/log.ts'
import { type Metrics, noMetrics } from '../../observe/metrics.ts'
import { type CreditStore, StorageError } from '../credit-store.ts'
import { systemTimers, type Timers } from '../file/timers.ts'
import { exportLedger, type MovableLedger } from '../ledger-export.ts'
import type { LedgerTime } from '../ledger-time.ts'
import type { StoreOptions } from '../memory-store.ts'
import type { StartingClock } from '../starting-clock.ts'
import { createAccounts } from './accounts.ts'
import { createBans } from './bans.ts'
import { createCharges } from './charges.ts'
import { createClaims } from './claims.ts'
import { type Database, openDatabase } from './database.ts'
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts'
import { databaseContent } from './export-ledger.ts'
import { importIntoDatabase } from './import-ledger.ts'
import { createKeys } from './keys.ts'
import { createLease } from './leases.ts'
import { openLedgerTime } from './ledger-time.ts'
import { prepareDatabase } from './migrate.ts'
import { createOpenCharges } from './open-charges.ts'
import { createStatements } from './statements.ts'
import { startUpkeep } from './upkeep.ts'

export interface PostgresStoreOptions extends StoreOptions, StartingClock {
  readonly databaseUrl: string
  readonly log: Log
  readonly metrics?: Metrics
  readonly timers?: Timers
  /** The database's clock, where a test replaces it. */
  readonly databaseNow?: () => number
  /** Most connections for charges and for reading. */
  readonly connections?: { readonly write: number; readonly read: number }
}

/** A store that also shows what its timer does, so that tests need not wait. */
export interface PostgresStore extends CreditStore, MovableLedger {
  /** Renews the lease, gives back what dead processes and broken connections left behind. */
  beat(): Promise<void>
}

/**
 * The store in a PostgreSQL database, for several processes at once. A passing outage fails the calls that meet it; the
 * store goes on when the database is back, and what was left half done is given back.
 *
 * @throws RiftlineError `database_unreachable`, `database_unsuitable` (before version 15, commits that do not wait for the
 * disk, a schema of a newer release), `clock_differs` from the database's, `clock_behind_ledger`
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  await prepareDatabase(options.databaseUrl)
  const database = openDatabase(options)
  let store: PostgresStore | null = null
  try {
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

/** Until then the database plans for empty tables. */
const analyzeAfter = 1000

function assemble(
  options: PostgresStoreOptions,
  database: Database,
  time: LedgerTime,
  databaseClock: DatabaseClock,
): PostgresStore {
  const now = (): Date => new Date(time.now())
  const { metrics = noMetrics, timers = systemTimers, log } = options
  const lease = createLease(database.write, options)
  const open = createOpenCharges(database.slow)
  const deps = { ...options, metrics, timers, database, databaseClock, lease, open, now }
  const accounts = createAccounts(deps)
  const named = { ...deps, findAccount: accounts.findAccount }
  const claims = createClaims(deps)
  let charged = 0
  let evicted = 0
  const charges = createCharges({
    ...deps,
    captured(count, gaveWay) {
      metrics.observe('ledger_batch_size', count)
      if (charged < analyzeAfter && charged + count >= analyzeAfter) void analyze(database, log)
      charged += count
      evicted += gaveWay
    },
  })
  const upkeep = startUpkeep({ ...deps, charges, claims })
  const { hold, voidHold, delivered, keep, refund, heldCredits } = charges
  let closing: Promise<void> | null = null

  const close = async (): Promise<void> => {
    upkeep.stop()
    await Promise.all([charges.idle(), claims.idle()])
    // What is still open then has no proof of delivery. A database that is away learns it when the lease runs out.
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

  return {
    ...accounts,
    ...createKeys(named),
    ...createBans(named),
    ...createStatements(named),
    ...{ hold, voidHold, delivered, keep, refund, heldCredits },
    async claim(claim) {
      const result = await claims.claim(claim)
      // What was delivered here before this was asked counts.
      const marked = result.kind === 'in_progress' ? charges.marked() : undefined
      if (marked === undefined) return result
      await marked
      return claims.claim(claim)
    },
    dropClaim: claims.dropClaim,
    async capture(held, answer) {
      if (answer === undefined) return charges.capture(held)
      claims.assertTaken(answer.claim)
      try {
        if (!(await claims.isCurrent(answer.claim))) {
          charges.voidHold(held)
          throw new StorageError(`the claim of ${held.requestId} has lapsed`)
        }
        const balance = await charges.capture(held, answer)
        claims.end(answer.claim)
        return balance
      } catch (error) {
        claims.dropClaim(answer.claim)
        throw error
      }
    },
    exportLedger: () => exportLedger(databaseContent(options.databaseUrl, now())),
    importLedger: (document) => importIntoDatabase(options.databaseUrl, document, options),
    evictedAnswers: () => evicted,
    now: () => time.now(),
    isSound: () => database.isReachable() && databaseClock.agrees(),
    hasRoom: async () => true,
    // An outage passes; nothing here is ever beyond repair by waiting.
    failed: new Promise(() => {}),
    beat: upkeep.beat,
    close() {
      closing ??= close()
      return closing
    },
  }
}

async function analyze({ slow }: Database, log: Log): Promise<void> {
  const tables = 'account, api_key, credit_grant, charge, charge_line, entry, usage_day, idempotency, address_seen'
  await slow(`ANALYZE ${tables}`).catch((error: unknown) => {
    log({ level: 'warn', event: 'analyze_failed', ...errorFields(error) })
  })
}
