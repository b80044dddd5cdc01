import type { AccountDeps } from '../account-deps.ts'
import type { NewSession } from '../actions/new-session.ts'
import { createSessionCookie } from '../frame/cookies.ts'
import { goTo, type Reply } from '../frame/reply.ts'

/** Goes on with the cookie of a new session. */
export function signedIn({ origin }: Pick<AccountDeps, 'origin'>, { token }: NewSession, to: string): Reply {
  return goTo(to, createSessionCookie(origin.startsWith('https:')).set(token))
}

export function signedOut({ origin }: Pick<AccountDeps, 'origin'>, to: string): Reply {
  return goTo(to, createSessionCookie(origin.startsWith('https:')).clear())
}
