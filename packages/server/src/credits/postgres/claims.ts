import { RiftlineError } from '@riftline/core'
import type { ClaimResult, CreditStore, IdempotencyClaim } from '../credit-store.ts'
import { createCollector } from './collector.ts'
import type { Database } from './database.ts'
import { sqlState } from './failure.ts'
import type { Lease } from './leases.ts'
import { createOrder } from './order.ts'

export interface Claims extends Pick<CreditStore, 'claim' | 'dropClaim'> {
  /** @throws Error when the call does not run under the claim */
  assertTaken(claim: IdempotencyClaim): void
  /** The answer is stored: nothing is left to drop. */
  end(claim: IdempotencyClaim): void
  /** Tries again to drop what found no database. */
  dropLate(): Promise<void>
  idle(): Promise<void>
}

interface ClaimRow {
  readonly outcome: ClaimResult['kind']
  readonly status: number | null
  readonly body: Buffer | null
}

/** Running calls under an `Idempotency-Key`, as rows that every process sees. */
export function createClaims(deps: { readonly database: Database; readonly lease: Lease; now(): Date }): Claims {
  const { database, lease, now } = deps
  const taken = new Map<string, IdempotencyClaim>()
  const late = new Set<IdempotencyClaim>()
  const dropped = createOrder()

  const drops = createCollector<IdempotencyClaim, void>({
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
      return claims.map(() => undefined)
    },
  })

  const drop = (claim: IdempotencyClaim): void => {
    const work = drops(claim).then(
      () => void late.delete(claim),
      () => void late.add(claim),
    )
    dropped.track(placeOf(claim), work)
  }

  return {
    async claim(claim) {
      await dropped.after(placeOf(claim))
      const { accountId, path, key, fingerprint, requestId } = claim
      try {
        const rows = await database.write<ClaimRow>('SELECT * FROM ledger_claim($1, $2, $3, $4, $5, $6, $7)', [
          accountId,
          path,
          key,
          Buffer.from(fingerprint, 'hex'),
          requestId,
          await lease.current(),
          now(),
        ])
        const result = toResult(rows[0])
        if (result.kind === 'claimed') taken.set(placeOf(claim), claim)
        return result
      } catch (error) {
        if (sqlState(error) === '23503')
          throw new RiftlineError('account_not_found', `unknown account ${JSON.stringify(accountId)}`)
        // It may have been made.
        late.add(claim)
        throw error
      }
    },
    dropClaim(claim) {
      if (!isTaken(claim)) return
      taken.delete(placeOf(claim))
      drop(claim)
    },
    assertTaken(claim) {
      if (!isTaken(claim)) throw new Error(`call ${claim.requestId} has not claimed its Idempotency-Key`)
    },
    end(claim) {
      if (isTaken(claim)) taken.delete(placeOf(claim))
    },
    async dropLate() {
      for (const claim of late) drop(claim)
      await drops.idle()
    },
    idle: () => drops.idle(),
  }

  function isTaken(claim: IdempotencyClaim): boolean {
    return taken.get(placeOf(claim))?.requestId === claim.requestId
  }
}

function placeOf({ accountId, path, key }: IdempotencyClaim): string {
  return `${accountId} ${path} ${key}`
}

function toResult(row: ClaimRow | undefined): ClaimResult {
  if (row === undefined) throw new Error('the database gave no answer')
  if (row.outcome !== 'stored') return { kind: row.outcome }
  return { kind: 'stored', answer: { status: row.status ?? 200, body: String(row.body ?? '') } }
}
