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

/** Dependencies of the account pages; the server command passes them in. */
export interface AccountDeps {
  readonly config: AccountConfig
  /** Data folder shown in notices: without a mail server, mails are written to its `account/outbox`. */
  readonly dataFolder?: string
  /** Origin of every link and redirect; the origin check compares requests with it. */
  readonly origin: string
  /** Base URL of `/v1` in examples, without a trailing slash. */
  readonly apiUrl: string
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
  readonly timers: Timers
  /** Runs the HTTP checks; returns null when it has already answered the request. */
  readonly admit: (request: IncomingMessage, response: ServerResponse) => PageVisit | null
  readonly ledger: CreditStore
  readonly people: PeopleStore
  readonly hasher: PasswordHasher
  readonly attempts: Attempts
  readonly isBlockedDomain: (email: string) => boolean
  readonly mailer: Mailer
  readonly payments: Payments
  readonly api: Api
  /** Plain text of the terms and of the privacy notice; null when there is no such page. */
  readonly terms: string | null
  readonly privacy: string | null
}

/** Parts of the `/v1` API that the pages use. */
export interface Api {
  readonly newKey: () => { readonly key: string; readonly id: string; readonly sha256: string }
  /** Visible prefix of a key, safe to show in lists. */
  readonly keyPrefix: (id: string) => string
  /** Returns the id inside a key; null when the text does not have the form of a key. */
  readonly keyId: (text: string) => string | null
  /** SHA-256 of a key in hex; the ledger stores nothing else of it. */
  readonly keyHash: (text: string) => string
  readonly ratePerMinute: number
  readonly freeCredits: number
  readonly ipRule: 'off' | 'flag' | 'enforce'
  readonly prices: readonly PriceLine[]
  /** Operations that the console can send. Loaded at the first call, like `docs`, because their schemas load slowest. */
  readonly operations: () => Promise<readonly ApiOperation[]>
  /** Example body of `/v1/predict` with two well-known teams. */
  readonly exampleBody: string
  /** Documentation pages, built at the first call. */
  readonly docs: () => Promise<ApiDocs>
  readonly call: (call: ApiCall) => Promise<ApiAnswer>
  /** Record of the forecasts, for its public page; null while there is none. Without this function there is no such page. */
  readonly record?: () => Promise<ForecastRecord | null>
}

/** How good the forecasts were, as `/v1/performance` states it, with pictures. */
export interface ForecastRecord {
  readonly dataThroughUtc: string
  readonly artifacts: string
  /** Head of the chain of kept forecasts; null while nothing is kept. */
  readonly chain: { readonly lines: number; readonly sha256: string } | null
  readonly windows: readonly RecordWindow[]
  readonly pictures: readonly RecordPicture[]
}

/** Scores on the series of some days, both included. */
export interface RecordWindow {
  readonly window: string
  readonly fromUtc: string
  readonly toUtc: string
  readonly rows: readonly RecordRow[]
}

type Interval = readonly [number, number] | null

/** Scores of one forecaster on the series of a league and a format; null for all. */
export interface RecordRow {
  readonly model: string
  readonly league: string | null
  readonly bestOf: number | null
  readonly n: number
  readonly logLoss: number | null
  readonly logLossInterval: Interval
  readonly accuracy: number | null
  readonly accuracyInterval: Interval
  readonly calibrationError: number | null
  readonly market: { readonly n: number; readonly difference: number; readonly differenceInterval: Interval } | null
}

/** A diagram, as an image file below `/record`. */
export interface RecordPicture {
  readonly name: string
  readonly title: string
  /** Text alternative. */
  readonly description: string
  readonly svg: string
}

/** Row of the price table. */
export interface PriceLine {
  readonly what: string
  readonly credits: string
}

/** Route of `/v1` that the console can call. */
export interface ApiOperation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** Path template, such as `/v1/teams/{id}`. */
  readonly path: string
  readonly summary: string
}

/** Documentation of `/v1` for the pages. */
export interface ApiDocs {
  /** HTML of the API reference, without `h1`; it loads `files`. */
  readonly reference: string
  /** Scripts and styles of the reference, by path. */
  readonly files: Readonly<Record<string, { readonly type: string; readonly body: Buffer }>>
  /** HTML of the error list, without `h1`. */
  readonly errors: string
  /** Markdown of `llms.txt`. */
  readonly llms: string
}

/** Call of `/v1` that the console sends for a person. */
export interface ApiCall {
  readonly method: 'GET' | 'POST'
  /** Path with its query string. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON body; null for a call without one. */
  readonly body: string | null
  /** Address of the person, so that the address rules apply to the console as to any client. */
  readonly remoteAddress: string
}

/** Answer of `/v1`, refusals included. */
export interface ApiAnswer {
  readonly status: number
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}
