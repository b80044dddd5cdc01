import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { errorFields, type Log, type RandomBytes, randomBase62, systemTimers } from '@riftline/base/node'
import type { Tools } from '../observe/metrics.ts'
import { type Answer, type HeaderConfig, responseHeaders } from './answer.ts'
import type { ClientAddress } from './client-address.ts'
import { abandon, connectionOf, countRequest, isAlive, isOpen, onceClosed } from './defence/connections.ts'
import { maxBodyBytes } from './read-json.ts'
import { hasBody, hasBodyWithoutMeaning } from './target.ts'

/** A request and its response on the wire, with all that is known before any check. */
export type Exchange = Readonly<ReturnType<typeof openExchange>>

export interface ExchangeDeps extends Pick<Tools, 'clock' | 'randomBytes'> {
  readonly addressOf: (request: IncomingMessage) => ClientAddress | null
}

/** Counts a request of its connection and gives it an id and an address. */
export function openExchange(
  { clock, randomBytes, addressOf }: ExchangeDeps,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const connection = connectionOf(request.socket)
  // A broken line is noticed at its socket; without a listener, the response's `error` event would crash the process.
  response.on('error', () => {})
  return {
    request,
    response,
    requestId: newRequestId(randomBytes),
    startedMs: clock.monotonicMs(),
    connection,
    /** Whether this is the last request that its connection may carry. */
    lastOfConnection: countRequest(connection),
    /** Client's address, found behind trusted proxies; null when the socket is gone. */
    address: addressOf(request),
  }
}

/** Makes a request id: `req_` and 20 base62 characters. An id that the caller sends is never used. */
export function newRequestId(randomBytes: RandomBytes): string {
  return `req_${randomBase62(20, randomBytes)}`
}

/** Handles the requests of a port. */
export interface Frame<Outcome> extends ExchangeDeps {
  readonly log: Log
  /** Counter of requests whose answer is not sent yet. */
  readonly lifecycle: { begin(): void; end(): void }
  /** Answers a request. Never rejects, whatever a caller sends. */
  readonly handle: (exchange: Exchange) => Promise<Outcome>
  readonly send: (exchange: Exchange, outcome: Outcome) => Promise<void>
  /** Called when `send` failed before its first byte. */
  readonly onUnsent: (exchange: Exchange, outcome: Outcome) => void
}

/** Runs a request on either port: open, count, handle, send. Every error is caught here. */
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

/** Sends an answer without account headers; null when the client has gone. */
export function sendAlone(config: HeaderConfig, exchange: Exchange, answer: Answer | null): void {
  if (answer === null) abandon(exchange.request.socket)
  else writeAnswer(exchange, answer, responseHeaders(answer, exchange.requestId, null, config))
}

/** Writes an answer under its headers, and closes the connection if no request may follow on it. */
function writeAnswer(
  { request, response, connection, lastOfConnection }: Exchange,
  answer: Answer,
  headers: Record<string, string>,
  isLast = false,
): void {
  const leftBehind = leavesBodyBehind(request, answer.close ?? false)
  const isHalfClosed = request.socket.readableEnded
  const { stream } = answer
  const closes = answer.close || leftBehind || lastOfConnection || isLast || isHalfClosed || stream !== undefined
  if (closes || hasBodyWithoutMeaning(request)) headers.Connection = 'close'
  // A stream without length and chunks ends with its connection, which carries no further request.
  if (stream !== undefined) response.removeHeader('Transfer-Encoding')
  connection.isStreaming = stream !== undefined
  response.writeHead(answer.status, headers)
  if (stream !== undefined) stream.begin(response)
  else if (leftBehind) endAfterDrain(request, response, answer.body)
  else if (isHalfClosed) {
    // A client that has closed its connection looks like one that only stopped sending, until bytes are written to it.
    // The head goes first and breaks such a line, so that the body, written a moment later, does not count as delivered.
    response.flushHeaders()
    systemTimers.after(lastWordMs, () => void response.end(answer.body))
  } else response.end(answer.body)
}

/** Whether the client is still sending a body: one that is refused, too long, of unknown length, or held for a `100 Continue`. */
function leavesBodyBehind(request: IncomingMessage, refused: boolean): boolean {
  if (request.complete || !hasBody(request)) return false
  const length = request.headers['content-length']
  return refused || length === undefined || Number(length) > maxBodyBytes || request.headers.expect !== undefined
}

/**
 * Sends the answer at once, but ends the response, and with it the connection, only when the client has stopped sending, or after
 * a second. A connection closed over unread bytes is reset, and the reset could take the answer with it.
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
 * Fate of an answer. `delivered`: the kernel took its last byte from a sound socket, whether the client read it or not. `cut-off`:
 * the line broke while the answer was being sent, so that some of its bytes may have left. `unsent`: no byte left.
 */
export type Fate = 'delivered' | 'cut-off' | 'unsent'

/** Writes an answer and reports its fate once. */
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
 * and `finish` fires too when the write finds the line broken. The listener is prepended, as Node's own destroys the socket.
 * An answer is being sent once its response has the socket. Node hands the socket on even when it is over by then, so that
 * of the answers on such a socket only the first one to end can have been read.
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
