import type { Clock } from '../clock.ts'
import type { CreditStore } from '../credits/credit-store.ts'
import type { Exchange } from '../exchange.ts'
import type { Lifecycle } from '../lifecycle.ts'
import { errorFields, type Log } from '../observe/log.ts'
import { logRequest } from '../observe/request-log.ts'
import type { Answer } from './answer.ts'
import { type Account, responseHeaders } from './common-headers.ts'
import { isOpen, onceClosed } from './connections.ts'
import { endAfterDrain, leavesBodyBehind } from './unread-body.ts'

export interface SendDeps {
  readonly credits: CreditStore
  readonly clock: Clock
  readonly log: Log
  readonly lifecycle: Lifecycle
}

/** Writes an answer, with every header, and settles the charge of its exchange by what became of it. */
export async function sendAnswer(deps: SendDeps, exchange: Exchange, answer: Answer): Promise<void> {
  const { request, response } = exchange
  const account = await accountOf(deps.credits, exchange)
  if (!isOpen(request.socket)) {
    refundCapture(deps, exchange)
    logRequest(deps, exchange, null)
    return
  }
  settleOnEnd(deps, exchange, answer.status)
  const leftBehind = leavesBodyBehind(request, answer.close ?? false)
  const closes = answer.close || leftBehind || exchange.lastOfConnection || deps.lifecycle.state === 'draining'
  const headers = responseHeaders(answer, exchange.requestId, account)
  response.writeHead(answer.status, closes ? { ...headers, Connection: 'close' } : headers)
  if (leftBehind) endAfterDrain(request, response, answer.body)
  else response.end(answer.body ?? undefined)
}

/** Read after the charge is durable, so that the balance shown includes it. */
async function accountOf(credits: CreditStore, { caller, rate, captured }: Exchange): Promise<Account | null> {
  if (caller === null || rate === null) return null
  return { creditsRemaining: await credits.balance(caller.accountId), creditsCharged: captured, rate }
}

/**
 * Delivered is the `finish` event and nothing else: after the socket went, `writableFinished` reads true although not one
 * byte left.
 */
function settleOnEnd(deps: SendDeps, exchange: Exchange, status: number): void {
  let settled = false
  const settle = (delivered: boolean): void => {
    if (settled) return
    settled = true
    forget()
    if (!delivered) refundCapture(deps, exchange)
    else if (exchange.captured > 0) deps.credits.delivered(exchange.requestId)
    logRequest(deps, exchange, delivered ? status : null)
  }
  const forget = onceClosed(exchange.request.socket, () => settle(false))
  exchange.response.once('finish', () => settle(true))
}

/** Gives back what an exchange was charged, once. */
export function refundCapture({ credits, log }: SendDeps, exchange: Exchange): void {
  if (exchange.captured === 0) return
  const { requestId } = exchange
  exchange.captured = 0
  credits.refund(requestId, 'disconnect').catch((error: unknown) => {
    log({ level: 'error', event: 'refund_failed', requestId, ...errorFields(error) })
  })
}
