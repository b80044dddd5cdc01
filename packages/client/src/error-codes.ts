import type { KnownErrorCode } from './types/api.generated.ts'

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
