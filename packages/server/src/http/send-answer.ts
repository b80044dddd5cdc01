import type { Clock } from '../clock.ts'
import type { CreditStore } from '../credits/credit-store.ts'
import type { Exchange } from '../exchange.ts'
import type { Lifecycle } from '../lifecycle.ts'
import { errorFields, type Log } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import { logRequest } from '../observe/request-log.ts'
import type { Answer } from './answer.ts'
import { type Account, type HeaderConfig, responseHeaders } from './common-headers.ts'
import { isOpen } from './connections.ts'
import type { StalledAnswers } from './stalled-answers.ts'
import { writeAnswer } from './write-answer.ts'

export interface SendDeps {
  readonly credits: CreditStore
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly lifecycle: Lifecycle
  readonly stalled: StalledAnswers
  readonly config: HeaderConfig
}

/** Writes an answer, with every header, and settles the charge of its exchange by what became of it. */
export function sendAnswer(deps: SendDeps, exchange: Exchange, answer: Answer): void {
  const { request, captured, operation } = exchange
  if (operation !== null) deps.metrics.count('credits_captured_total', { op: operation }, captured)
  if (!isOpen(request.socket)) {
    refundCapture(deps, exchange)
    logRequest(deps, exchange, null)
    return
  }
  settleOnEnd(deps, exchange, answer.status)
  const headers = responseHeaders(answer, exchange.requestId, accountOf(exchange), deps.config)
  writeAnswer(exchange, answer, headers, deps.lifecycle.state === 'draining')
}

/** Null before the checks of key and rate, and while a database is away: an answer that costs nothing then goes out without it. */
export async function balanceOf(
  { credits, log }: SendDeps,
  { caller, rate, requestId }: Exchange,
): Promise<number | null> {
  if (caller === null || rate === null) return null
  try {
    return await credits.balance(caller.accountId)
  } catch (error) {
    log({ level: 'error', event: 'balance_unknown', requestId, ...errorFields(error) })
    return null
  }
}

function accountOf({ caller, rate, captured, balance }: Exchange): Account | null {
  return caller === null || rate === null ? null : { creditsRemaining: balance, creditsCharged: captured, rate }
}

/**
 * Delivered is the `finish` event of a socket that lives, and nothing else. After the socket went, `writableFinished` reads
 * true although not one byte left; and when it is destroyed over an answer that the kernel has not taken yet, `finish`
 * fires too. First in line, because Node's own listener destroys the socket behind an answer that closes it.
 */
function settleOnEnd(deps: SendDeps, exchange: Exchange, status: number): void {
  const settle = (delivered: boolean): void => {
    const isSettled = !onClose.delete(onGone)
    if (isSettled) return
    deps.stalled.end(exchange)
    if (!delivered) refundCapture(deps, exchange)
    else if (exchange.captured > 0) deps.credits.delivered(exchange.requestId)
    logRequest(deps, exchange, delivered ? status : null)
  }
  const { socket } = exchange.request
  const { onClose } = exchange.connection
  const onGone = (): void => settle(false)
  onClose.add(onGone)
  deps.stalled.begin(exchange)
  exchange.response.prependListener('finish', () => settle(!socket.destroyed))
}

/** Gives back what an exchange was charged, once. */
export function refundCapture({ credits, log, metrics }: SendDeps, exchange: Exchange): void {
  if (exchange.captured === 0) return
  const { requestId, captured } = exchange
  exchange.captured = 0
  credits.refund(requestId, 'disconnect').then(
    () => metrics.count('credits_refunded_total', { reason: 'disconnect' }, captured),
    (error: unknown) => log({ level: 'error', event: 'refund_failed', requestId, ...errorFields(error) }),
  )
}
