import { RiftlineError } from '@riftline/core'
import { Agent, type Dispatcher } from 'undici'
import { FeedError } from './feed-error.ts'

/** What a feed answered: a file of snapshots with its tag, or that the file of the tag is still the newest. */
export type FeedAnswer =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly etag: string | null }
  | { readonly kind: 'unchanged' }

export interface FeedSource {
  /** Scheme, host and port: what may be shown. The rest of the URL may hold secrets. */
  readonly origin: string
  /** @throws FeedError */
  fetch(etag: string | null, signal: AbortSignal): Promise<FeedAnswer>
  close(): Promise<void>
}

export const maxFeedBytes: number = 16 * 1024 * 1024
/** What undici says of a body over `maxResponseSize`. */
const tooLarge = 'UND_ERR_RES_EXCEEDED_MAX_SIZE'

/**
 * A feed over HTTP. Redirects are not followed: the operator names the final URL. Compressed answers are refused, since
 * their real size shows only when they are in memory.
 *
 * @throws RiftlineError `invalid_config` for a URL that is not http or https; it does not repeat the URL
 */
export function openFeedSource(
  url: string,
  dispatcher: Dispatcher = new Agent({ maxResponseSize: maxFeedBytes }),
): FeedSource {
  const { origin, pathname, search, username, password } = parseFeedUrl(url)
  const authorization = basicAuthorization(username, password)
  return {
    origin,
    async fetch(etag, signal) {
      try {
        const response = await dispatcher.request({
          origin,
          path: pathname + search,
          method: 'GET',
          signal,
          headers: {
            accept: 'application/jsonl, application/x-ndjson, application/json;q=0.9, text/plain;q=0.8',
            'accept-encoding': 'identity',
            ...(authorization !== null && { authorization }),
            ...(etag !== null && { 'if-none-match': etag }),
          },
        })
        return await readAnswer(response, etag)
      } catch (error) {
        throw toFeedError(error, signal)
      }
    },
    close: () => dispatcher.destroy(),
  }
}

async function readAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  etag: string | null,
): Promise<FeedAnswer> {
  try {
    if (statusCode === 304 && etag !== null) return { kind: 'unchanged' }
    if (statusCode < 200 || statusCode > 299) throw new FeedError('status', `answered ${statusCode}`)
    const encoding = headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity') throw new FeedError('encoding', 'answered with a compressed body')
    return { kind: 'file', bytes: await body.bytes(), etag: entityTag(headers.etag) }
  } finally {
    // Ends the connection of a body that was not read to its end; one that was has nothing left to destroy.
    body.on('error', () => {}).destroy()
  }
}

/** Null for one that could not be sent back. */
function entityTag(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^(W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(header) ? header : null
}

/** Of another library's error we log only code or name: its text may repeat the URL. */
function toFeedError(error: unknown, signal: AbortSignal): FeedError {
  if (signal.aborted) return new FeedError('timeout', 'gave no complete answer in time')
  if (error instanceof FeedError) return error
  const { code, name } = error as NodeJS.ErrnoException
  if (code === tooLarge) return new FeedError('too_large', `answered more than ${maxFeedBytes} bytes`)
  return new FeedError('connection', code ?? name)
}

function parseFeedUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed !== null && (parsed.protocol === 'http:' || parsed.protocol === 'https:')) return parsed
  throw new RiftlineError('invalid_config', 'odds feed: expected an http or https URL')
}

function basicAuthorization(username: string, password: string): string | null {
  if (username === '' && password === '') return null
  const credentials = [username, password].map(decodePart).join(':')
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
