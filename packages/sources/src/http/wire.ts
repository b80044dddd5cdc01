import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Agent, type Dispatcher } from 'undici'
import { SourceError } from '../source-error.ts'
import { guardedLookup, type Hop, privateAddress } from './hop.ts'

export interface WireAnswer {
  readonly status: number
  readonly headers: Dispatcher.ResponseData['headers']
  /** The body; empty if the status is not 200. */
  readonly bytes: Uint8Array
}

export function openWire(lookup: LookupFunction = systemLookup) {
  // No time-outs here: the caller has its own, on its own clock.
  const options = { headersTimeout: 0, bodyTimeout: 0 }
  const open = new Agent({ ...options, connect: { lookup } })
  const guarded = new Agent({ ...options, connect: { lookup: guardedLookup(lookup) } })
  return {
    async send(hop: Hop, headers: Readonly<Record<string, string>>, maxBytes: number, signal: AbortSignal) {
      const { url, method, body } = hop
      const path = url.pathname + url.search
      const agent = hop.guarded ? guarded : open
      const response = await agent
        .request({ origin: url.origin, path, method, headers, body, signal })
        .catch((error: unknown) => {
          throw signal.aborted ? error : toFault(error, url.origin)
        })
      return readAnswer(response, maxBytes, url.origin)
    },
    async close() {
      await Promise.all([open.destroy(), guarded.destroy()])
    },
  }
}

async function readAnswer(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  origin: string,
): Promise<WireAnswer> {
  try {
    if (status !== 200) return { status, headers, bytes: new Uint8Array() }
    if (Number(headers['content-length']) > maxBytes) {
      throw new SourceError('too_large', `${origin} announced more than ${maxBytes} bytes`)
    }
    const encoding = String(headers['content-encoding'] ?? 'identity').trim()
    return { status, headers, bytes: await readBody(body, encoding.toLowerCase(), maxBytes, origin) }
  } finally {
    // Closes the connection if the body was not read to its end.
    body.on('error', () => {}).destroy()
  }
}

/** Reports only the code or name of another library's error, because its text may contain the URL. */
function toFault(error: unknown, origin: string): SourceError | TemporaryFault {
  const { code, name } = error as NodeJS.ErrnoException
  if (code === privateAddress) return new SourceError('redirect', `a redirect to ${origin} led to a private address`)
  const fault = new SourceError('connection', `${origin} cannot be reached (${code ?? name})`)
  return new TemporaryFault(fault, 0, offlineCodes.has(code ?? ''))
}

/** System error codes for an unknown name and for a missing network. */
const offlineCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH'])

/** The unpacked bytes, up to `maxBytes`; an abort is passed on unchanged. @throws SourceError `encoding`, `too_large`, `truncated` */
async function readBody(body: Readable, encoding: string, maxBytes: number, origin: string): Promise<Uint8Array> {
  const packed = encoding === 'gzip' || encoding === 'x-gzip'
  if (!packed && encoding !== 'identity' && encoding !== '') {
    throw new SourceError('encoding', `${origin} answered in an encoding that was not asked for, expected gzip`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // A pipeline sometimes replaces the error of its last stage by an AbortError, so the error is kept here.
  let excess: SourceError | undefined
  const collect = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of source) {
      size += chunk.length
      if (size > maxBytes) {
        excess = new SourceError('too_large', `${origin} answered more than ${maxBytes} bytes`)
        throw excess
      }
      chunks.push(chunk)
    }
  }
  try {
    if (packed) await pipeline(body, createGunzip(), collect)
    else await pipeline(body, collect)
  } catch (error) {
    throw excess ?? toBodyError(error, origin)
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)
}

function toBodyError(error: unknown, origin: string): unknown {
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'AbortError') return error
  if (code === 'Z_BUF_ERROR') return new SourceError('truncated', `${origin} answered gzip data without an end`)
  if (code.startsWith('Z_')) return new SourceError('encoding', `${origin} answered damaged gzip data`)
  return new SourceError('truncated', `${origin} ended its answer before the end (${code || name})`)
}

/** @throws SourceError `encoding` for bytes that are not UTF-8 */
export function decodeText(bytes: Uint8Array, origin: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SourceError('encoding', `${origin} answered what is not UTF-8`)
  }
}

/** @throws SourceError `html` for a page, `truncated` for incomplete JSON, `not_json` for anything else */
export function parseAnswer(text: string, origin: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const trimmed = text.trim()
    const [first = ''] = trimmed
    if (first === '<') throw new SourceError('html', `${origin} answered a page instead of JSON`)
    const end = first === '{' ? '}' : first === '[' ? ']' : null
    if (end !== null && !trimmed.endsWith(end)) {
      throw new SourceError('truncated', `${origin} answered JSON that stops after ${text.length} characters`)
    }
    throw new SourceError(
      'not_json',
      `${origin} answered ${text === '' ? 'nothing' : 'something else'} instead of JSON`,
    )
  }
}

const repetitions = 5
/** Retries without a network: one, in case the network is just coming up. */
const repetitionsOffline = 1
const longestWaitMs = 300_000

export class TemporaryFault extends Error {
  readonly fault: SourceError
  readonly retryAfterMs: number
  /** Whether the service's name is unknown, or there is no network. */
  readonly isOffline: boolean

  constructor(fault: SourceError, retryAfterMs: number = 0, isOffline: boolean = false) {
    super(fault.message)
    this.name = 'TemporaryFault'
    this.fault = fault
    this.retryAfterMs = retryAfterMs
    this.isOffline = isOffline
  }
}

/**
 * Milliseconds before the next retry: doubled each time, or as long as the service requested, at most five minutes; null after the
 * fifth retry, or after the first one without a network.
 */
export function waitBeforeRepetition(
  repeated: number,
  backoffMs: number,
  { retryAfterMs, isOffline }: Pick<TemporaryFault, 'retryAfterMs' | 'isOffline'>,
): number | null {
  if (repeated >= (isOffline ? repetitionsOffline : repetitions)) return null
  return Math.min(Math.max(backoffMs * 2 ** repeated, retryAfterMs), longestWaitMs)
}

/** `Retry-After` (seconds or a date) as milliseconds from now; 0 for anything else. */
export function parseRetryAfter(header: unknown, nowMs: number): number {
  if (typeof header !== 'string') return 0
  if (/^\s*[0-9]+\s*$/.test(header)) return Number(header) * 1000
  const ms = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) - nowMs : 0
  return ms > 0 ? ms : 0
}

/** @throws SourceError for a failed request, TemporaryFault if a retry may succeed */
export function requireOk({ status, headers }: Pick<WireAnswer, 'status' | 'headers'>, origin: string, nowMs: number) {
  if (status === 200) return
  const fault = status === 429 ? 'rate_limited' : status === 401 ? 'credentials' : 'status'
  const error = new SourceError(fault, `${origin} answered ${status}`, { status })
  if (status !== 429 && status < 500) throw error
  throw new TemporaryFault(error, parseRetryAfter(headers['retry-after'], nowMs))
}
