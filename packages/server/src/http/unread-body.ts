import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'
import { hasBody } from './precheck.ts'
import { maxBodyBytes } from './read-json.ts'

const drainMs = 1000

/**
 * Whether an answer is given while a body is still under way that the connection should not be kept for: it is refused, it
 * is too long or of unknown length, or the client waits for a `100 Continue` that never comes.
 */
export function leavesBodyBehind(request: IncomingMessage, refused: boolean): boolean {
  if (request.complete || !hasBody(request)) return false
  const length = request.headers['content-length']
  return refused || length === undefined || Number(length) > maxBodyBytes || request.headers.expect !== undefined
}

/**
 * Sends the answer at once but ends the response, and with it the connection, only when the client has stopped sending, at
 * the latest after a second. Closing over unread bytes would reset the connection and could take the answer with it.
 */
export function endAfterDrain(request: IncomingMessage, response: ServerResponse, body: Answer['body']): void {
  if (body !== null) response.write(body)
  response.flushHeaders()
  const end = (): void => {
    clearTimeout(timer)
    if (!response.writableEnded) response.end()
  }
  const timer = setTimeout(end, drainMs)
  request.once('end', end).once('close', end).once('error', end)
  request.resume()
}
