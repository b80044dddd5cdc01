import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock, Log, RandomBytes, Timers } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import type { AccountConfig } from './config.ts'
import type { PageVisit } from './frame/route.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Payments } from './payments/payments.ts'
import type { Attempts } from './people/attempts.ts'
import type { PasswordHasher } from './people/password-hasher.ts'
import type { PeopleStore } from './people/person.ts'

/** Parts that the pages work with; the command passes them in. */
export interface AccountDeps {
  readonly config: AccountConfig
  /** Without a mail server mails are files in its `account/outbox`: pages say so. */
  readonly dataFolder?: string
  /** Origin of every link, redirect and check. */
  readonly origin: string
  /** Base of `/v1` in examples, without a slash at the end. */
  readonly apiUrl: string
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
  readonly timers: Timers
  /** The checks of HTTP; null: the request is answered already. */
  readonly admit: (request: IncomingMessage, response: ServerResponse) => PageVisit | null
  readonly ledger: CreditStore
  readonly people: PeopleStore
  readonly hasher: PasswordHasher
  readonly attempts: Attempts
  readonly isBlockedDomain: (email: string) => boolean
  readonly mailer: Mailer
  readonly payments: Payments
  readonly api: Api
  /** Plain text of terms and privacy notice; null: no such page. */
  readonly terms: string | null
  readonly privacy: string | null
}

/** The `/v1` API as the pages need it. */
export interface Api {
  readonly newKey: () => { readonly key: string; readonly id: string; readonly sha256: string }
  /** The part of a key that may be shown. */
  readonly keyPrefix: (id: string) => string
  /** Id of the key that a text is; null where it has not the form of one. */
  readonly keyId: (text: string) => string | null
  /** SHA-256 of a key in hex, which is all that the ledger stores of it. */
  readonly keyHash: (text: string) => string
  readonly ratePerMinute: number
  readonly freeCredits: number
  readonly ipRule: 'off' | 'flag' | 'enforce'
  readonly prices: readonly PriceLine[]
  /** Operations that the console can send. Made at the first call, as the docs are: their schemas take longest to load. */
  readonly operations: () => Promise<readonly ApiOperation[]>
  /** A pair of teams that everybody knows, as a body of `/v1/predict`. */
  readonly exampleBody: string
  /** Made at the first call. */
  readonly docs: () => Promise<ApiDocs>
  readonly call: (call: ApiCall) => Promise<ApiAnswer>
}

/** A row of the table of prices. */
export interface PriceLine {
  readonly what: string
  readonly credits: string
}

/** A route of `/v1` that the console can send. */
export interface ApiOperation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** `/v1/teams/{id}` */
  readonly path: string
  readonly summary: string
}

/** Pages and texts about `/v1`. */
export interface ApiDocs {
  /** HTML without `h1`, which loads `files`. */
  readonly reference: string
  /** Scripts and styles of the reference, by path. */
  readonly files: Readonly<Record<string, { readonly type: string; readonly body: Buffer }>>
  /** HTML without `h1`. */
  readonly errors: string
  /** Markdown. */
  readonly llms: string
}

/** A call of `/v1` that the console sends for a person. */
export interface ApiCall {
  readonly method: 'GET' | 'POST'
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON; null: none. */
  readonly body: string | null
  /** The person's: rules about addresses judge the call by it. */
  readonly remoteAddress: string
}

/** Answer of `/v1`, also of a refusal. */
export interface ApiAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}
