import type { Exchange } from '../exchange.ts'
import { isOpen } from '../http/connections.ts'
import { HttpError } from '../http/http-error.ts'
import { RequestAborted } from '../http/read-json.ts'
import { type CallToCharge, type CreditStore, type Hold, StorageError } from './credit-store.ts'

/**
 * Hold -> compute -> capture. What `compute` throws costs nothing; when this resolves the charge is durable and the
 * exchange carries it, so that sending settles it as delivered or gives it back.
 *
 * @throws HttpError `insufficient_credits`, `storage_unavailable`, or what `compute` throws
 */
export async function chargeCall<T>(
  credits: CreditStore,
  exchange: Exchange,
  call: CallToCharge,
  compute: () => T | Promise<T>,
): Promise<T> {
  const hold = await holdCredits(credits, call)
  let result: T
  try {
    result = await compute()
    if (!isOpen(exchange.request.socket)) throw new RequestAborted()
  } catch (error) {
    credits.voidHold(hold)
    throw error
  }
  await captureHold(credits, hold)
  exchange.captured = call.credits
  return result
}

async function holdCredits(credits: CreditStore, call: CallToCharge): Promise<Hold> {
  const result = await credits.hold(call)
  if (result.kind === 'held') return result.hold
  const inFlight = result.held > 0 ? `, ${result.held} held by calls in flight` : ''
  throw new HttpError('insufficient_credits', `needs ${call.credits} credits, ${result.available} available${inFlight}`)
}

async function captureHold(credits: CreditStore, hold: Hold): Promise<void> {
  try {
    await credits.capture(hold)
  } catch (cause) {
    if (cause instanceof StorageError) throw storageUnavailable(cause)
    throw cause
  }
}

export function storageUnavailable(cause?: unknown): HttpError {
  return new HttpError('storage_unavailable', 'credits cannot be recorded now', { cause })
}
