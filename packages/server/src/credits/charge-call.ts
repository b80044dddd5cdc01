import { accountBanned } from '../auth/authenticate.ts'
import { callerOf, type Exchange } from '../exchange.ts'
import type { Answer } from '../http/answer.ts'
import { isOpen } from '../http/connections.ts'
import { HttpError } from '../http/http-error.ts'
import { RequestAborted } from '../http/read-json.ts'
import type { AnswerToStore, CallToCharge, CreditStore, Hold, HoldResult, IdempotencyClaim } from './credit-store.ts'

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
  compute: () => Answer,
): Promise<Answer> {
  const { operation, model, credits: needed } = price
  const { accountId } = callerOf(exchange)
  const call: CallToCharge = { requestId: exchange.requestId, accountId, operation, model, credits: needed }
  const result = credits.hold(call)
  const hold = holdOf(call, result instanceof Promise ? await result : result)
  const answer = computeHolding(credits, exchange, hold, compute)
  exchange.balance = await credits.capture(hold, answerToStore(claim, answer))
  exchange.captured = needed
  exchange.operation = operation
  return answer
}

/** The answer, for a client that is still there; else the hold is given up. */
function computeHolding(credits: CreditStore, exchange: Exchange, hold: Hold, compute: () => Answer): Answer {
  try {
    const answer = compute()
    if (!isOpen(exchange.request.socket)) throw new RequestAborted()
    return answer
  } catch (error) {
    credits.voidHold(hold)
    throw error
  }
}

/** @throws HttpError when there is none */
function holdOf(call: CallToCharge, result: HoldResult): Hold {
  if (result.kind === 'held') return result.hold
  if (result.kind === 'banned') throw accountBanned()
  const inFlight = result.held > 0 ? `, ${result.held} held by calls in flight` : ''
  throw new HttpError('insufficient_credits', `needs ${call.credits} credits, ${result.available} available${inFlight}`)
}

function answerToStore(claim: IdempotencyClaim | null, { status, body }: Answer): AnswerToStore | undefined {
  return claim === null ? undefined : { claim, status, body: String(body) }
}

export function storageUnavailable(cause?: unknown): HttpError {
  return new HttpError('storage_unavailable', 'credits cannot be recorded now', { cause })
}
