/** The codes of the API's closed list. */
export type KnownErrorCode =
  | 'bad_request'
  | 'validation_error'
  | 'ambiguous_team'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'revoked_api_key'
  | 'account_banned'
  | 'insufficient_credits'
  | 'not_found'
  | 'team_not_found'
  | 'player_not_found'
  | 'tournament_not_found'
  | 'odds_not_available'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'idempotency_in_progress'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'expectation_failed'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'headers_too_large'
  | 'prediction_error'
  | 'internal_error'
  | 'overloaded'
  | 'shutting_down'
  | 'storage_unavailable'

/**
 * A code of an answer. Open, since a later server may announce a new one; `unknown_error` is the client's own word for an
 * answer that no riftline server wrote, such as a proxy's page.
 */
export type ErrorCode = KnownErrorCode | 'unknown_error' | (string & {})

/**
 * Why there was no answer: the line broke or never stood, the time was up, the caller's signal said so, or what came as a
 * success was no JSON object.
 */
export type ConnectionErrorCode = 'connection_failed' | 'request_timed_out' | 'aborted' | 'invalid_response'
