import type { ClaimResult, IdempotencyClaim } from './credit-store.ts'
import { answerScope, findAnswer, type StoredAnswers } from './stored-answers.ts'

/**
 * Calls that run under an `Idempotency-Key`, until their capture. They live in memory and die with the process; what
 * outlives it are the stored answers, which are for nobody while their charge is open and can be given back.
 */
export class Claims {
  readonly #running = new Map<string, IdempotencyClaim>()

  /** @param open charges that are neither delivered nor refunded, by request id */
  take(claim: IdempotencyClaim, answers: StoredAnswers, open: ReadonlyMap<string, unknown>, at: number): ClaimResult {
    const scope = answerScope(claim.path, claim.key)
    const place = `${claim.accountId} ${scope}`
    const running = this.#running.get(place)
    const known = running ?? findAnswer(answers, scope, at)
    if (known === null) {
      this.#running.set(place, claim)
      return { kind: 'claimed' }
    }
    if (known.fingerprint !== claim.fingerprint) return { kind: 'reused' }
    if (!('body' in known) || open.has(known.requestId)) return { kind: 'in_progress' }
    return { kind: 'stored', answer: { status: known.status, body: known.body } }
  }

  /** @throws Error when the call does not run under the claim */
  assertTaken(claim: IdempotencyClaim): void {
    const place = `${claim.accountId} ${answerScope(claim.path, claim.key)}`
    if (this.#running.get(place)?.requestId !== claim.requestId) {
      throw new Error(`call ${claim.requestId} has not claimed its Idempotency-Key`)
    }
  }

  /** Frees the key, unless another call has it meanwhile. */
  end(claim: IdempotencyClaim): void {
    const place = `${claim.accountId} ${answerScope(claim.path, claim.key)}`
    if (this.#running.get(place)?.requestId === claim.requestId) this.#running.delete(place)
  }
}
