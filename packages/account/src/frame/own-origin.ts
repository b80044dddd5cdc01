import type { IncomingHttpHeaders } from 'node:http'
import { goTo, type Reply } from './reply.ts'

const maxAgeSeconds = 14 * 86_400

export type SessionCookie = ReturnType<typeof createSessionCookie>

/** The session cookie: its name tells the browser to keep it to this origin where that is possible. */
export function createSessionCookie(isHttps: boolean) {
  const name = isHttps ? '__Host-riftline' : 'riftline'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return {
    /** The value that a request brings; null for none, and for two. */
    read(header = ''): string | null {
      const values = header
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
      return values.length === 1 ? (values[0]?.slice(name.length + 1) ?? null) : null
    },
    set: (value: string) => `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}

/** @param isGiven whether an operator has set the origin */
export function createPageHosts(origin: string, isGiven: boolean) {
  const { host, port } = new URL(origin)
  return {
    isOwn: (given = '') => given.toLowerCase() === host,
    /** Whether a page is sent on from there: the other name of this machine, while nobody has set an address. */
    isAlias: (given = '') => !isGiven && given.toLowerCase() === `localhost:${port}`,
  }
}

/** Whether a request comes from a page of this origin, by `Sec-Fetch-Site`, else by `Origin`. One with neither is refused. */
export function isOwnOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === origin : site === 'same-origin'
}

type PageOrigin = { readonly origin: string }

/** Redirects with the cookie of a new session. */
export function signedIn({ origin }: PageOrigin, { token }: { readonly token: string }, to: string): Reply {
  return goTo(to, createSessionCookie(origin.startsWith('https:')).set(token))
}

export function signedOut({ origin }: PageOrigin, to: string): Reply {
  return goTo(to, createSessionCookie(origin.startsWith('https:')).clear())
}
