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

/** Pauses and limits of a client, and the answers known from the last run. */
export interface SourceClientOptions extends ExchangeOptions {
  /** Wait before the first retry. */
  readonly backoffMs: number
  /** Answers that the last run returned. */
  readonly known?: KnownAnswers
  /** Called before the wait for a retry. */
  readonly onRepeat?: (reason: string, waitMs: number) => void
}

/** The client of one run of one source. */
export interface SourceClient extends SourceHttp {
  /** Fetches a file of at most 512 MiB; null if it is unchanged since `known`. */
  bytes(request: SourceRequest): Promise<Uint8Array | null>
  /** Answers so far that had a tag or date, for the next run. */
  readonly known: KnownAnswers
  close(): Promise<void>
}

const clientOptions = [
  ...['userAgent', 'pauseMs', 'timeoutMs', 'deadlineMs', 'time', 'lookup'],
  ...['backoffMs', 'known', 'onRepeat'],
]

/** Creates a client that sends one request at a time. */
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

/** Retries until an attempt succeeds, fails permanently or was the last one. */
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

/** The answer of the last run; null if none is known. */
function knownBefore({ options: { known = {} } }: ClientRun, { url, method }: Hop): KnownAnswer | null {
  const key = answerKey(url.href)
  return method === 'GET' && Object.hasOwn(known, key) ? (known[key] ?? null) : null
}

function remember({ known }: ClientRun, { url, method }: Hop, answer: KnownAnswer | null): void {
  if (answer !== null && method === 'GET') known[answerKey(url.href)] = answer
}

/** The value of a known answer; undefined if its text is lost or damaged, so that it is requested again. */
function parseKnown({ text }: KnownAnswer): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** One request to a foreign service. */
export interface SourceRequest {
  /** URL below the configured address. */
  readonly url: string
  readonly method?: 'GET' | 'POST'
  /** Body sent as JSON, or as a form if it is `URLSearchParams`. */
  readonly body?: unknown
  /** Headers, which may be credentials; they are not sent to another host after a redirect. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether 204, 404 and an empty answer mean an absent resource, for which `json` returns null. */
  readonly mayBeAbsent?: boolean
  /** Whether an answer with status 200 reports too many requests; it is then retried later. */
  readonly isRateLimited?: (answer: unknown) => boolean
}

/** The client for all requests to foreign services: in series per host, with pause, limits, time-outs, retries and redirects. */
export interface SourceHttp {
  /** Number of requests sent so far, including retries. */
  readonly requests: number
  /** @throws SourceError */
  json(request: SourceRequest): Promise<unknown>
}

/** `ETag` and `Last-Modified` as received; a service compares them to report an unchanged answer. */
export interface AnswerMark {
  readonly tag: string | null
  readonly date: string | null
}

/** An answer with its mark. */
export interface KnownAnswer extends AnswerMark {
  /** JSON of the answer, reused while it is unchanged; null if the caller keeps the bytes. */
  readonly text: string | null
}

/** Answers of the last run by request, as plain data for a file. Keys are hashes, because a URL may contain secrets. */
export type KnownAnswers = Readonly<Record<string, KnownAnswer>>

/** Greatest length of a remembered answer; longer ones are requested again. */
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

/** The remembered form of an answer; null if it has neither tag nor date. */
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
