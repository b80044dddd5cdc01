import { type Clock, errorFields, type Log, type Timers } from '@riftline/base/node'
import type { LedgerMetrics } from '../ledger-metrics.ts'
import type { DatabaseCharges } from './charges.ts'
import type { DatabaseClaims } from './claims.ts'
import type { Database } from './database.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { GivenBack, Lease, OpenCharges } from './leases.ts'

export interface UpkeepDeps {
  readonly database: Database
  readonly databaseClock: DatabaseClock
  readonly lease: Lease
  readonly open: OpenCharges
  readonly charges: DatabaseCharges
  readonly claims: DatabaseClaims
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: LedgerMetrics
  now(): Date
}

const beatMs = 5000
/** Interval at which old uses of addresses are deleted. */
const forgetMs = 3_600_000
/** Interval of checks whether a beat is due: it is due at once when the database is back, and while its clock differs. */
const watchMs = 1000

/** Renews the lease, gives back what dead processes and broken connections left behind, and writes late marks. */
export function startUpkeep(deps: UpkeepDeps) {
  const { database, databaseClock, lease, open, charges, claims, clock, timers, log, metrics, now } = deps
  let beating: Promise<void> | null = null
  let lastMs = clock.monotonicMs()
  let forgotMs = Number.NEGATIVE_INFINITY

  const report = (event: string, back: Omit<GivenBack, 'reason'>, reason: string): void => {
    if (back.voided + back.refunded === 0) return
    log({ level: 'warn', event, reason, voided: back.voided, refunded: back.refunded })
    if (back.credits > 0) metrics.count('credits_refunded_total', { reason }, back.credits)
  }

  const beatOnce = async (): Promise<void> => {
    if (!database.isReachable()) await database.probe()
    await databaseClock.watch()
    await lease.renew()
    await charges.markLate()
    await claims.sweep()
    for (const back of await open.sweep(await lease.current(), now())) report('charges_given_back', back, back.reason)
    const [reaped] = await database.slow<Omit<GivenBack, 'reason'>>('SELECT * FROM ledger_reap($1)', [now()])
    if (reaped !== undefined) report('dead_process_reaped', reaped, 'crash')
    await database.slow('DELETE FROM idempotency WHERE expires_at <= $1', [now()])
    if (clock.monotonicMs() - forgotMs < forgetMs) return
    forgotMs = clock.monotonicMs()
    await database.slow(`DELETE FROM address_seen WHERE last_at < $1::timestamptz - interval '31 days'`, [now()])
  }

  /** All that is due every five seconds, now. */
  const beat = (): Promise<void> => {
    lastMs = clock.monotonicMs()
    beating ??= beatOnce().finally(() => {
      beating = null
    })
    return beating
  }

  const watch = (): void => {
    if (database.isReachable() && databaseClock.agrees() && clock.monotonicMs() - lastMs < beatMs) return
    // An outage is logged where it is noticed.
    beat().catch((error: unknown) => {
      if (database.isReachable()) log({ level: 'error', event: 'upkeep_failed', ...errorFields(error) })
    })
  }
  const stop = timers.every(watchMs, watch)
  return { beat, stop }
}
