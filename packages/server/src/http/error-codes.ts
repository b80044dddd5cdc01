/** The closed list: code -> status. A new code is an announced addition to the contract. */
const statusByCode = {
  bad_request: 400,
  validation_error: 400,
  ambiguous_team: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  revoked_api_key: 401,
  account_banned: 401,
  insufficient_credits: 402,
  not_found: 404,
  team_not_found: 404,
  player_not_found: 404,
  tournament_not_found: 404,
  odds_not_available: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  idempotency_key_reused: 422,
  rate_limited: 429,
  headers_too_large: 431,
  prediction_error: 500,
  internal_error: 500,
  overloaded: 503,
  shutting_down: 503,
  storage_unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusByCode

export const errorCodes: readonly ErrorCode[] = Object.keys(statusByCode) as ErrorCode[]

export function statusOf(code: ErrorCode): number {
  return statusByCode[code]
}
