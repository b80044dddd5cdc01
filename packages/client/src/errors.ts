import type { KnownErrorCode } from './types/api.generated.ts'

interface ApiErrorDetails {
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly candidates?: readonly Candidate[] | undefined
  readonly oldest?: string | undefined
  readonly next?: string | undefined
  readonly limit?: number | undefined
  readonly used?: number | undefined
  readonly resetsUtc?: string | undefined
}

/** Entity that a name may mean, with its id if it has one. */
export interface Candidate {
  readonly id?: number
  readonly name: string
}

/** Refusal by the server; the call is not charged. The code `unknown_error` means that a proxy answered instead. */
export class RiftlineApiError extends Error {
  override readonly name = 'RiftlineApiError'
  readonly status: number
  readonly code: ErrorCode
  /** Id of the call in the server's log. */
  declare readonly requestId?: string
  /** Seconds to wait before the next attempt, as the server requests on 429, 503 and 409. */
  declare readonly retryAfterSeconds?: number
  /** Entities that a name may mean, best first; absent when none is close. */
  declare readonly candidates?: readonly Candidate[]
  /** With `changes_gone`: the oldest place in the changes that is kept. */
  declare readonly oldest?: string
  /** With `changes_gone`: the place to go on from, once the lists were read again. */
  declare readonly next?: string
  /** With `key_limit_reached`: credits that the key may spend in a UTC month. */
  declare readonly limit?: number
  /** With `key_limit_reached`: credits of this month that count towards the limit. */
  declare readonly used?: number
  /** With `key_limit_reached`: start of the next month. */
  declare readonly resetsUtc?: string

  constructor(status: number, code: ErrorCode, message: string, details: ApiErrorDetails = {}) {
    super(message)
    this.status = status
    this.code = code
    for (const [name, value] of Object.entries(details)) if (value !== undefined) this[name as never] = value as never
  }
}

/** Failure without an answer. A charged call without an Idempotency-Key may have been served and charged. */
export class RiftlineConnectionError extends Error {
  override readonly name = 'RiftlineConnectionError'
  readonly code: ConnectionErrorCode

  constructor(code: ConnectionErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/** Error for an invalid option; nothing was sent. It hides the value, which may be the key. */
export function invalidOption(message: string): TypeError & { readonly code: 'invalid_option' } {
  return Object.assign(new TypeError(message), { code: 'invalid_option' } as const)
}

/**
 * Code of a refusal. The list is open, because later servers may add codes. The client itself sets `unknown_error` for
 * an answer that no riftline server wrote, such as a proxy's page.
 */
export type ErrorCode = KnownErrorCode | 'unknown_error' | (string & {})

/**
 * Reason for a missing answer: the connection failed, the time limit passed, the caller's signal was aborted, or a
 * successful response contained no JSON object.
 */
export type ConnectionErrorCode = 'connection_failed' | 'request_timed_out' | 'aborted' | 'invalid_response'
