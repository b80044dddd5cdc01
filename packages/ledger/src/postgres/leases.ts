import {
  type Clock,
  createSingle,
  errorFields,
  type Log,
  type RandomBytes,
  randomBase62,
  type Timers,
} from '@riftline/base/node'
import type { RefundReason } from '../credit-store.ts'
import type { LedgerMetrics } from '../ledger-metrics.ts'
import type { DatabaseCharges } from './charges.ts'
import type { DatabaseClaims } from './claims.ts'
import type { Order } from './collector.ts'
import type { Database, Run } from './database.ts'
import type { DatabaseClock } from './database-clock.ts'

const leaseMs = 20_000
const marginMs = 1000

/**
 * Lease of the name under which this process holds credits. Other processes void its holds once the lease has run out by the
 * database's clock; here it counts from before the renewal was sent, and so ends a little sooner.
 */
export function createLease(write: Run, { clock, randomBytes }: { clock: Clock; randomBytes: RandomBytes }) {
  let nodeId = newName()
  let known = false
  let endsMs = Number.NEGATIVE_INFINITY

  function newName(): string {
    return `node_${randomBase62(12, randomBytes)}`
  }

  /** Renews the lease. One that has run out is replaced by a new name. */
  const renewal = createSingle(async () => {
    const startedMs = clock.monotonicMs()
    const extend = `UPDATE node SET lease_until = clock_timestamp() + $2 * interval '1 ms'
                     WHERE id = $1 AND lease_until > clock_timestamp() RETURNING id`
    if (!known || (await write(extend, [nodeId, leaseMs])).length === 0) {
      const fresh = newName()
      await write(`INSERT INTO node VALUES ($1, clock_timestamp() + $2 * interval '1 ms')`, [fresh, leaseMs])
      nodeId = fresh
      known = true
    }
    endsMs = startedMs + leaseMs - marginMs
  })

  /** Returns the name for holds and captures, after a renewal if one is due. */
  const current = (): string | Promise<string> =>
    clock.monotonicMs() < endsMs ? nodeId : renewal.run().then(() => nodeId)
  return {
    current,
    renew: renewal.run,
    /** Tells whether a name still belongs to this process, so that nobody else can have refunded its charges. */
    isCurrent: async (id: string) => (await current()) === id,
    async leave(): Promise<void> {
      endsMs = Number.NEGATIVE_INFINITY
      await write(`UPDATE node SET lease_until = '-infinity' WHERE id = $1`, [nodeId])
    },
  }
}

export type Lease = ReturnType<typeof createLease>

export interface GivenBack {
  readonly reason: RefundReason
  readonly voided: number
  readonly refunded: number
  readonly credits: number
}

/**
 * Open charges of this process. Charges that only the database lists under its name are refunded: their
 * outcome never arrived, or the database was unreachable for their void or refund.
 */
export function createOpenCharges(write: Run) {
  const open = new Set<string>()
  const reasons = new Map<string, RefundReason>()

  const giveBack = async (nodeId: string, at: Date, reason: RefundReason, ids: string[]): Promise<GivenBack[]> => {
    const sql = 'SELECT * FROM ledger_give_back($1, $2, $3, $4)'
    const rows = await write<Omit<GivenBack, 'reason'>>(sql, [nodeId, at, reason, ids])
    for (const id of ids) reasons.delete(id)
    return rows.map((row) => ({ ...row, reason }))
  }

  return {
    get count() {
      return open.size
    },
    has: (requestId: string) => open.has(requestId),
    add: (requestId: string) => open.add(requestId),
    end: (requestId: string) => open.delete(requestId),
    /** Gives up a charge; if the database still has it, it is refunded with this reason. */
    giveUp(requestId: string, reason: RefundReason): void {
      open.delete(requestId)
      if (reason !== 'crash') reasons.set(requestId, reason)
    },
    /** Refunds the charges that were given up under a name of this process. */
    async sweep(nodeId: string, at: Date): Promise<readonly GivenBack[]> {
      const sql = 'SELECT request_id AS id FROM charge WHERE node_id = $1 AND closed_at IS NULL'
      const rows = await write<{ id: string }>(sql, [nodeId])
      // Rows are read before the comparison; for a charge closed meanwhile the refund has no effect.
      const orphans = rows.map(({ id }) => id).filter((id) => !open.has(id))
      const reasonOf = (id: string): RefundReason => reasons.get(id) ?? 'crash'
      const given: GivenBack[] = []
      for (const reason of new Set(orphans.map(reasonOf))) {
        const ids = orphans.filter((id) => reasonOf(id) === reason)
        given.push(...(await giveBack(nodeId, at, reason, ids)))
      }
      return given
    },
  }
}

export type OpenCharges = ReturnType<typeof createOpenCharges>

/** Parts that the functions of the store share. */
export interface DatabaseParts {
  readonly database: Database
  readonly databaseClock: DatabaseClock
  readonly lease: Lease
  readonly open: OpenCharges
  /** Marks of charges that stay, on their way to the database. */
  readonly marks: Order
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: LedgerMetrics
  readonly randomBytes: RandomBytes
  readonly freeCredits: number
  /** Returns ledger time. */
  now(): Date
  /** Called with the number of charges captured by one transaction. */
  captured(charges: number): void
}

const beatMs = 5000
/** Interval at which old address uses are deleted. */
const forgetMs = 3_600_000
/** Interval of checks for a due beat, which is due immediately when the database returns, and while its clock differs. */
const watchMs = 1000

/** Renews the lease, gives back credits left by dead processes and broken connections, and writes late marks. */
export function startUpkeep(parts: DatabaseParts, charges: DatabaseCharges, claims: DatabaseClaims) {
  const { database, databaseClock, lease, open, clock, timers, log, metrics, now } = parts
  let lastMs = clock.monotonicMs()
  let forgotMs = Number.NEGATIVE_INFINITY

  const report = (event: string, back: Omit<GivenBack, 'reason'>, reason: string): void => {
    if (back.voided + back.refunded === 0) return
    log({ level: 'warn', event, reason, voided: back.voided, refunded: back.refunded })
    if (back.credits > 0) metrics.count('credits_refunded_total', { reason }, back.credits)
  }

  const beating = createSingle(async () => {
    if (!database.isReachable()) await database.probe()
    await databaseClock.watch()
    await lease.renew()
    await charges.markLate()
    await claims.sweep()
    for (const back of await open.sweep(await lease.current(), now())) report('charges_given_back', back, back.reason)
    const reaped = await database.slow<Omit<GivenBack, 'reason'>>('SELECT * FROM ledger_reap($1)', [now()])
    for (const back of reaped) report('dead_process_reaped', back, 'crash')
    await database.slow('DELETE FROM idempotency WHERE expires_at <= $1', [now()])
    if (clock.monotonicMs() - forgotMs < forgetMs) return
    forgotMs = clock.monotonicMs()
    await database.slow(`DELETE FROM address_seen WHERE last_at < $1::timestamptz - interval '31 days'`, [now()])
  })

  /** Does now all work that is due every five seconds. */
  const beat = (): Promise<void> => {
    lastMs = clock.monotonicMs()
    return beating.run()
  }

  const watch = (): void => {
    if (database.isReachable() && databaseClock.agrees() && clock.monotonicMs() - lastMs < beatMs) return
    // Outages are logged where they are noticed.
    beat().catch((error: unknown) => {
      if (database.isReachable()) log({ level: 'error', event: 'upkeep_failed', ...errorFields(error) })
    })
  }
  const stop = timers.every(watchMs, watch)
  return { beat, stop }
}
