import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { orThrow } from '@riftline/base'
import type { Bodies, IncomingBody } from './defence/bodies.ts'
import { onceClosed } from './defence/connections.ts'
import type { Exchange } from './exchange.ts'
import { HttpError, overloaded, RequestAborted } from './http-error.ts'
import { headerLines } from './target.ts'

export const maxBodyBytes: number = 65_536

type Incoming = Pick<Exchange, 'request' | 'response' | 'connection'>
/** Counter of an account's bodies that have not fully arrived, and the limit of a body. */
type Waiting = Pick<IncomingBody, 'accountId'> & { readonly bodies: Bodies; readonly most?: number | undefined }

/**
 * Reads the JSON of a POST as bytes. Media type, encoding and declared size are checked first, so that a body that will be
 * refused need not be sent; then `100 Continue` is sent if it was asked for, and the bytes are counted.
 * @throws HttpError `unsupported_media_type`, `payload_too_large`, `overloaded`; RequestAborted
 */
export function readJsonBody(incoming: Incoming, waiting?: Waiting): Buffer | Promise<Buffer> {
  const { request } = incoming
  checkType(request)
  const declared = Number(request.headers['content-length'])
  const most = waiting?.most ?? maxBodyBytes
  if (declared > most) throw tooLarge(most)
  if (request.destroyed) throw new RequestAborted()
  // Most bodies come in the packet of their head, and are complete when its turn of the event loop has ended.
  const isThere = request.complete && request.readableLength === declared && request.headers.expect === undefined
  return (isThere ? (request.read() as Buffer | null) : null) ?? readBytes(incoming, most, waiting)
}

function checkType(request: IncomingMessage): void {
  const unsupported = (message: string) => new HttpError('unsupported_media_type', message, { close: true })
  const types = headerLines(request, 'content-type')
  if (types.length > 1) throw unsupported('exactly one Content-Type header is needed')
  if (!jsonOnly.test(types[0] ?? '')) throw unsupported('send application/json')
  if (headerLines(request, 'content-encoding').length > 0) throw unsupported('send the body without Content-Encoding')
}

const jsonOnly = /^application\/json\s*(?:;\s*charset\s*=\s*(?:utf-8|"utf-8")\s*)?$/i

/** Reads a body by events. Leaving an iterator would destroy the socket before the request is answered. */
function readBytes(incoming: Incoming, most: number, waiting?: Waiting): Promise<Buffer> {
  const { request, response } = incoming
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0)
    let size = 0
    let body: IncomingBody | null = null
    let isOver = false

    function end(): void {
      isOver = true
      stopListening()
      if (body !== null) waiting?.bodies.end(body)
    }

    function refuse(error: HttpError): void {
      end()
      request.off('data', onData).pause()
      reject(error)
    }

    function wait(): void {
      if (waiting === undefined) return
      body = { accountId: waiting.accountId, request, refuse: () => refuse(overloaded({ close: true })) }
      if (!waiting.bodies.begin(body)) body.refuse()
    }

    function onData(chunk: Buffer): void {
      if (size + chunk.length > most) refuse(tooLarge(most))
      else {
        bytes = size === 0 ? chunk : joined(bytes, size, chunk, most)
        size += chunk.length
      }
    }

    const stopListening = onceClosed(incoming.connection, () => {
      end()
      reject(new RequestAborted())
    })
    const asksFirst = request.headers.expect !== undefined && request.httpVersion === '1.1'
    if (asksFirst || !request.complete) wait()
    if (isOver) return
    if (asksFirst) response.writeContinue()
    request.on('data', onData).on('end', () => {
      end()
      resolve(bytes.subarray(0, size))
    })
  })
}

/** Appends a chunk to one buffer with spare room: a body can come in 65,000 chunks of a byte, and a list would hold an object for each. */
function joined(bytes: Buffer, size: number, chunk: Buffer, most: number): Buffer {
  const needed = size + chunk.length
  const into = needed <= bytes.length ? bytes : Buffer.allocUnsafe(Math.min(2 * needed, most))
  if (into !== bytes) bytes.copy(into, 0, 0, size)
  chunk.copy(into, size)
  return into
}

/** Parses a whole body as JSON. @throws HttpError `payload_too_large`, `bad_request` */
export function parseBody(bytes: Buffer, most: number = maxBodyBytes): unknown {
  if (bytes.length > most) throw tooLarge(most)
  if (!isUtf8(bytes)) throw new HttpError('bad_request', 'body is not valid UTF-8')
  return orThrow(
    () => JSON.parse(bytes.toString()),
    () => new HttpError('bad_request', 'body is not valid JSON'),
  )
}

function tooLarge(most: number): HttpError {
  return new HttpError('payload_too_large', `body is over ${most} bytes`, { close: true })
}
