import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Exchange } from '../exchange.ts'
import type { Bodies, IncomingBody } from '../limits/bodies.ts'
import { headerLines } from './header-lines.ts'
import { HttpError } from './http-error.ts'

export const maxBodyBytes: number = 65_536

type Incoming = Pick<Exchange, 'request' | 'response' | 'connection' | 'caller'>

/** The client went away while its body was read: nobody is left to answer. */
export class RequestAborted extends Error {}

/**
 * The JSON body of a POST: media type, encoding and declared size first, so that a body that will be refused need not be
 * sent, then `100 Continue` if it was asked for, then the bytes, counted.
 *
 * @param bodies where the bodies of an account count while they are waited for
 */
export function readJson(incoming: Incoming, bodies?: Bodies): Promise<unknown> {
  const { request } = incoming
  checkType(request)
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge()
  return readBytes(incoming, bodies).then(parseJson)
}

function checkType(request: IncomingMessage): void {
  const types = headerLines(request, 'content-type')
  const encoded = headerLines(request, 'content-encoding').length > 0
  if (types.length !== 1 || !jsonOnly.test(types[0] ?? '') || encoded) {
    throw new HttpError('unsupported_media_type', 'send application/json', { close: true })
  }
}

const jsonOnly = /^application\/json\s*(?:;\s*charset\s*=\s*(?:utf-8|"utf-8")\s*)?$/i

/** By events, not by iteration: leaving an iterator would destroy the socket before it is answered. */
function readBytes(incoming: Incoming, bodies?: Bodies): Promise<Buffer> {
  const { request, response, caller } = incoming
  const { onClose } = incoming.connection
  return new Promise((resolve, reject) => {
    if (request.destroyed) return reject(new RequestAborted())
    let bytes: Buffer = noBytes
    let size = 0
    const end = (): void => {
      onClose.delete(onGone)
      bodies?.end(body)
    }
    const refuse = (error: HttpError): void => {
      end()
      request.off('data', onData).pause()
      reject(error)
    }
    const body: IncomingBody = { accountId: caller?.accountId ?? '', request, refuse }
    // Most bodies came in the packet of their head, and are there in full when it has been read.
    const wait = (): void => {
      if (request.complete || request.destroyed) return
      try {
        bodies?.begin(body)
      } catch (error) {
        refuse(error as HttpError)
      }
    }
    const onGone = (): void => {
      end()
      reject(new RequestAborted())
    }
    const onData = (chunk: Buffer): void => {
      if (size + chunk.length > maxBodyBytes) {
        refuse(tooLarge())
        return
      }
      bytes = size === 0 ? chunk : joined(bytes, size, chunk)
      size += chunk.length
    }
    if (request.headers.expect !== undefined && request.httpVersion === '1.1') {
      bodies?.begin(body)
      response.writeContinue()
    } else queueMicrotask(wait)
    onClose.add(onGone)
    request.on('data', onData).on('end', () => {
      end()
      resolve(bytes.subarray(0, size))
    })
  })
}

const noBytes = Buffer.alloc(0)

/** In one piece and with room for more: a body can come in 65,000 chunks of a byte, each of which would stay an object. */
function joined(bytes: Buffer, size: number, chunk: Buffer): Buffer {
  const needed = size + chunk.length
  const into = needed <= bytes.length ? bytes : Buffer.allocUnsafe(Math.min(2 * needed, maxBodyBytes))
  if (into !== bytes) bytes.copy(into, 0, 0, size)
  chunk.copy(into, size)
  return into
}

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new HttpError('bad_request', 'body is not valid UTF-8')
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new HttpError('bad_request', 'body is not valid JSON')
  }
}

function tooLarge(): HttpError {
  return new HttpError('payload_too_large', `body is over ${maxBodyBytes} bytes`, { close: true })
}
