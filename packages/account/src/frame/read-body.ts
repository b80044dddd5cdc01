import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { nullIfThrows } from '@riftline/base'
import type { Timers } from '@riftline/base/node'
import { PageError } from './reply.ts'
import type { Texts } from './route.ts'

const maxFormBytes = 16 * 1024
const maxWebhookBytes = 256 * 1024

const formOnly = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*(?:utf-8|"utf-8")\s*)?$/i
const jsonOnly = /^application\/json\s*(?:;\s*charset\s*=\s*(?:utf-8|"utf-8")\s*)?$/i

export class VisitAborted extends Error {}

type Incoming = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** Reads a form whose fields are all known and sent at most once. @throws PageError 415, 413, 400; VisitAborted */
export async function readForm(incoming: Incoming, known: readonly string[]): Promise<Texts> {
  const bytes = await readBody(incoming, formOnly, maxFormBytes)
  const text = bytes.toString()
  // `URLSearchParams` would silently repair a wrong encoding.
  const isEncoded = isUtf8(bytes) && nullIfThrows(() => decodeURIComponent(text.replaceAll('+', ' '))) !== null
  if (!isEncoded) throw new PageError(400, 'The form is not encoded correctly.')
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(`?${text}`)) {
    if (!known.includes(name)) throw new PageError(400, 'The form has a field that this page does not know.')
    if (fields.has(name)) throw new PageError(400, 'A field of the form was sent twice.')
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

/** Reads a provider's message byte for byte, because its signature covers the raw bytes. */
export function readWebhook(incoming: Incoming): Promise<Buffer> {
  return readBody(incoming, jsonOnly, maxWebhookBytes)
}

async function readBody({ request, response }: Incoming, type: RegExp, mostBytes: number): Promise<Buffer> {
  const { headers } = request
  const length = Number(headers['content-length'] ?? 0)
  const isEmpty = length === 0 && headers['transfer-encoding'] === undefined
  const types = linesOf(request, 'content-type')
  const isRight = types.length === 1 && type.test(types[0] ?? '') && headers['content-encoding'] === undefined
  if (!isRight && !(isEmpty && types.length === 0)) throw new PageError(415, 'Send this form from its page.')
  if (length > mostBytes) throw tooLarge()
  if (headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue()
  return readBytes(request, mostBytes)
}

/** Values of a header. `headersDistinct` would fail for a header named `__proto__`. @param name in lower case */
function linesOf({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
}

/** Reads by events: leaving an async iterator early would destroy the socket before the answer is sent. */
function readBytes(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes <= mostBytes) return void chunks.push(chunk)
      request.off('data', onData).pause()
      reject(tooLarge())
    }
    request.on('data', onData)
    request.once('end', () => resolve(Buffer.concat(chunks)))
    for (const event of ['close', 'error']) request.once(event, () => reject(new VisitAborted('the client went away')))
  })
}

function tooLarge(): PageError {
  return new PageError(413, 'The form is larger than this page accepts.')
}

const drainMs = 1000

/** Part of a request that reading needs, for HTTP/1 and HTTP/2. */
type Received = Readable & Pick<IncomingMessage, 'complete' | 'headers'>

interface Sent {
  readonly headersSent: boolean
  setHeader(name: string, value: string): unknown
}

/** Reads the rest of a body for at most a second: closing a socket with unread bytes would reset it, and the answer could be lost. */
export async function drain(request: Received, response: Sent, timers: Timers): Promise<void> {
  if (request.complete || request.destroyed) return
  // With `Expect`, the client still waits for a `100 Continue` and sends no body.
  if (request.headers.expect === undefined) {
    await new Promise<void>((resolve) => {
      const stop = timers.after(drainMs, resolve)
      const end = (): void => {
        stop()
        resolve()
      }
      request.once('end', end).once('close', end).once('error', end)
      request.resume()
    })
  }
  if (!request.complete && !response.headersSent) response.setHeader('Connection', 'close')
}
