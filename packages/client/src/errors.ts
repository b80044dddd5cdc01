import type { KnownErrorCode } from './types/api.generated.ts'

interface ApiErrorDetails {
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly candidates?: readonly Candidate[] | undefined
}

/** A meaning of a name, with the id if it has one. */
export interface Candidate {
  readonly id?: number
  readonly name: string
}

/** The server refused the call, which is then not charged. With the code `unknown_error` a proxy answered instead. */
export class RiftlineApiError extends Error {
  override readonly name = 'RiftlineApiError'
  readonly status: number
  readonly code: ErrorCode
  /** The id of the call in the server's log. */
  declare readonly requestId?: string
  /** Time to wait before another try, as the server asks on 429, 503 and 409. */
  declare readonly retryAfterSeconds?: number
  /** Possible meanings of a name, best first; absent when nothing is near. */
  declare readonly candidates?: readonly Candidate[]

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    { requestId, retryAfterSeconds, candidates }: ApiErrorDetails = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    if (requestId !== undefined) this.requestId = requestId
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds
    if (candidates !== undefined) this.candidates = candidates
  }
}

/** There was no answer. A charged call without an Idempotency-Key may have been served and charged. */
export class RiftlineConnectionError extends Error {
  override readonly name = 'RiftlineConnectionError'
  readonly code: ConnectionErrorCode

  constructor(code: ConnectionErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/** The error of an option that cannot work; nothing was sent. It does not show the value, which may be the key. */
export function invalidOption(message: string): TypeError & { readonly code: 'invalid_option' } {
  return Object.assign(new TypeError(message), { code: 'invalid_option' } as const)
}

/**
 * The code of a refusal. The list is open, since a later server may have new codes; `unknown_error` is the client's own for
 * an answer that no riftline server wrote, such as a proxy's page.
 */
export type ErrorCode = KnownErrorCode | 'unknown_error' | (string & {})

/**
 * Why there was no answer: the connection broke or was never made, the time was up, the caller's signal was aborted, or a
 * success had no JSON object.
 */
export type ConnectionErrorCode = 'connection_failed' | 'request_timed_out' | 'aborted' | 'invalid_response'
