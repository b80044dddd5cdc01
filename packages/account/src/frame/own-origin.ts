import type { IncomingHttpHeaders } from 'node:http'
import { goTo, type Reply } from './reply.ts'

/** The session cookie: its name tells the browser to keep it to this origin where that is possible. */
export interface SessionCookie {
  /** The value that a request brings; null for none, and for two. */
  read(header: string | undefined): string | null
  set(value: string): string
  clear(): string
}

const maxAgeSeconds = 14 * 86_400

export function createSessionCookie(isHttps: boolean): SessionCookie {
  const name = isHttps ? '__Host-riftline' : 'riftline'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return {
    read(header = '') {
      const values = header
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
      return values.length === 1 ? (values[0]?.slice(name.length + 1) ?? null) : null
    },
    set: (value) => `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}

/** Where a request for another host goes: `null` to nobody, a URL to the page's own address. */
interface PageHosts {
  readonly isOwn: (host: string | undefined) => boolean
  /** Whether a page is sent on from there: the other name of this machine, while nobody has set an address. */
  readonly isAlias: (host: string | undefined) => boolean
}

/** @param origin of the page; `isGiven`: an operator has set it */
export function createPageHosts(origin: string, isGiven: boolean): PageHosts {
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

type PageOrigin = { readonly origin: string }

/** Goes on with the cookie of a new session. */
export function signedIn({ origin }: PageOrigin, { token }: { readonly token: string }, to: string): Reply {
  return goTo(to, createSessionCookie(origin.startsWith('https:')).set(token))
}

export function signedOut({ origin }: PageOrigin, to: string): Reply {
  return goTo(to, createSessionCookie(origin.startsWith('https:')).clear())
}
