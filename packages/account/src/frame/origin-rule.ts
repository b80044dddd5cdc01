import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request that changes something comes from a page of this origin: by `Sec-Fetch-Site` where the browser sends it,
 * else by `Origin`. A request with neither is refused.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === origin : site === 'same-origin'
}
