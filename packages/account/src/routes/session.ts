import type { AccountDeps } from '../account-deps.ts'
import type { NewSession } from '../actions/visitor.ts'
import { createSessionCookie } from '../frame/own-origin.ts'
import { goTo, type Reply } from '../frame/reply.ts'
import type { OwnCall, PageCall } from '../frame/route.ts'

/** A handler of a route behind a session, where somebody is signed in. */
export function own(handle: (call: OwnCall) => Reply | Promise<Reply>): (call: PageCall) => Reply | Promise<Reply> {
  return (call) => {
    if (call.who === null) throw new Error('a route behind a session was asked without one')
    return handle({ ...call, who: call.who })
  }
}

/** Goes on with the cookie of a new session. */
export function signedIn({ origin }: Pick<AccountDeps, 'origin'>, { token }: NewSession, to: string): Reply {
  return goTo(to, createSessionCookie(origin.startsWith('https:')).set(token))
}

export function signedOut({ origin }: Pick<AccountDeps, 'origin'>, to: string): Reply {
  return goTo(to, createSessionCookie(origin.startsWith('https:')).clear())
}
