import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Account, Ban } from '@riftline/ledger'
import type { Person, PersonSession } from '../people/person.ts'
import type { Reply } from './reply.ts'

/** Route of a page and of its forms. `{id}` in the path stands for one segment. */
export interface PageRoute {
  readonly path: string
  /** Heading (`h1`) of the page, and of its refusals that have none of their own. */
  readonly title: string
  readonly get?: Page
  readonly post?: Action
  /** Handler of a provider's messages, which come without session and origin. */
  readonly hook?: (incoming: {
    readonly request: IncomingMessage
    readonly response: ServerResponse
  }) => Promise<{ readonly status: number }>
}

/** Access to a page: everybody, signed-in people, or people who entered their password in the last 15 minutes. */
export type Access = 'open' | 'session' | 'password'

export interface Page {
  readonly access: Access
  readonly show: (call: PageCall) => Reply | Promise<Reply>
}

export interface Action {
  readonly access: Access
  /** Field names that the form may contain. */
  readonly fields: readonly string[]
  /** Page with the form, to return to after a sign-in; by default the action's own path. */
  readonly from?: (call: Pick<PageCall, 'id'>) => string
  /** Whether banned people may use the action. */
  readonly evenBanned?: true
  readonly act: (call: PageCall) => Reply | Promise<Reply>
}

export type Texts = Readonly<Partial<Record<string, string>>>

/** Request for a route, as the handlers get it. */
export interface PageCall {
  readonly visit: PageVisit
  /** Path segment in place of `{id}`; empty string for a route without one. */
  readonly id: string
  /** First value of each query parameter. */
  readonly query: Texts
  /** Fields of the form, each sent once. */
  readonly fields: Texts
  /** Page to go on to after a sign-in, from the parameter `next`; by default the dashboard. */
  readonly next: string
  readonly userAgent: string
  /** Value of the session cookie; null when none was sent. */
  readonly cookie: string | null
  /** Signed-in person; null when nobody is signed in. */
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

/** Address of a visitor, as seen behind trusted proxies. */
export interface Visitor {
  /** Address itself. */
  readonly text: string
  /** Network used for comparisons: the IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string
  /** The /56 and the /48 around a /64; absent for IPv4. */
  readonly wider?: readonly string[]
  /** Whether the network rules ignore the address, as they do private ones. */
  readonly exempt: boolean
  /** Whether the address belongs to a proxy that may serve many customers. */
  readonly forwarded: boolean
}

/** Request that passed the HTTP checks, with its target split and decoded. */
export interface PageVisit {
  readonly requestId: string
  readonly path: string
  /** Decoded query pairs in order, repeated names included. */
  readonly query: readonly (readonly [name: string, value: string])[]
  /** Address of the visitor; null when the socket is closed. */
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

/** Makes an action for signed-in people. @param more overrides, such as another `access` */
export function ownAction(fields: readonly string[], act: OwnHandler, more: Partial<Action> = {}): Action {
  return { access: 'session', fields, act: own(act), ...more }
}

function own(handle: OwnHandler): Page['show'] {
  return (call) => {
    if (call.who === null) throw new Error('a route behind a session was asked without one')
    return handle({ ...call, who: call.who })
  }
}
