import type { ClaimResult, IdempotencyClaim } from '../credit-store.ts'
import { answerScope, findAnswer } from '../rules/stored-answers.ts'
import type { LiveLedger } from './live-ledger.ts'
import type { Claims } from './store-parts.ts'

export interface LedgerClaims extends Claims {
  /** @throws Error when the call does not run under the claim */
  assertTaken(claim: IdempotencyClaim): void
  /** Frees the key, unless another call has it meanwhile. */
  end(claim: IdempotencyClaim): void
}

/**
 * Calls that run under an `Idempotency-Key`, until their capture. They are in memory and end with the process; what
 * outlives it are the stored answers, which are for nobody while their charge is open and can be given back.
 */
export function createClaims({ state, journal, now, account }: LiveLedger): LedgerClaims {
  const running = new Map<string, IdempotencyClaim>()

  function take(claim: IdempotencyClaim): ClaimResult {
    const { answers } = account(claim.accountId)
    const known = running.get(placeOf(claim)) ?? findAnswer(answers, answerScope(claim.path, claim.key), now())
    if (known === null) {
      running.set(placeOf(claim), claim)
      return { kind: 'claimed' }
    }
    if (known.fingerprint !== claim.fingerprint) return { kind: 'reused' }
    if (!('body' in known) || state.open.has(known.requestId)) return { kind: 'in_progress' }
    return { kind: 'stored', answer: { status: known.status, body: known.body } }
  }

  function isTaken(claim: IdempotencyClaim): boolean {
    return running.get(placeOf(claim))?.requestId === claim.requestId
  }

  function end(claim: IdempotencyClaim): void {
    if (isTaken(claim)) running.delete(placeOf(claim))
  }

  return {
    async claim(claim) {
      const result = take(claim)
      // Its mark of delivery may be on its way to the disk: a crash would give the charge back.
      if (result.kind === 'stored') await journal.flush()
      return result
    },
    dropClaim: end,
    assertTaken(claim) {
      if (!isTaken(claim)) throw new Error(`call ${claim.requestId} has not claimed its Idempotency-Key`)
    },
    end,
  }
}

function placeOf({ accountId, path, key }: IdempotencyClaim): string {
  return `${accountId} ${answerScope(path, key)}`
}
