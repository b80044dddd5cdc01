import { RiftlineError } from '@riftline/base'
import type { AnswerToStore, ClaimResult, Hold, IdempotencyClaim } from '../credit-store.ts'
import { applyRecord } from '../rules/apply-record.ts'
import type { CapturedAnswer, CaptureRecord } from '../rules/ledger-record.ts'
import { answerScope, findAnswer, grantOf } from '../rules/ledger-state.ts'
import { balanceOf, changeHeld, chooseLines, heldOf } from '../rules/spending.ts'
import type { Charges, LiveLedger } from './live-ledger.ts'

/** The life of a charge. Holds are no records: they end with the process. */
export function createCharges(ledger: LiveLedger, claims: ReturnType<typeof createClaims>): Charges {
  const { state, now, account, touch, write, writeLazily } = ledger
  const holds = new Map<string, Hold>()
  const evictedBefore = state.evictedAnswers

  function setAside(hold: Hold, sign: 1 | -1): void {
    for (const [grantId, credits] of hold.lines) changeHeld(grantOf(state, grantId), sign * credits)
  }

  function voidHold(hold: Hold): void {
    if (!holds.delete(hold.requestId)) throw new Error(`call ${hold.requestId} holds no credits`)
    setAside(hold, -1)
  }

  return {
    async hold(call) {
      const { requestId, accountId, operation, model, keyId, credits } = call
      const payer = account(accountId)
      if (payer.ban !== null) return { kind: 'banned' }
      const at = now()
      touch(payer, at)
      if (holds.has(requestId) || state.open.has(requestId)) {
        throw new Error(`call ${requestId} holds or paid credits already`)
      }
      const lines = chooseLines(payer, credits, at)
      if (lines === null) return { kind: 'insufficient', available: balanceOf(payer, at), held: heldOf(payer, at) }
      // Field by field: behind a spread V8 makes a hidden class for every hold, which slows down all code that reads them.
      const hold: Hold = { requestId, accountId, operation, model, keyId, credits, lines }
      setAside(hold, 1)
      holds.set(requestId, hold)
      return { kind: 'held', hold }
    },

    async capture(hold, answer) {
      if (answer !== undefined) claims.assertTaken(answer.claim)
      voidHold(hold)
      const record = toCapture(hold, now(), answer)
      const written = write(record)
      if (answer !== undefined) claims.end(answer.claim)
      const payer = account(hold.accountId)
      touch(payer, record.at)
      const balance = balanceOf(payer, record.at)
      try {
        await written
        return balance
      } catch (error) {
        // Whether the record reached the disk is not known. The next start refunds it if it did.
        const { at, requestId } = record
        if (state.open.has(requestId)) applyRecord(state, { type: 'refund', at, requestId, reason: 'crash' })
        throw error
      }
    },

    voidHold,

    /** A charge that an operator refunded while its answer was on the way stays refunded. */
    delivered(requestId) {
      if (state.open.has(requestId)) writeLazily({ type: 'delivered', at: now(), requestIds: [requestId] })
    },

    keep(requestId) {
      if (!state.open.has(requestId)) return
      writeLazily({ type: 'delivered', at: now(), requestIds: [requestId], reason: 'undelivered' })
    },

    async refund(requestId, reason) {
      if (!state.open.has(requestId)) {
        throw new RiftlineError('charge_not_open', `charge ${requestId} is not open and cannot be refunded`)
      }
      await write({ type: 'refund', at: now(), requestId, reason })
    },

    heldCredits: () => [...holds.values()].reduce((sum, { credits }) => sum + credits, 0),

    evictedAnswers: () => state.evictedAnswers - evictedBefore,
  }
}

function toCapture(hold: Hold, at: number, toStore?: AnswerToStore): CaptureRecord {
  const { accountId, requestId, operation, model, keyId, credits, lines } = hold
  const answer = toStore && toCapturedAnswer(toStore)
  return { type: 'capture', at, accountId, requestId, operation, model, keyId, credits, lines, answer }
}

function toCapturedAnswer({ claim, status, body }: AnswerToStore): CapturedAnswer {
  return { path: claim.path, key: claim.key, fingerprint: claim.fingerprint, status, body }
}

/**
 * Calls that run under an `Idempotency-Key`, until their capture; they end with the process. A stored answer outlives
 * it, and is for nobody while its charge is open and can be given back.
 */
export function createClaims({ state, journal, now, account }: LiveLedger) {
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

  /** Frees the key, unless another call has it meanwhile. */
  function end(claim: IdempotencyClaim): void {
    if (isTaken(claim)) running.delete(placeOf(claim))
  }

  return {
    async claim(claim: IdempotencyClaim): Promise<ClaimResult> {
      const result = take(claim)
      // Its mark of delivery may be on its way to the disk: a crash would give the charge back.
      if (result.kind === 'stored') await journal.flush()
      return result
    },
    dropClaim: end,
    /** @throws Error when the call does not run under the claim */
    assertTaken(claim: IdempotencyClaim): void {
      if (!isTaken(claim)) throw new Error(`call ${claim.requestId} has not claimed its Idempotency-Key`)
    },
    end,
  }
}

function placeOf({ accountId, path, key }: IdempotencyClaim): string {
  return `${accountId} ${answerScope(path, key)}`
}
