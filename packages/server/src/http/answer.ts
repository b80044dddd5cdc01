import { createHash } from 'node:crypto'
import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { errorFields } from '@riftline/base/node'
import type { ChangeStream } from '@riftline/changes'
import { StorageError } from '@riftline/ledger'
import { type RateState, rateWindowSeconds } from '../limits/rate-limiter.ts'
import type { Tools } from '../observe/metrics.ts'
import { HttpError, RequestAborted, statusOf } from './http-error.ts'

/** Answer of a handler, to which the headers of every response are added when it is sent. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Text, or bytes made in advance; null for an answer that has no body by definition. */
  readonly body: string | Buffer | null
  /** Whether the connection closes after this answer. */
  readonly close?: boolean
  /** Makes the answer to send in place of this one, after the checks and without counting as a call at work. Not called for `HEAD`. */
  readonly later?: (onLeft: (act: () => void) => () => void) => Promise<Answer>
  /** Writes the body, which goes on until the client or the server ends it. */
  readonly stream?: ChangeStream
}

export const jsonType = 'application/json; charset=utf-8'

export function jsonAnswer(status: number, value: unknown, headers?: Readonly<Record<string, string>>): Answer {
  return { status, headers: { 'Content-Type': jsonType, ...headers }, body: JSON.stringify(value) }
}

export function emptyAnswer(status: number, headers: Readonly<Record<string, string>>): Answer {
  return { status, headers, body: null }
}

/** Answer to `OPTIONS *`: the methods of the whole server. */
export const answerWhole: Answer = emptyAnswer(204, { Allow: 'GET, HEAD, POST, OPTIONS' })

export interface HeaderConfig {
  readonly publicHttps: boolean
  /** Base of the `Link: rel="help"` header of errors; empty for no such header. */
  readonly docsUrl: string
  /** Whether the port has docs of its own, to which problem details lead without `docsUrl`. */
  readonly publicDocs?: boolean
  readonly publicUrl?: string | null
}

/** Data date and id of the artifacts that answer. */
export interface Served {
  readonly dataThroughUtc: string
  readonly artifacts: string
}

/** Credits and rate stated in an answer to a key. */
export interface AnswerAccount {
  /** Balance; null if it is unknown. */
  readonly creditsRemaining: number | null
  readonly creditsCharged: number
  readonly rate: RateState
  /** Artifacts that answer; null if the request reached no route. */
  readonly served: Served | null
}

/** Makes all headers of a response, in one place. Hand-written answers to broken HTTP have no account. */
export function responseHeaders(
  answer: Answer,
  requestId: string,
  account: AnswerAccount | null,
  { publicHttps }: Pick<HeaderConfig, 'publicHttps'> = { publicHttps: false },
): Record<string, string> {
  // Fields are set one by one: object spreads take forty times as long, on every answer.
  const headers: Record<string, string> = {}
  if (answer.body !== null) headers['Content-Length'] = String(Buffer.byteLength(answer.body))
  headers['Cache-Control'] = 'no-store'
  headers['X-Content-Type-Options'] = 'nosniff'
  if (publicHttps) headers['Strict-Transport-Security'] = 'max-age=31536000'
  headers['X-Request-Id'] = requestId
  if (account !== null) addAccountHeaders(headers, answer, account)
  return Object.assign(headers, answer.headers)
}

function addAccountHeaders(headers: Record<string, string>, { status }: Answer, account: AnswerAccount): void {
  const { creditsRemaining, creditsCharged, rate, served } = account
  if (creditsRemaining !== null) headers['X-Credits-Remaining'] = String(creditsRemaining)
  headers['X-Credits-Charged'] = String(creditsCharged)
  headers['RateLimit-Policy'] = `"key";q=${rate.limit};w=${rateWindowSeconds}`
  headers.RateLimit = `"key";r=${rate.remaining};t=${rate.resetSeconds}`
  headers['X-RateLimit-Limit'] = String(rate.limit)
  headers['X-RateLimit-Remaining'] = String(rate.remaining)
  headers['X-RateLimit-Reset'] = String(rate.resetAtSeconds)
  if (served === null || (status !== 200 && status !== 304)) return
  headers['X-Data-Through'] = served.dataThroughUtc
  headers['X-Artifacts'] = served.artifacts
}

/** Media type of errors in the form of RFC 9457. */
export const problemType = 'application/problem+json'

/** A refused request, as far as its answer depends on it. */
export interface RefusedRequest {
  readonly requestId: string
  /** Request with its headers, if they are known. */
  readonly request?: Pick<IncomingMessage, 'headers'> | undefined
}

/** Answer to an error, with a link to its explanation if `docsUrl` is set. Who prefers problem details gets them. */
export function errorAnswer(config: HeaderConfig, error: HttpError, { requestId, request }: RefusedRequest): Answer {
  const { code, message, candidates, fields, close } = error
  const status = statusOf(code)
  const details = { ...(candidates.length > 0 && { candidates }), ...fields }
  const page = errorPage(config, code)
  const headers = { ...error.headers, ...(config.docsUrl !== '' && { Link: `<${page}>; rel="help"` }) }
  if (!prefersProblem(request?.headers.accept ?? ''))
    return { ...jsonAnswer(status, { error: code, message, ...details }, headers), close }
  // A problem without a page of its own has the title of its status (RFC 9457, 4.2.1).
  const title = page === null ? STATUS_CODES[status] : code[0]!.toUpperCase() + code.slice(1).replaceAll('_', ' ')
  const problem = { type: page ?? 'about:blank', title, status, detail: message, code, request_id: requestId }
  return { ...jsonAnswer(status, { ...problem, ...details }, { ...headers, 'Content-Type': problemType }), close }
}

/** URL of the explanation of a code; null if no docs are served. */
function errorPage({ docsUrl, publicDocs, publicUrl }: HeaderConfig, code: string): string | null {
  if (docsUrl === '' && publicDocs !== true) return null
  const base = docsUrl === '' ? `${publicUrl ?? ''}/docs` : new URL(docsUrl).href.replace(/\/+$/, '')
  return `${base}/errors#${code}`
}

/** Turns a thrown value into an answer; null if the client has gone. Details of an unexpected error go to the log only. */
export function answerError(
  { log, metrics, config }: Pick<Tools, 'log' | 'metrics'> & { readonly config: HeaderConfig },
  refused: RefusedRequest,
  thrown: unknown,
): Answer | null {
  if (thrown instanceof RequestAborted) return null
  const error = toHttpError(thrown)
  const { cause } = error
  if (cause !== undefined)
    log({ level: 'error', event: error.code, requestId: refused.requestId, ...errorFields(cause) })
  if (error.code === 'rate_limited') metrics.count('rate_limited_total')
  if (statusOf(error.code) === 401) metrics.count('auth_failed_total', { code: error.code })
  return errorAnswer(config, error, refused)
}

/** Turns a thrown value into a refusal: any check may throw a `StorageError`, as it asks the store for a key or the rate. */
function toHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown
  if (thrown instanceof StorageError) return storageUnavailable(thrown)
  return new HttpError('internal_error', 'internal error; nothing was charged', { cause: thrown })
}

export function storageUnavailable(cause?: unknown): HttpError {
  return new HttpError('storage_unavailable', 'credits cannot be recorded now', { cause })
}

/** A body that changes only with the catalogue, so that it is serialised and hashed once. */
export interface PreparedBody {
  readonly digest: string
  /** Bytes by encoding; only `identity` until the body has been compressed. */
  forms: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer }
}

/** Encodings of bodies, the shortest first, with the suffixes of their tags: a strong tag must differ per representation. */
const tagSuffixes = { br: '-br', gzip: '-gz', identity: '' } as const
type Encoding = keyof typeof tagSuffixes
const encodings = Object.keys(tagSuffixes) as readonly Encoding[]

export function prepareBody(value: unknown): PreparedBody {
  const identity = Buffer.from(JSON.stringify(value))
  return { digest: createHash('sha256').update(identity).digest('base64url').slice(0, 22), forms: { identity } }
}

/** Adds the compressed forms on other threads: brotli takes half a second for the longest list. */
export async function compressBody(prepared: PreparedBody): Promise<PreparedBody> {
  const { identity } = prepared.forms
  const sizeHint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }
  const compressing = [promisify(brotliCompress)(identity, sizeHint), promisify(gzip)(identity, { level: 9 })] as const
  const [br, gzipped] = await Promise.all(compressing)
  prepared.forms = { br, gzip: gzipped, identity }
  return prepared
}

/** Answers 200 in the best accepted encoding, or 304 if the caller's tag is that of any encoding, compressed yet or not. */
export function preparedAnswer(
  { digest, forms }: PreparedBody,
  { 'if-none-match': ifNoneMatch = '', 'accept-encoding': acceptEncoding = '' }: IncomingHttpHeaders,
  cache: 'private' | 'public' = 'private',
  maxAgeSeconds: number = 300,
): Answer {
  const encoding = acceptedEncodings(acceptEncoding).find((accepted) => forms[accepted] !== undefined) ?? 'identity'
  const tagOf = (one: Encoding) => `"${digest}${tagSuffixes[one]}"`
  const headers = {
    ETag: tagOf(encoding),
    Vary: 'Accept-Encoding',
    'Cache-Control': `${cache}, max-age=${maxAgeSeconds}`,
  }
  // `If-None-Match` asks for a weak comparison: `W/` is ignored, and `*` fits everything.
  const named: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? []
  const isKnown = ifNoneMatch.trim() === '*' || encodings.some((one) => named.includes(tagOf(one)))
  if (isKnown) return emptyAnswer(304, headers)
  const encoded = encoding !== 'identity' && { 'Content-Encoding': encoding }
  return { status: 200, headers: { 'Content-Type': jsonType, ...encoded, ...headers }, body: forms[encoding] ?? null }
}

/**
 * Lists the encodings that an `Accept-Encoding` header allows, by quality, then the shortest first (RFC 9110 12.5.3).
 * `identity` is always allowed; it comes last if the header does not name it.
 */
function acceptedEncodings(header: string): readonly Encoding[] {
  const qualities = qualitiesOf(header)
  const quality = (encoding: Encoding): number => qualities.get(encoding) ?? qualities.get('*') ?? 0
  return encodings
    .filter((encoding) => encoding === 'identity' || quality(encoding) > 0)
    .toSorted((first, second) => quality(second) - quality(first))
}

/** Whether an `Accept` header gives problem details a higher quality than plain JSON (RFC 9110 12.5.1). */
function prefersProblem(header: string): boolean {
  if (!header.includes('+') && !header.includes('*')) return false
  const qualities = qualitiesOf(header)
  const quality = (type: string): number =>
    qualities.get(type) ?? qualities.get('application/*') ?? qualities.get('*/*') ?? 0
  return quality(problemType) > quality('application/json')
}

/** Reads the qualities of a header that lists what a client accepts. */
function qualitiesOf(header: string): ReadonlyMap<string, number> {
  const qualities = new Map<string, number>()
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    qualities.set(name === 'x-gzip' ? 'gzip' : name, qualityOf(parameters))
  }
  return qualities
}

function qualityOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  if (quality === undefined) return 1
  const value = Number(quality.slice(2))
  return value >= 0 && value <= 1 ? value : 0
}
