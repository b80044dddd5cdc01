import { promisify } from 'node:util'
import { constants, deflate, inflate } from 'node:zlib'
import { RiftlineError } from '@riftline/base'
import type {
  AnswerToStore,
  ApiKey,
  CallToCharge,
  ClaimResult,
  Hold,
  HoldResult,
  IdempotencyClaim,
  StoredAnswer,
} from '../credit-store.ts'
import { keyNotFound } from '../rules/account-input.ts'
import { applyRecord } from '../rules/apply-record.ts'
import type { CapturedAnswer, CaptureRecord } from '../rules/ledger-record.ts'
import { answerScope, findAnswer } from '../rules/ledger-state.ts'
import { utcMonth } from '../rules/ledger-time.ts'
import { balanceOf, changeHeld, chooseLines, heldOf } from '../rules/spending.ts'
import { spentByKey } from '../rules/usage-sums.ts'
import type { Charges, LiveLedger } from './live-ledger.ts'

/** Creates the functions that hold, capture, close and refund charges. Holds are not recorded and end with the process. */
export function createCharges(ledger: LiveLedger, claims: ReturnType<typeof createClaims>): Charges {
  const { state, now, account, touch, write, writeLazily } = ledger
  const holds = new Map<string, Hold>()
  const evictedBefore = state.evictedAnswers
  const keyUse = createKeyUse(ledger, holds)

  function setAside(hold: Hold, sign: 1 | -1): void {
    for (const [grantId, credits] of hold.lines) changeHeld(state.grants.get(grantId)!, sign * credits)
    keyUse.note(hold, sign)
  }

  function voidHold(hold: Hold): void {
    if (!holds.delete(hold.requestId)) throw new Error(`call ${hold.requestId} holds no credits`)
    setAside(hold, -1)
  }

  return {
    async hold(call) {
      const { requestId, accountId, operation, model, keyId, credits, calls } = call
      const payer = account(accountId)
      if (payer.ban !== null) return { kind: 'banned' }
      const at = now()
      touch(payer, at)
      if (holds.has(requestId) || state.open.has(requestId)) {
        throw new Error(`call ${requestId} holds or paid credits already`)
      }
      const refusal = keyUse.refusal(call, at)
      if (refusal !== null) return refusal
      const lines = chooseLines(payer, credits, at)
      if (lines === null) return { kind: 'insufficient', available: balanceOf(payer, at), held: heldOf(payer, at) }
      // Field by field, because a spread would give every hold its own hidden class in V8 and slow down all code that reads holds.
      const hold: Hold = { requestId, accountId, operation, model, keyId, credits, calls, lines }
      setAside(hold, 1)
      holds.set(requestId, hold)
      return { kind: 'held', hold }
    },

    async capture(hold, toStore) {
      if (toStore !== undefined) claims.assertTaken(toStore.claim)
      const answer = toStore && (await packAnswer(toStore))
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
        // The record may or may not have reached the disk; if it did, the next start refunds it.
        const { at, requestId } = record
        if (state.open.has(requestId)) applyRecord(state, { type: 'refund', at, requestId, reason: 'crash' })
        throw error
      }
    },

    voidHold,

    /** Marks a charge as delivered, unless an operator refunded it while its answer was on the way. */
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

    usedByKey: async (keyId) => keyUse.used(keyId),

    heldCredits: () => [...holds.values()].reduce((sum, { credits }) => sum + credits, 0),

    evictedAnswers: () => state.evictedAnswers - evictedBefore,
  }
}

/** Counts what keys use of their monthly limits. A key is counted from the first time that its use is asked for. */
function createKeyUse({ state, account, now }: LiveLedger, holds: ReadonlyMap<string, Hold>) {
  const heldByKey = new Map<string, { readonly accountId: string; credits: number }>()

  function find(keyId: string): ApiKey | undefined {
    return state.keys.get(state.keyHashes.get(keyId) ?? '')?.key
  }

  function usedBy({ id, accountId }: ApiKey, at: number): number {
    let held = heldByKey.get(id)
    if (held === undefined) {
      const running = [...holds.values()].filter((hold) => hold.keyId === id && hold.accountId === accountId)
      held = { accountId, credits: running.reduce((sum, { credits }) => sum + credits, 0) }
      heldByKey.set(id, held)
    }
    return spentByKey(account(accountId).usage, id, at) + held.credits
  }

  return {
    /** Notes that a call holds credits (`sign` 1), or no longer does (-1). */
    note({ accountId, keyId, credits }: Hold, sign: 1 | -1): void {
      if (keyId === null || heldByKey.size === 0) return
      const held = heldByKey.get(keyId)
      if (held?.accountId === accountId) held.credits += sign * credits
    },
    /** Returns the refusal of a call that would pass the limit of its key; else null. */
    refusal({ accountId, keyId, credits }: CallToCharge, at: number): HoldResult | null {
      const key = keyId === null ? undefined : find(keyId)
      if (key === undefined || key.monthlyLimit === null || key.accountId !== accountId) return null
      const [limit, used] = [key.monthlyLimit, usedBy(key, at)]
      return used + credits <= limit ? null : { kind: 'key_limit', limit, used, resetsAt: utcMonth(at).to }
    },
    /** @throws RiftlineError `key_not_found` */
    used(keyId: string): number {
      const key = find(keyId)
      if (key === undefined) throw keyNotFound(keyId)
      return usedBy(key, now())
    },
  }
}

function toCapture(hold: Hold, at: number, toStore?: AnswerToStore): CaptureRecord {
  const { accountId, requestId, operation, model, keyId, credits, lines } = hold
  const calls = hold.calls === 1 ? undefined : hold.calls
  const answer = toStore && toCapturedAnswer(toStore)
  return { type: 'capture', at, accountId, requestId, operation, model, keyId, credits, calls, lines, answer }
}

function toCapturedAnswer({ claim, status, body }: AnswerToStore): CapturedAnswer {
  return { path: claim.path, key: claim.key, fingerprint: claim.fingerprint, status, body }
}

/**
 * Claims of running calls under an `Idempotency-Key`, until their capture; they end with the process. A stored answer stays
 * longer, and is withheld while its charge is open and can be refunded.
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

  /** Frees the key, unless another call holds it by now. */
  function end(claim: IdempotencyClaim): void {
    if (isTaken(claim)) running.delete(placeOf(claim))
  }

  return {
    async claim(claim: IdempotencyClaim): Promise<ClaimResult> {
      const result = take(claim)
      if (result.kind !== 'stored') return result
      // The delivery mark may not be on disk yet; after a crash without it the charge would be refunded.
      await journal.flush()
      return { kind: 'stored', answer: await unpackAnswer(result.answer) }
    },
    dropClaim: end,
    /** Checks that the call has the claim. @throws Error when it does not */
    assertTaken(claim: IdempotencyClaim): void {
      if (!isTaken(claim)) throw new Error(`call ${claim.requestId} has not claimed its Idempotency-Key`)
    },
    end,
  }
}

function placeOf({ accountId, path, key }: IdempotencyClaim): string {
  return `${accountId} ${answerScope(path, key)}`
}

/** Length above which a body is stored compressed. A batch of predictions has 800,000 characters, and a record of the journal 1 MiB. */
const longest = 16_384
const deflated = 'deflate:'

/** Compresses a long body, off the main thread, to base64 after a mark with which no JSON begins. */
export async function packAnswer<Answer extends StoredAnswer>(answer: Answer): Promise<Answer> {
  if (answer.body.length <= longest) return answer
  const bytes = await promisify(deflate)(answer.body, { level: constants.Z_BEST_SPEED })
  return { ...answer, body: deflated + bytes.toString('base64') }
}

/** Restores the body that `packAnswer` compressed. */
export async function unpackAnswer({ status, body }: StoredAnswer): Promise<StoredAnswer> {
  if (!body.startsWith(deflated)) return { status, body }
  const bytes = await promisify(inflate)(Buffer.from(body.slice(deflated.length), 'base64'))
  return { status, body: String(bytes) }
}
