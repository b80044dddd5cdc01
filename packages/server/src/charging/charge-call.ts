import type { AnswerToStore, CallToCharge, CreditStore, Hold, HoldResult, IdempotencyClaim } from '@riftline/ledger'
import { accountBanned, type Caller } from '../auth/authenticate.ts'
import type { Answer } from '../http/answer.ts'
import { HttpError, RequestAborted } from '../http/http-error.ts'
import type { Price } from './prices.ts'

/** A captured charge whose answer is on its way, or was to be. */
export interface Charge extends Price {
  readonly requestId: string
  readonly accountId: string
  /** The account's balance, as the capture left it. */
  readonly balance: number
}

export interface ChargedAnswer {
  readonly answer: Answer
  /** Null: free. */
  readonly charge: Charge | null
}

export function free(answer: Answer): ChargedAnswer {
  return { answer, charge: null }
}

/** Part of the store that charges a call. */
export type ChargingStore = Pick<CreditStore, 'hold' | 'voidHold' | 'capture' | 'claim' | 'dropClaim'>

/** A request with the key and the account that pay for it. */
export interface Payer {
  readonly requestId: string
  readonly rawHeaders: readonly string[]
  /** Whether nobody waits for the answer any more. */
  isAbandoned(): boolean
  readonly caller: { readonly accountId: string; readonly key: Pick<Caller['key'], 'id'> }
}

/**
 * Hold -> compute -> capture. What `compute` throws costs nothing; when this resolves the charge is durable, with the
 * answer under its Idempotency-Key if there is one. Sending the answer settles it as delivered, or gives it back.
 *
 * @throws HttpError `insufficient_credits`, `account_banned`; StorageError; or what `compute` throws
 */
export async function chargeCall(
  credits: ChargingStore,
  { requestId, isAbandoned, caller: { accountId, key } }: Payer,
  { operation, model, credits: needed }: Price,
  claim: IdempotencyClaim | null,
  compute: () => Answer,
): Promise<ChargedAnswer> {
  const call: CallToCharge = { requestId, accountId, operation, model, keyId: key.id, credits: needed }
  const hold = holdOf(call, await credits.hold(call))
  const answer = computeHolding(credits, hold, () => {
    const computed = compute()
    if (isAbandoned()) throw new RequestAborted()
    return computed
  })
  const balance = await credits.capture(hold, answerToStore(claim, answer))
  return { answer, charge: { requestId, accountId, operation, model, credits: needed, balance } }
}

function computeHolding(credits: ChargingStore, hold: Hold, compute: () => Answer): Answer {
  try {
    return compute()
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
