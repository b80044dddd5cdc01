import type { IncomingHttpHeaders } from 'node:http'

/** Where a request for another host goes: `null` to nobody, a URL to the page's own address. */
export interface HostRule {
  readonly isOwn: (host: string | undefined) => boolean
  /** Whether a page is sent on from there: the other name of this machine, while nobody has set an address. */
  readonly isAlias: (host: string | undefined) => boolean
}

/** @param origin of the page; `isGiven`: an operator has set it */
export function createHostRule(origin: string, isGiven: boolean): HostRule {
  const { host, port } = new URL(origin)
  const alias = `localhost:${port}`
  return {
    isOwn: (given) => given?.toLowerCase() === host,
    isAlias: (given) => !isGiven && given?.toLowerCase() === alias,
  }
}

/**
 * Whether a request that changes something comes from a page of this origin: by `Sec-Fetch-Site` where the browser sends it,
 * else by `Origin`. A request with neither is refused.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === origin : site === 'same-origin'
}
