import { accountBanned } from '../auth/authenticate.ts'
import { callerOf, type Exchange } from '../exchange.ts'
import type { Answer } from '../http/answer.ts'
import { isOpen } from '../http/connections.ts'
import { HttpError } from '../http/http-error.ts'
import { RequestAborted } from '../http/read-json.ts'
import type { CallToCharge, CreditStore, Hold, IdempotencyClaim } from './credit-store.ts'

/** What a call costs and how it is named in statements. */
export type Price = Pick<CallToCharge, 'operation' | 'model' | 'credits'>

/**
 * Hold -> compute -> capture. What `compute` throws costs nothing; when this resolves the charge is durable, with the
 * answer under its Idempotency-Key if there is one, and the exchange carries it, so that sending settles it as delivered
 * or gives it back.
 *
 * @throws HttpError `insufficient_credits`, `account_banned`; StorageError; or what `compute` throws
 */
export async function chargeCall(
  credits: CreditStore,
  exchange: Exchange,
  price: Price,
  claim: IdempotencyClaim | null,
  compute: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const call = { requestId: exchange.requestId, accountId: callerOf(exchange).accountId, ...price }
  const hold = await holdCredits(credits, call)
  noteHeld(credits, price.credits)
  try {
    const answer = await computeHolding(credits, exchange, hold, compute)
    exchange.balance = await captureHold(credits, hold, claim, answer)
    exchange.captured = price.credits
    exchange.operation = price.operation
    return answer
  } finally {
    noteHeld(credits, -price.credits)
  }
}

/** The answer, for a client that is still there; else the hold is given up. */
async function computeHolding(
  credits: CreditStore,
  exchange: Exchange,
  hold: Hold,
  compute: () => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await compute()
    if (!isOpen(exchange.request.socket)) throw new RequestAborted()
    return answer
  } catch (error) {
    credits.voidHold(hold)
    throw error
  }
}

const held = new WeakMap<CreditStore, number>()

/** Credits held by the calls of this process, for the metrics. */
export function creditsHeld(credits: CreditStore): number {
  return held.get(credits) ?? 0
}

function noteHeld(credits: CreditStore, change: number): void {
  held.set(credits, creditsHeld(credits) + change)
}

async function holdCredits(credits: CreditStore, call: CallToCharge): Promise<Hold> {
  const result = await credits.hold(call)
  if (result.kind === 'held') return result.hold
  if (result.kind === 'banned') throw accountBanned()
  const inFlight = result.held > 0 ? `, ${result.held} held by calls in flight` : ''
  throw new HttpError('insufficient_credits', `needs ${call.credits} credits, ${result.available} available${inFlight}`)
}

function captureHold(
  credits: CreditStore,
  hold: Hold,
  claim: IdempotencyClaim | null,
  { status, body }: Answer,
): Promise<number> {
  const stored = claim === null ? undefined : { claim, status, body: String(body) }
  return credits.capture(hold, stored)
}

export function storageUnavailable(cause?: unknown): HttpError {
  return new HttpError('storage_unavailable', 'credits cannot be recorded now', { cause })
}
