import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemTimers } from '@riftline/base/node'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'
import { hasBody, hasBodyWithoutMeaning } from './precheck.ts'
import { maxBodyBytes } from './read-json.ts'

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
  const end = (): void => endWith(response, answer.body, headers['Content-Length'])
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

/** Text goes out in one piece with the head, and quicker as Latin-1 where that is the same bytes. */
function endWith(response: ServerResponse, body: Answer['body'], bytes: string | undefined): void {
  if (body === null) response.end()
  else if (typeof body !== 'string') response.end(body)
  else response.end(body, bytes === String(body.length) ? 'latin1' : 'utf8')
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
