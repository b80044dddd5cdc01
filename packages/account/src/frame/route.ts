import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Account, Ban } from '@riftline/ledger'
import type { Person, PersonSession } from '../people/person.ts'
import type { Reply } from './reply.ts'

/** A page, and what its forms do. Templates have `{id}` for a segment. */
export interface PageRoute {
  readonly path: string
  /** Its `h1`, also on a refusal that has none of its own. */
  readonly title: string
  readonly get?: Page
  readonly post?: Action
  /** Messages of a provider, which has no session and no origin. */
  readonly hook?: (incoming: {
    readonly request: IncomingMessage
    readonly response: ServerResponse
  }) => Promise<{ readonly status: number }>
}

/** Visitors who may come: all, those signed in, or those who entered the password in the last 15 minutes. */
export type Access = 'open' | 'session' | 'password'

export interface Page {
  readonly access: Access
  readonly show: (call: PageCall) => Reply | Promise<Reply>
}

export interface Action {
  readonly access: Access
  /** Names that its form may have. */
  readonly fields: readonly string[]
  /** The page with the form: where somebody who must sign in first goes on. The action's own path by default. */
  readonly from?: (call: Pick<PageCall, 'id'>) => string
  /** Whether a banned person may do it all the same. */
  readonly evenBanned?: true
  readonly act: (call: PageCall) => Reply | Promise<Reply>
}

export type Texts = Readonly<Partial<Record<string, string>>>

/** One request for a route, as far as it is known. */
export interface PageCall {
  readonly visit: PageVisit
  /** The segment in place of `{id}`; empty without one. */
  readonly id: string
  /** First value of each query parameter. */
  readonly query: Texts
  /** Fields of a form; each was sent once. */
  readonly fields: Texts
  /** The page to go on to after a sign-in, which `next` names; else the dashboard. */
  readonly next: string
  readonly userAgent: string
  /** The value of the session cookie; null without one. */
  readonly cookie: string | null
  /** The person who is signed in; null: nobody. */
  readonly who: SignedIn | null
}

export interface OwnCall extends PageCall {
  readonly who: SignedIn
}

export interface SignedIn {
  readonly person: Person
  readonly session: PersonSession
  readonly account: Account
  readonly ban: Ban | null
}

/** Where a visitor comes from, behind trusted proxies. */
export interface Visitor {
  /** The address itself. */
  readonly text: string
  /** Network that is compared: the IPv4 address, or the /64 of an IPv6 one. */
  readonly network: string
  /** The /56 and the /48 around a /64; none for an IPv4 address. */
  readonly wider?: readonly string[]
  /** Whether rules about networks leave it out, as private addresses. */
  readonly exempt: boolean
  /** Whether it is a proxy's, behind which many customers may be. */
  readonly forwarded: boolean
}

/** A request that passed the checks of HTTP: target split and decoded. */
export interface PageVisit {
  readonly requestId: string
  readonly path: string
  /** Decoded pairs in order, repeated names included. */
  readonly query: readonly (readonly [name: string, value: string])[]
  /** Null when the socket is gone. */
  readonly address: Visitor | null
}

type OwnHandler = (call: OwnCall) => Reply | Promise<Reply>

export function openPage(show: Page['show']): Page {
  return { access: 'open', show }
}

export function ownPage(show: OwnHandler): Page {
  return { access: 'session', show: own(show) }
}

export function openAction(fields: readonly string[], act: Action['act']): Action {
  return { access: 'open', fields, act }
}

/** @param more such as another access than that of a session */
export function ownAction(fields: readonly string[], act: OwnHandler, more: Partial<Action> = {}): Action {
  return { access: 'session', fields, act: own(act), ...more }
}

function own(handle: OwnHandler): Page['show'] {
  return (call) => {
    if (call.who === null) throw new Error('a route behind a session was asked without one')
    return handle({ ...call, who: call.who })
  }
}
