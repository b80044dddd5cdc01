import { SourceError } from '../source-error.ts'
import { isPrivateHost } from './private-address.ts'
import type { SourceRequest } from './source-client.ts'

/** One request on the wire: the first of a call, or where a redirect leads. */
export interface Hop {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** The name may not lead to a private address. */
  readonly guarded: boolean
}

/** @throws SourceError `not_configured` for an address that is not http or https; it does not repeat the address */
export function firstHop({ url, method = 'GET', body, headers }: SourceRequest): Hop {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new SourceError('not_configured', 'expected the address of a source to be an http or https URL')
  }
  const isForm = body instanceof URLSearchParams
  const authorization = basicAuthorization(parsed)
  return {
    url: parsed,
    method,
    body: body === undefined ? null : isForm ? String(body) : JSON.stringify(body),
    headers: {
      ...(body !== undefined && { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
      ...(authorization !== null && { authorization }),
      ...headers,
    },
    guarded: false,
  }
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

/**
 * Follows a redirect. Credentials can be in headers and body, so another host gets neither; a redirect that would have to
 * repeat the body there is refused.
 *
 * @param configured the configured address; if it is private, others may be
 * @throws SourceError `redirect`
 */
export function nextHop(hop: Hop, status: number, location: string | null, configured: URL): Hop {
  const refuse = (why: string): SourceError => new SourceError('redirect', `${hop.url.origin} ${why}`)
  if (location === null || !URL.canParse(location, hop.url.href)) throw refuse('redirected without an address')
  const url = new URL(location, hop.url)
  url.username = ''
  url.password = ''
  url.hash = ''
  if (!/^https?:$/.test(url.protocol)) throw refuse('redirected to something else than http or https')
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') throw refuse('redirected from https to http')
  const isElsewhere = url.hostname !== configured.hostname && !isPrivateHost(configured)
  if (isElsewhere && isPrivateHost(url)) throw refuse('redirected to a private address')
  const repeats = status === 307 || status === 308 || hop.method === 'GET'
  const sameOrigin = url.origin === hop.url.origin
  if (repeats && hop.body !== null && !sameOrigin) throw refuse('redirected what was posted to another host')
  const { 'content-type': _, ...withoutBody } = hop.headers
  return {
    url,
    method: repeats ? hop.method : 'GET',
    headers: sameOrigin ? (repeats ? hop.headers : withoutBody) : {},
    body: repeats ? hop.body : null,
    guarded: isElsewhere,
  }
}

function basicAuthorization({ username, password }: URL): string | null {
  if (username === '' && password === '') return null
  return `Basic ${Buffer.from([username, password].map(decodePart).join(':')).toString('base64')}`
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
