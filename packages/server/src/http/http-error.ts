import { type Candidate, RiftlineError } from '@riftline/base'
import { didYouMean } from '@riftline/predictor'
import type { RateState } from '../limits/rate-limiter.ts'
import { type ErrorCode, statusOf } from './error-codes.ts'

/** A refusal that the caller may read. Anything else that is thrown becomes `internal_error` and stays in the log. */
export class HttpError extends Error {
  readonly code: ErrorCode
  readonly headers: Readonly<Record<string, string>>
  /** Whether the connection closes behind this answer. */
  readonly close: boolean
  /** Entities that the caller may have meant by a name. */
  readonly candidates: readonly Candidate[]

  constructor(code: ErrorCode, message: string, options: HttpErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'HttpError'
    this.code = code
    this.headers = { ...requiredHeaders(statusOf(code)), ...options.headers }
    this.close = options.close ?? false
    this.candidates = options.candidates ?? []
  }
}

interface HttpErrorOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly close?: boolean
  readonly candidates?: readonly Candidate[]
  readonly cause?: unknown
}

export function badRequest(message: string): HttpError {
  return new HttpError('bad_request', message, { close: true })
}

/** A field or parameter breaks its rule. */
export function invalid(message: string, candidates: readonly Candidate[] = []): HttpError {
  return new HttpError('validation_error', message + didYouMean(candidates), { candidates })
}

export function overloaded(options?: HttpErrorOptions): HttpError {
  return new HttpError('overloaded', 'try again', options)
}

/** @throws HttpError `rate_limited` */
export function refuseOverRate(rate: RateState): void {
  if (rate.allowed) return
  const seconds = Math.max(1, rate.resetSeconds)
  throw new HttpError('rate_limited', `${rate.limit} requests per minute; retry in ${seconds} s`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

const refusalCodes = ['validation_error', 'odds_implausible', 'team_not_found', 'ambiguous_team'] as const

/** Gives the predictor's refusals of a request the codes of the contract. */
export function asHttpError<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    const { message, candidates = [] } = error
    const code = refusalCodes.find((known) => known === error.code)
    throw code === undefined ? error : new HttpError(code, message, { candidates })
  }
}

/** The client went away while its body was read: nobody is left to answer. */
export class RequestAborted extends Error {}

/** Headers of every error of a status; a 405 also has `Allow`. */
export function requiredHeaders(status: number): Readonly<Record<string, string>> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer realm="riftline"' }
  if (status === 503 || status === 429 || status === 409) return { 'Retry-After': '1' }
  return {}
}
