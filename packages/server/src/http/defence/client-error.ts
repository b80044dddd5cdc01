import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { systemTimers } from '@riftline/base/node'
import type { Tools } from '../../observe/metrics.ts'
import { type Answer, errorAnswer, type HeaderConfig, responseHeaders } from '../answer.ts'
import { newRequestId } from '../exchange.ts'
import { HttpError } from '../http-error.ts'

/** The answer to an error of Node's parser; null where the client is gone and only the socket is left to close. */
export function clientErrorOf(error: NodeJS.ErrnoException): HttpError | null {
  switch (error.code) {
    case 'ECONNRESET':
    case 'EPIPE':
    case 'HPE_INVALID_EOF_STATE':
      return null
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError('headers_too_large', 'header block is too large')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HttpError('payload_too_large', 'chunk extensions are too large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError('request_timeout', 'request not received in time')
    default:
      return new HttpError('bad_request', 'this is not valid HTTP/1.1')
  }
}

export interface HandWritingDeps extends Pick<Tools, 'clock' | 'log' | 'randomBytes'> {
  readonly config: HeaderConfig
}

const lingerMs = 1000
const answered = new WeakSet<Duplex>()

/** Writes a response where there is no response object, and ends the connection: a reset could take the answer with it. */
export function writeByHand(socket: Duplex, error: HttpError, deps: HandWritingDeps): void {
  if (answered.has(socket)) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  answered.add(socket)
  const requestId = newRequestId(deps.randomBytes)
  const answer = errorAnswer(deps.config, error)
  socket.end(toText(deps, answer, requestId))
  const { remoteAddress: peer = null } = socket as Partial<Socket>
  deps.log({ level: 'info', event: 'broken_request', requestId, status: answer.status, code: error.code, peer })
  const stopTimer = systemTimers.after(lingerMs, () => socket.destroy())
  socket.once('close', stopTimer)
  socket.resume()
}

function toText({ config, clock }: HandWritingDeps, answer: Answer, requestId: string): string {
  const headers = {
    ...responseHeaders(answer, requestId, null, config),
    Date: new Date(clock.now()).toUTCString(),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('\r\n')}\r\n\r\n${answer.body}`
}

/** An answer that has begun to leave: anything written now would corrupt it. */
export function isBeingSent(responses: readonly ServerResponse[] = []): boolean {
  return responses.some((response) => response.headersSent && !response.writableFinished)
}
