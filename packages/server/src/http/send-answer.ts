import type { Clock } from '../clock.ts'
import type { CreditStore } from '../credits/credit-store.ts'
import type { Settlement } from '../credits/settlement.ts'
import { callerOf, type Exchange } from '../exchange.ts'
import type { Lifecycle } from '../lifecycle.ts'
import { errorFields, type Log } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import { logRequest } from '../observe/request-log.ts'
import type { Answer } from './answer.ts'
import { type Account, type HeaderConfig, responseHeaders } from './common-headers.ts'
import { isAlive, isOpen } from './connections.ts'
import type { StalledAnswers } from './stalled-answers.ts'
import { writeAnswer } from './write-answer.ts'

export interface SendDeps {
  readonly credits: CreditStore
  readonly settlement: Settlement
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
    settleBroken(deps, exchange, false)
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
 * true although not one byte left; and when it is destroyed over an answer that the kernel has not taken yet, or the write
 * itself finds the line broken, `finish` fires too. First in line, because Node's own listener destroys the socket behind
 * an answer that closes it.
 *
 * An answer's turn has come when its response has the socket. Node hands it on at the `finish` of the one before even when
 * the socket is over by then, so that only the first to end on such a socket can have been read.
 */
function settleOnEnd(deps: SendDeps, exchange: Exchange, status: number): void {
  const settle = (delivered: boolean): void => {
    const isSettled = !onClose.delete(onGone)
    if (isSettled) return
    deps.stalled.end(exchange)
    if (!delivered) settleBroken(deps, exchange, !connection.isOver && response.socket !== null)
    else if (exchange.captured > 0) deps.settlement.delivered(exchange.requestId)
    logRequest(deps, exchange, delivered ? status : null)
  }
  const { connection, response } = exchange
  const { socket } = exchange.request
  const { onClose } = connection
  const onGone = (): void => settle(false)
  onClose.add(onGone)
  deps.stalled.begin(exchange)
  response.prependListener('finish', () => {
    settle(isAlive(socket))
    if (!isOpen(socket)) connection.isOver = true
  })
}

/**
 * Settles the charge of an exchange, once, whose answer did not get through.
 *
 * @param begun whether bytes of the answer may have left
 */
export function settleBroken({ settlement }: SendDeps, exchange: Exchange, begun: boolean): void {
  const { requestId, captured: credits } = exchange
  if (credits === 0) return
  const { accountId } = callerOf(exchange)
  if (!settlement.broken({ requestId, accountId, credits }, begun)) exchange.captured = 0
}
