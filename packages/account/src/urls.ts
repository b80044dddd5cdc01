import { invalidArgument } from '@riftline/base'

/** Tells whether a host is this machine, by its text alone, without a name service. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.[0-9]{1,3}){3}|\[?::1\]?)$/i.test(host)
}

export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname)
}

/** Parses a URL with a host and one of these protocols; null for any other text. */
export function parseUrl(text: string, protocols: readonly string[]): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return protocols.includes(url.protocol) && url.hostname !== '' ? url : null
}

/** Origin of an http or https URL without path, query, fragment and password; null for any other text. */
export function parseOrigin(text: string): string | null {
  const url = parseUrl(text, ['http:', 'https:'])
  if (url === null || url.pathname !== '/' || /[?#]/.test(text)) return null
  return url.username === '' && url.password === '' ? url.origin : null
}

/** Origin to which paths are appended. @throws RiftlineError `invalid_argument` for a URL with more than an origin */
export function originOf(text: string): string {
  const origin = parseOrigin(text)
  if (origin !== null) return origin
  throw invalidArgument('accountUrl', 'an http or https URL without path, query or password', '(a URL)')
}
