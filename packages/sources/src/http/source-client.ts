import { createHash } from 'node:crypto'
import { requireOptions } from '@riftline/base'
import { createSerial } from '@riftline/base/node'
import { SourceError } from '../source-error.ts'
import { createExchange, type ExchangeOptions, type SourceExchange } from './exchange.ts'
import { firstHop, type Hop } from './hop.ts'
import {
  decodeText,
  parseAnswer,
  parseRetryAfter,
  requireOk,
  TemporaryFault,
  type WireAnswer,
  waitBeforeRepetition,
} from './wire.ts'

const maxJsonBytes: number = 32 * 1024 * 1024
export const maxFileBytes: number = 512 * 1024 * 1024

/** Manners of a client, and answers that it knows from the last run. */
export interface SourceClientOptions extends ExchangeOptions {
  /** Before the first repetition. */
  readonly backoffMs: number
  /** Answers that the last run handed back. */
  readonly known?: KnownAnswers
  /** Called before the wait for a repetition. */
  readonly onRepeat?: (reason: string, waitMs: number) => void
}

/** The client of one run of one source. */
export interface SourceClient extends SourceHttp {
  /** A file of at most 512 MiB; null: it is still the one that `known` tells of. */
  bytes(request: SourceRequest): Promise<Uint8Array | null>
  /** Answers so far that had a tag or date: for the next run. */
  readonly known: KnownAnswers
  close(): Promise<void>
}

const clientOptions = [
  ...['userAgent', 'pauseMs', 'timeoutMs', 'deadlineMs', 'time', 'lookup'],
  ...['backoffMs', 'known', 'onRepeat'],
]

/** Makes a client whose requests go one after the other. */
export function createSourceClient(options: SourceClientOptions): SourceClient {
  requireOptions(options, clientOptions)
  const run: ClientRun = { options, exchange: createExchange(options), known: {} }
  const inTurn = createSerial()
  return {
    get requests() {
      return run.exchange.requests
    },
    get known() {
      return { ...run.known }
    },
    json: (request) => inTurn(() => requestJson(run, request)),
    bytes: (request) => inTurn(() => requestBytes(run, request)),
    close: () => run.exchange.close(),
  }
}

interface ClientRun {
  readonly options: SourceClientOptions
  readonly exchange: SourceExchange
  readonly known: Record<string, KnownAnswer>
}

async function requestJson(run: ClientRun, request: SourceRequest): Promise<unknown> {
  const hop = firstHop(request)
  const { origin } = hop.url
  const { time } = run.options
  const before = knownBefore(run, hop)
  const knownValue = before === null ? undefined : parseKnown(before)
  const conditions = knownValue === undefined ? {} : conditionalHeaders(before)
  return repeat(run, origin, async () => {
    const answer = await run.exchange.send(hop, conditions, maxJsonBytes)
    const { status, bytes } = answer
    if (status === 304 && knownValue !== undefined) {
      remember(run, hop, before)
      return knownValue
    }
    const isEmpty = status === 204 || status === 404 || (status === 200 && bytes.length === 0)
    if (request.mayBeAbsent === true && isEmpty) return null
    requireOk(answer, origin, time.now())
    const text = decodeText(bytes, origin)
    const value = parseAnswer(text, origin)
    if (request.isRateLimited?.(value) === true) {
      const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], time.now())
      throw new TemporaryFault(new SourceError('rate_limited', `${origin} refused: too many requests`), retryAfterMs)
    }
    remember(run, hop, toKnownAnswer(answer, text))
    return value
  })
}

async function requestBytes(run: ClientRun, request: SourceRequest): Promise<Uint8Array | null> {
  const hop = firstHop(request)
  const { origin } = hop.url
  const before = knownBefore(run, hop)
  return repeat(run, origin, async () => {
    const answer = await run.exchange.send(hop, conditionalHeaders(before), maxFileBytes)
    if (answer.status === 304 && before !== null) {
      remember(run, hop, before)
      return null
    }
    requireOk(answer, origin, run.options.time.now())
    remember(run, hop, toKnownAnswer(answer, null))
    return answer.bytes
  })
}

/** Attempts until one succeeds, fails for good or was the last. */
async function repeat<T>({ options, exchange }: ClientRun, origin: string, attempt: () => Promise<T>): Promise<T> {
  for (let repeated = 0; ; repeated++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof TemporaryFault)) throw error
      const isOffline = error.isOffline && !exchange.hasAnswer
      const waitMs = waitBeforeRepetition(repeated, options.backoffMs, { ...error, isOffline })
      if (waitMs === null) throw error.fault
      options.onRepeat?.(error.message, waitMs)
      await exchange.wait(waitMs, origin)
    }
  }
}

/** The answer of the last run; null: none is known. */
function knownBefore({ options: { known = {} } }: ClientRun, { url, method }: Hop): KnownAnswer | null {
  const key = answerKey(url.href)
  return method === 'GET' && Object.hasOwn(known, key) ? (known[key] ?? null) : null
}

function remember({ known }: ClientRun, { url, method }: Hop, answer: KnownAnswer | null): void {
  if (answer !== null && method === 'GET') known[answerKey(url.href)] = answer
}

/** The value of a known answer; undefined where its text is lost or damaged, so that it is asked for again. */
function parseKnown({ text }: KnownAnswer): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** One request to a foreign service. */
export interface SourceRequest {
  /** Below the address that was configured. */
  readonly url: string
  readonly method?: 'GET' | 'POST'
  /** Sent as JSON, or as a form where it is `URLSearchParams`. */
  readonly body?: unknown
  /** They may be credentials: another host, to which the service redirects, does not get them. */
  readonly headers?: Readonly<Record<string, string>>
  /** 204, 404 and an empty answer say that there is nothing: `json` gives null. */
  readonly mayBeAbsent?: boolean
  /** Whether an answer with status 200 says that this was too often. It is then asked again, later. */
  readonly isRateLimited?: (answer: unknown) => boolean
}

/** The one way to foreign services: requests to one host in series with its pause, limits, time-outs, retries, redirects. */
export interface SourceHttp {
  /** Requests sent so far, repetitions included. */
  readonly requests: number
  /** @throws SourceError */
  json(request: SourceRequest): Promise<unknown>
}

/** `ETag` and `Last-Modified` of an answer as they came: by these a service says that it is still the same. */
export interface AnswerMark {
  readonly tag: string | null
  readonly date: string | null
}

/** The mark of an answer with the answer itself. */
export interface KnownAnswer extends AnswerMark {
  /** The JSON of the answer, which stands for it as long as it is the same; null where somebody else keeps the bytes. */
  readonly text: string | null
}

/** Answers of the last run by what was asked, as plain data for a file. Keys are hashes: a URL may hold secrets. */
export type KnownAnswers = Readonly<Record<string, KnownAnswer>>

/** Longer answers are not kept: they are asked for again. */
const maxKeptChars = 1_000_000

function answerKey(url: string): string {
  return createHash('sha256').update(url).digest('hex')
}

export function conditionalHeaders(known: AnswerMark | null): Readonly<Record<string, string>> {
  const { tag, date } = known ?? { tag: null, date: null }
  return {
    ...(isTag(tag) && { 'if-none-match': tag }),
    ...(isDate(date) && { 'if-modified-since': date }),
  }
}

/** Makes the part of an answer that is remembered; null for one without tag and date. */
export function toKnownAnswer({ headers }: Pick<WireAnswer, 'headers'>, text: string | null): KnownAnswer | null {
  const tag = isTag(headers.etag) ? headers.etag : null
  const date = isDate(headers['last-modified']) ? headers['last-modified'] : null
  if ((tag === null && date === null) || (text !== null && text.length > maxKeptChars)) return null
  return { tag, date, text }
}

function isTag(text: unknown): text is string {
  return typeof text === 'string' && /^(W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(text)
}

function isDate(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Z][a-z]{2}, [\w: ]{10,30}$/.test(text)
}
