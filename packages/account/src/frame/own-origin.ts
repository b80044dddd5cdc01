import type { IncomingHttpHeaders } from 'node:http'
import { goTo, type Reply } from './reply.ts'

const maxAgeSeconds = 14 * 86_400

export type SessionCookie = ReturnType<typeof createSessionCookie>

/** Session cookie. Over https its name has the prefix `__Host-`, with which browsers bind it to this origin. */
export function createSessionCookie(isHttps: boolean) {
  const name = isHttps ? '__Host-riftline' : 'riftline'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return {
    /** Reads the cookie from a header; null when there is none, or more than one. */
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

/** Checks the hosts of requests. @param isGiven whether an operator configured the origin */
export function createPageHosts(origin: string, isGiven: boolean) {
  const { host, port } = new URL(origin)
  return {
    isOwn: (given = '') => given.toLowerCase() === host,
    /** Tells whether a host is `localhost` with our port, which redirects to the origin when an operator configured none. */
    isAlias: (given = '') => !isGiven && given.toLowerCase() === `localhost:${port}`,
  }
}

/** Tells whether a request comes from a page of this origin, by `Sec-Fetch-Site`, or by `Origin` without it. Neither: false. */
export function isOwnOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === origin : site === 'same-origin'
}

type PageOrigin = { readonly origin: string }

/** Redirects and sets the cookie of a new session. */
export function signedIn({ origin }: PageOrigin, { token }: { readonly token: string }, to: string): Reply {
  return goTo(to, createSessionCookie(origin.startsWith('https:')).set(token))
}

export function signedOut({ origin }: PageOrigin, to: string): Reply {
  return goTo(to, createSessionCookie(origin.startsWith('https:')).clear())
}
