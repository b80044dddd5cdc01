import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemTimers } from '@riftline/base/node'
import type { Answer } from './answer.ts'
import { isAlive, isOpen, onceClosed } from './defence/connections.ts'
import type { Exchange } from './exchange.ts'
import { maxBodyBytes } from './read-json.ts'
import { hasBody, hasBodyWithoutMeaning } from './target.ts'

const drainMs = 1000
const lastWordMs = 50

/** Writes an answer under its headers, and closes the connection where nothing may follow on it. */
export function writeAnswer(
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
  const end = (): void => void response.end(answer.body)
  if (leftBehind) endAfterDrain(request, response, answer.body)
  else if (isHalfClosed) endAfterHead(response, end)
  else end()
}

/**
 * A client that has closed altogether looks like one that only sends no more, until it is written to: then the line breaks,
 * and the body, which comes a moment later, is not delivered to nobody.
 */
function endAfterHead(response: ServerResponse, end: () => void): void {
  response.flushHeaders()
  systemTimers.after(lastWordMs, end)
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
 * What became of an answer. `delivered`: the kernel took its last byte from a sound socket, read or not. `cut-off`: the
 * line broke in its turn, and bytes of it may have left. `unsent`: none did.
 */
export type Fate = 'delivered' | 'cut-off' | 'unsent'

interface ToSend {
  readonly answer: Answer
  readonly headers: Record<string, string>
  readonly isLast: boolean
  readonly onEnd: (fate: Fate) => void
}

/** Writes an answer, and says once whether it was delivered. */
export function sendAnswer(exchange: Exchange, toSend: ToSend): void {
  if (!isOpen(exchange.request.socket)) {
    toSend.onEnd('unsent')
    return
  }
  watchEnd(exchange, toSend)
  writeAnswer(exchange, toSend.answer, toSend.headers, toSend.isLast)
}

/**
 * Delivered is the `finish` event of a sound socket, and nothing else. After the socket has closed, `writableFinished` reads
 * true although not one byte left; and when it is destroyed over an answer that the kernel has not taken yet, or the write
 * itself finds the line broken, `finish` fires too. Prepended, because Node's own listener destroys the socket
 * after an answer that closes it.
 *
 * An answer's turn has come when its response has the socket. Node hands it on at the `finish` of the one before even when
 * the socket is over by then, so that only the first to end on such a socket can have been read.
 */
function watchEnd(exchange: Exchange, { onEnd }: ToSend): void {
  const { connection, response } = exchange
  const { socket } = exchange.request

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
