import { isIP, type LookupFunction } from 'node:net'
import { createAddressRanges, privateRanges } from '@riftline/base/node'
import { SourceError } from '../source-error.ts'
import type { SourceRequest } from './source-client.ts'

export interface Hop {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Whether names that resolve to a private address are refused. */
  readonly guarded: boolean
}

/** @throws SourceError `not_configured` for an address that is not http or https; the message does not contain the address */
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
 * Follows a redirect. Headers and body, which may contain credentials, are not sent to another host; a private host is refused
 * unless the configured address is private too. @throws SourceError `redirect`
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

/** Unspecified, broadcast and reserved addresses, and IPv6 prefixes that lead to an IPv4 address. */
const specialRanges =
  '0.0.0.0/8 192.0.0.0/24 198.18.0.0/15 224.0.0.0/4 240.0.0.0/4 :: 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16 ff00::/8'

/** Whether an IP address (also IPv4 in IPv6) is private, local or special. */
export const isPrivateAddress: (address: string) => boolean = createAddressRanges([
  ...privateRanges,
  ...specialRanges.split(' '),
])

/** Whether the host of a URL is a literal private address or a name of this machine. */
function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isIP(host) === 0 ? host === 'localhost' || host.endsWith('.localhost') : isPrivateAddress(host)
}

export const privateAddress = 'ERR_PRIVATE_ADDRESS'

/** Refuses names that resolve to a private address. The connection's own look-up checks them, so a name cannot change in between. */
export function guardedLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      const found = typeof address === 'string' ? [address] : (address ?? []).map((one) => one.address)
      if (error !== null || !found.some(isPrivateAddress)) return callback(error, address, family)
      const refusal: NodeJS.ErrnoException = new Error('the name leads to a private address')
      refusal.code = privateAddress
      callback(refusal, address, family)
    })
  }
}
