import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { SourceError } from '../source-error.ts'
import type { Hop } from './hop.ts'
import { guardedLookup, privateAddress } from './private-address.ts'
import { readBody } from './read-body.ts'
import { TemporaryFault } from './temporary-fault.ts'

/** The answer to one hop. */
export interface WireAnswer {
  readonly status: number
  readonly headers: Dispatcher.ResponseData['headers']
  /** Empty where the status is not 200. */
  readonly bytes: Uint8Array
}

/** Sends a request and reads its answer, once. */
export interface Wire {
  /** @throws SourceError, TemporaryFault; whatever an abort of the signal makes of the request */
  send(hop: Hop, headers: Readonly<Record<string, string>>, maxBytes: number, signal: AbortSignal): Promise<WireAnswer>
  close(): Promise<void>
}

export function openWire(lookup: LookupFunction = systemLookup): Wire {
  // Time-outs are the caller's, whose clock they follow.
  const options = { headersTimeout: 0, bodyTimeout: 0 }
  const open = new Agent({ ...options, connect: { lookup } })
  const guarded = new Agent({ ...options, connect: { lookup: guardedLookup(lookup) } })
  return {
    async send(hop, headers, maxBytes, signal) {
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
    // Ends the connection of a body that was not read to its end.
    body.on('error', () => {}).destroy()
  }
}

/** Tells only code or name of another library's error, since its text may repeat the URL. */
function toFault(error: unknown, origin: string): SourceError | TemporaryFault {
  const { code, name } = error as NodeJS.ErrnoException
  if (code === privateAddress) return new SourceError('redirect', `a redirect to ${origin} led to a private address`)
  const fault = new SourceError('connection', `${origin} cannot be reached (${code ?? name})`)
  return new TemporaryFault(fault, 0, offlineCodes.has(code ?? ''))
}

/** Error codes of the system for an unknown name and for no network. */
const offlineCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH'])
