import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { errorFields, type Log, type RandomBytes, randomBase62, systemTimers } from '@riftline/base/node'
import type { Tools } from '../observe/metrics.ts'
import { type Answer, type HeaderConfig, responseHeaders } from './answer.ts'
import type { ClientAddress } from './client-address.ts'
import { abandon, connectionOf, countRequest, isAlive, isOpen, onceClosed } from './defence/connections.ts'
import { maxBodyBytes } from './read-json.ts'
import { hasBody, hasBodyWithoutMeaning } from './target.ts'

/** One request and its response on the wire, with what is known before any check. */
export type Exchange = Readonly<ReturnType<typeof openExchange>>

export interface ExchangeDeps extends Pick<Tools, 'clock' | 'randomBytes'> {
  readonly addressOf: (request: IncomingMessage) => ClientAddress | null
}

/** Counts a request of its connection, and notes what is known of it. */
export function openExchange(
  { clock, randomBytes, addressOf }: ExchangeDeps,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const connection = connectionOf(request.socket)
  // A line that breaks is seen at its socket; without a listener the response's `error` event would crash the process.
  response.on('error', () => {})
  return {
    request,
    response,
    requestId: newRequestId(randomBytes),
    startedMs: clock.monotonicMs(),
    connection,
    /** Whether this is the last request that its connection may carry. */
    lastOfConnection: countRequest(connection),
    /** Where the request came from, behind trusted proxies; null when the socket is gone. */
    address: addressOf(request),
  }
}

/** `req_` + 20 base62 characters, never the caller's own. */
export function newRequestId(randomBytes: RandomBytes): string {
  return `req_${randomBase62(20, randomBytes)}`
}

/** Handles the requests of a port. */
export interface Frame<Outcome> extends ExchangeDeps {
  readonly log: Log
  /** Where requests are counted until their answer is sent. */
  readonly lifecycle: { begin(): void; end(): void }
  /** Never rejects for what a caller can cause. */
  readonly handle: (exchange: Exchange) => Promise<Outcome>
  readonly send: (exchange: Exchange, outcome: Outcome) => Promise<void>
  /** Called when `send` failed before its first byte. */
  readonly onUnsent: (exchange: Exchange, outcome: Outcome) => void
}

/** Frame of both ports: open, count, handle, send. It catches everything that is thrown. */
export function createFrame<Outcome>(frame: Frame<Outcome>): RequestListener {
  return (request, response) => {
    void serve(frame, openExchange(frame, request, response))
  }
}

async function serve<Outcome>(frame: Frame<Outcome>, exchange: Exchange): Promise<void> {
  const { lifecycle, log } = frame
  lifecycle.begin()
  try {
    const outcome = await frame.handle(exchange)
    try {
      await frame.send(exchange, outcome)
    } catch (error) {
      frame.onUnsent(exchange, outcome)
      throw error
    }
  } catch (error) {
    log({ level: 'error', event: 'send_failed', requestId: exchange.requestId, ...errorFields(error) })
    abandon(exchange.request.socket)
  } finally {
    lifecycle.end()
  }
}

const drainMs = 1000
const lastWordMs = 50

/** Sends an answer without an account; null when nobody is left to answer. */
export function sendAlone(config: HeaderConfig, exchange: Exchange, answer: Answer | null): void {
  if (answer === null) abandon(exchange.request.socket)
  else writeAnswer(exchange, answer, responseHeaders(answer, exchange.requestId, null, config))
}

/** Writes an answer under its headers, and closes the connection where nothing may follow on it. */
function writeAnswer(
  { request, response, lastOfConnection }: Exchange,
  answer: Answer,
  headers: Record<string, string>,
  isLast = false,
): void {
  const leftBehind = leavesBodyBehind(request, answer.close ?? false)
  const isHalfClosed = request.socket.readableEnded
  const closes = answer.close || leftBehind || lastOfConnection || isLast || isHalfClosed
  if (closes || hasBodyWithoutMeaning(request)) headers.Connection = 'close'
  response.writeHead(answer.status, headers)
  if (leftBehind) endAfterDrain(request, response, answer.body)
  else if (isHalfClosed) {
    // A client that has closed its connection looks like one that only stopped sending, until something is written to it.
    // The head goes first and breaks such a line, so that the body, a moment later, does not count as delivered.
    response.flushHeaders()
    systemTimers.after(lastWordMs, () => void response.end(answer.body))
  } else response.end(answer.body)
}

/** Whether the client is still sending a body that is refused, too long, of unknown length, or held for a `100 Continue`. */
function leavesBodyBehind(request: IncomingMessage, refused: boolean): boolean {
  if (request.complete || !hasBody(request)) return false
  const length = request.headers['content-length']
  return refused || length === undefined || Number(length) > maxBodyBytes || request.headers.expect !== undefined
}

/**
 * Sends the answer at once but ends the response, and with it the connection, only when the client has stopped sending, at
 * the latest after a second. Closing over unread bytes would reset the connection and could take the answer with it.
 */
function endAfterDrain(request: IncomingMessage, response: ServerResponse, body: Answer['body']): void {
  if (body !== null) response.write(body)
  response.flushHeaders()
  const end = (): void => {
    stopTimer()
    if (!response.writableEnded) response.end()
  }
  const stopTimer = systemTimers.after(drainMs, end)
  request.once('end', end).once('close', end).once('error', end)
  request.resume()
}

/**
 * Fate of an answer. `delivered`: the kernel took its last byte from a sound socket, read or not. `cut-off`: the line
 * broke during its turn, and bytes of it may have left. `unsent`: none did.
 */
export type Fate = 'delivered' | 'cut-off' | 'unsent'

/** Writes an answer, and says once whether it was delivered. */
export function sendAnswer(
  exchange: Exchange,
  answer: Answer,
  headers: Record<string, string>,
  isLast: boolean,
  onEnd: (fate: Fate) => void,
): void {
  if (isOpen(exchange.request.socket)) {
    watchEnd(exchange, onEnd)
    writeAnswer(exchange, answer, headers, isLast)
  } else onEnd('unsent')
}

/**
 * An answer is delivered at the `finish` event of a sound socket. `writableFinished` reads true after the socket has closed,
 * and `finish` fires too when the write finds the line broken. Prepended, because Node's own listener destroys the socket.
 * The turn of an answer has come when its response has the socket. Node hands it on even when the socket is over by then,
 * so that only the first answer to end on such a socket can have been read.
 */
function watchEnd({ connection, request: { socket }, response }: Exchange, onEnd: (fate: Fate) => void): void {
  function end(delivered: boolean): void {
    if (!stopListening()) return
    const mayBeRead = !connection.isOver && response.socket !== null
    onEnd(delivered ? 'delivered' : mayBeRead ? 'cut-off' : 'unsent')
  }

  const stopListening = onceClosed(connection, () => end(false))
  response.prependListener('finish', () => {
    end(isAlive(socket))
    if (!isOpen(socket)) connection.isOver = true
  })
}
