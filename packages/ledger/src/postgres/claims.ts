import type { ClaimResult, IdempotencyClaim } from '../credit-store.ts'
import { unpackAnswer } from '../store/charges.ts'
import { accountNotFound } from './accounts.ts'
import { type Collector, createCollector, createOrder } from './collector.ts'
import { sqlState } from './connection.ts'
import type { Database } from './database.ts'
import type { DatabaseParts } from './leases.ts'

export type DatabaseClaims = ReturnType<typeof createDatabaseClaims>
type Place = Pick<IdempotencyClaim, 'accountId' | 'path' | 'key' | 'requestId'>

type ClaimRow =
  | { readonly outcome: Exclude<ClaimResult['kind'], 'stored'> }
  | { readonly outcome: 'stored'; readonly status: number; readonly body: Buffer }

type ClaimsDeps = Pick<DatabaseParts, 'database' | 'lease' | 'marks' | 'now'>

/** Claims of `Idempotency-Key`s by running calls, as rows that every process sees. */
export function createDatabaseClaims({ database, lease, marks, now }: ClaimsDeps) {
  /** Request ids of the claims that are requested or taken. */
  const open = new Set<string>()
  const taken = new Map<string, { readonly requestId: string; readonly nodeId: string }>()
  const dropped = createOrder()

  const drops = createDrops(database)

  /** Returns false when the call does not have the claim. */
  const end = (claim: IdempotencyClaim): boolean => {
    if (taken.get(placeOf(claim))?.requestId !== claim.requestId) return false
    open.delete(claim.requestId)
    return taken.delete(placeOf(claim))
  }

  const ask = async (claim: IdempotencyClaim): Promise<ClaimResult> => {
    await dropped.after(placeOf(claim))
    const { accountId, path, key, fingerprint, requestId } = claim
    open.add(requestId)
    try {
      const nodeId = await lease.current()
      const values = [accountId, path, key, Buffer.from(fingerprint, 'hex'), requestId, nodeId, now()]
      const rows = await database.write<ClaimRow>('SELECT * FROM ledger_claim($1, $2, $3, $4, $5, $6, $7)', values)
      const result = await toResult(rows[0]!)
      if (result.kind === 'claimed') taken.set(placeOf(claim), { requestId, nodeId })
      else open.delete(requestId)
      return result
    } catch (error) {
      open.delete(requestId)
      throw sqlState(error) === '23503' ? accountNotFound(accountId) : error
    }
  }

  return {
    async claim(claim: IdempotencyClaim): Promise<ClaimResult> {
      // Deliveries that this process marked before this call must count. They are collected before the statement: a mark committed
      // while it runs may be missing in its result, and is no longer pending when the result arrives.
      const marked = marks.all()
      const result = await ask(claim)
      if (result.kind !== 'in_progress' || marked === undefined) return result
      await marked
      return ask(claim)
    },
    dropClaim(claim: IdempotencyClaim): void {
      if (!end(claim)) return
      // A failed drop is repeated by a later `sweep`.
      dropped.track(
        placeOf(claim),
        drops(claim).catch(() => {}),
      )
    },
    /**
     * Returns false when the lease it was taken under has lapsed, so that another call may run under the key.
     * @throws Error when the call does not have the claim
     */
    isCurrent(claim: IdempotencyClaim): Promise<boolean> {
      const found = taken.get(placeOf(claim))
      if (found?.requestId !== claim.requestId) {
        throw new Error(`call ${claim.requestId} has not claimed its Idempotency-Key`)
      }
      // A lease that cannot be renewed now may have lapsed.
      return lease.isCurrent(found.nodeId).catch(() => false)
    },
    /** Ends the claim after its answer was stored; nothing is left to drop. */
    end,
    /** Drops claims that the database lists under this process's name but that have no running call. */
    async sweep(): Promise<void> {
      const sql = `SELECT account_id AS "accountId", path, key, request_id AS "requestId" FROM idempotency
                    WHERE node_id = $1 AND status IS NULL`
      const rows = await database.write<Place>(sql, [await lease.current()])
      // Rows are read before the comparison, so a claim that ended meanwhile no longer exists and is not dropped by mistake.
      await Promise.all(rows.filter(({ requestId }) => !open.has(requestId)).map(drops))
    },
    idle: () => drops.idle(),
  }
}

/** Deletes claims without an answer, many in one statement. */
function createDrops(database: Database): Collector<Place, void> {
  return createCollector({
    inFlight: 1,
    async run(claims) {
      const sql = `DELETE FROM idempotency i USING unnest($1::text[], $2::text[], $3::text[], $4::text[]) c (account_id, path, key, request_id)
                    WHERE i.account_id = c.account_id AND i.path = c.path AND i.key = c.key AND i.request_id = c.request_id AND i.status IS NULL`
      await database.write(sql, [
        claims.map(({ accountId }) => accountId),
        claims.map(({ path }) => path),
        claims.map(({ key }) => key),
        claims.map(({ requestId }) => requestId),
      ])
      return []
    },
  })
}

function placeOf({ accountId, path, key }: Place): string {
  return `${accountId} ${path} ${key}`
}

async function toResult(row: ClaimRow): Promise<ClaimResult> {
  if (row.outcome !== 'stored') return { kind: row.outcome }
  return { kind: 'stored', answer: await unpackAnswer({ status: row.status, body: String(row.body) }) }
}
