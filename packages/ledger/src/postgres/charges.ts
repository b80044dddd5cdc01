import { RiftlineError } from '@riftline/base'
import {
  type AnswerToStore,
  type CallToCharge,
  type Hold,
  type HoldResult,
  type RefundReason,
  StorageError,
} from '../credit-store.ts'
import { keyNotFound } from '../rules/account-input.ts'
import { packAnswer } from '../store/charges.ts'
import type { Charges } from '../store/live-ledger.ts'
import { createCaptures, createHolds, firstOfMonth } from './captures.ts'
import type { DatabaseClaims } from './claims.ts'
import { type Collector, createCollector, createOrder } from './collector.ts'
import { isWorthRepeating } from './connection.ts'
import type { Database } from './database.ts'
import type { DatabaseParts } from './leases.ts'

export type ChargesDeps = Pick<
  DatabaseParts,
  'database' | 'lease' | 'open' | 'marks' | 'freeCredits' | 'now' | 'captured'
>

export interface DatabaseCharges extends Charges {
  /** Retries the marks that could not be written while the database was unreachable. */
  markLate(): Promise<void>
  idle(): Promise<void>
}

/** Charges by the functions of the database. */
export function createDatabaseCharges(deps: ChargesDeps, claims: DatabaseClaims): DatabaseCharges {
  const { database, open, marks, now } = deps
  const { take, voidsOf, idle: holdsIdle, ...holding } = createHolding(deps)
  const { end, idle: marksIdle, ...closing } = createClosingMarks(deps)
  let evicted = 0
  const captures = createCaptures(deps, (charges, answers) => {
    deps.captured(charges)
    evicted += answers
  })

  const captureHeld = async (hold: Hold, answer?: AnswerToStore): Promise<number> => {
    take(hold)
    try {
      return await captures(answer === undefined ? { hold } : { hold, answer })
    } catch (error) {
      open.giveUp(hold.requestId, 'crash')
      throw error
    }
  }

  return {
    ...holding,
    ...closing,

    async capture(hold, answer) {
      if (answer === undefined) return captureHeld(hold)
      const isCurrent = claims.isCurrent(answer.claim)
      try {
        if (!(await isCurrent)) {
          holding.voidHold(hold)
          throw new StorageError(`the claim of ${hold.requestId} has lapsed`)
        }
        const balance = await captureHeld(hold, await packAnswer(answer))
        claims.end(answer.claim)
        return balance
      } catch (error) {
        claims.dropClaim(answer.claim)
        throw error
      }
    },

    async refund(requestId, reason) {
      await marks.after(requestId)
      const ours = open.has(requestId)
      try {
        if (!(await refund(database, now(), requestId, reason))) {
          throw new RiftlineError('charge_not_open', `charge ${requestId} is not open and cannot be refunded`)
        }
        end(requestId)
      } catch (error) {
        if (ours && error instanceof StorageError) open.giveUp(requestId, reason)
        throw error
      }
    },

    async usedByKey(keyId) {
      const [key] = await database.read<{ owner: string }>('SELECT account_id AS owner FROM api_key WHERE id = $1', [
        keyId,
      ])
      if (key === undefined) throw keyNotFound(keyId)
      await voidsOf(key.owner)
      const sql = 'SELECT ledger_key_used($1, $2, $3) AS used'
      const [row] = await database.read<{ used: number }>(sql, [key.owner, keyId, firstOfMonth(now())])
      return row!.used
    },

    evictedAnswers: () => evicted,

    async idle() {
      await Promise.all([holdsIdle(), captures.idle(), marksIdle()])
    },
  }
}

/** Holds of this process, until they are captured or voided. */
function createHolding(deps: ChargesDeps) {
  const { database, lease, open } = deps
  const holds = createHolds(deps)
  const held = new Map<string, Hold>()
  const voided = createOrder()
  const voids = createCollector<Hold, void>({
    inFlight: 1,
    async run(gone) {
      const requestIds = gone.map(({ requestId }) => requestId)
      await database.write('SELECT ledger_void($1, $2)', [await lease.current(), requestIds])
      return []
    },
  })
  /** Takes a hold out of the list. @throws Error when the call holds no credits */
  const take = (hold: Hold): void => {
    if (!held.delete(hold.requestId)) throw new Error(`call ${hold.requestId} holds no credits`)
  }

  return {
    take,
    /** Resolves once the holds of an account that were given up no longer count. */
    voidsOf: (accountId: string) => voided.after(accountId),
    async hold(call: CallToCharge): Promise<HoldResult> {
      if (open.has(call.requestId)) throw new Error(`call ${call.requestId} holds or paid credits already`)
      open.add(call.requestId)
      try {
        await voided.after(call.accountId)
        const result = await holds(call)
        if (result.kind === 'held') held.set(call.requestId, result.hold)
        else open.end(call.requestId)
        return result
      } catch (error) {
        open.giveUp(call.requestId, 'crash')
        throw error
      }
    },
    voidHold(hold: Hold): void {
      take(hold)
      open.giveUp(hold.requestId, 'crash')
      // A failed void is repeated by a later beat.
      voided.track(
        hold.accountId,
        voids(hold).catch(() => {}),
      )
    },
    heldCredits: () => [...held.values()].reduce((sum, { credits }) => sum + credits, 0),
    async idle(): Promise<void> {
      await Promise.all([holds.idle(), voids.idle()])
    },
  }
}

/** Marks of charges that stay: delivered, or kept although their answer was cut off. */
function createClosingMarks({ database, open, marks, now }: ChargesDeps) {
  /** Marks that could not be written, with the collector to retry them. */
  const late = new Map<string, Collector<string, void>>()
  const createMarks = (sql: string): Collector<string, void> =>
    createCollector({
      inFlight: 1,
      most: 512,
      async run(requestIds) {
        await database.write(sql, [now(), requestIds])
        return []
      },
    })
  const deliveries = createMarks('SELECT ledger_delivered($1, $2)')
  const keeps = createMarks('SELECT ledger_keep($1, $2)')

  /** Forgets a closed charge. */
  const end = (requestId: string): void => {
    late.delete(requestId)
    open.end(requestId)
  }
  const mark = async (requestId: string, write: Collector<string, void>): Promise<void> => {
    try {
      await write(requestId)
      end(requestId)
    } catch {
      late.set(requestId, write)
    }
  }

  const markWith = (write: Collector<string, void>) => (requestId: string) => {
    if (open.has(requestId)) marks.track(requestId, mark(requestId, write))
  }

  return {
    end,
    delivered: markWith(deliveries),
    keep: markWith(keeps),
    async markLate(): Promise<void> {
      for (const requestId of [...late.keys()]) if (!open.has(requestId)) late.delete(requestId)
      await Promise.all([...late].map(([requestId, write]) => mark(requestId, write)))
    },
    async idle(): Promise<void> {
      await Promise.all([deliveries.idle(), keeps.idle()])
    },
  }
}

/** Refunds a charge; false when it is not captured or already refunded. A retry after a lost connection recognizes its own refund. */
async function refund({ write }: Database, at: Date, requestId: string, reason: RefundReason): Promise<boolean> {
  const once = () => write('SELECT request_id FROM ledger_refund($1, $2, $3)', [at, reason, [requestId]])
  try {
    return (await once()).length === 1
  } catch (error) {
    if (!isWorthRepeating(error)) throw error
    if ((await once()).length === 1) return true
    const mine = 'SELECT 1 FROM charge WHERE request_id = $1 AND state = $2 AND reason = $3 AND closed_at = $4'
    return (await write(mine, [requestId, 'refunded', reason, at])).length === 1
  }
}
