/**
 * The closed list: code -> status, which operations can answer it, and when. A new code is an announced addition to the
 * contract.
 */
const codes = {
  bad_request: [400, 'every', 'not HTTP, not JSON, not UTF-8, a bad target, or a body on GET'],
  validation_error: [400, 'every', 'a field or parameter breaks its rule; the first failing one is named'],
  ambiguous_team: [400, 'some', 'a name fits several teams; the message lists their ids'],
  odds_implausible: [400, 'some', 'the inverses of both prices sum to less than 0.9; the message names the sum'],
  missing_api_key: [401, 'keyed', 'no key in a header'],
  invalid_api_key: [401, 'keyed', 'the key is malformed or unknown, or there are two'],
  revoked_api_key: [401, 'keyed', 'the key was revoked'],
  account_banned: [401, 'keyed', 'the account is banned'],
  insufficient_credits: [402, 'some', 'the balance is too low for a call that would have succeeded'],
  not_found: [404, 'some', 'no such path'],
  team_not_found: [404, 'some', 'no team has this id or name'],
  player_not_found: [404, 'some', 'no player has this id'],
  tournament_not_found: [404, 'some', 'no tournament has this id'],
  odds_not_available: [404, 'some', 'no odds are published for the next series'],
  method_not_allowed: [405, 'every', 'another method; Allow lists the right ones'],
  request_timeout: [408, 'every', 'the request was not complete in time'],
  idempotency_in_progress: [
    409,
    'some',
    'the first call with this Idempotency-Key is still running, or its answer is on the way',
  ],
  payload_too_large: [413, 'some', 'the body is over 65536 bytes'],
  unsupported_media_type: [415, 'some', 'the body is not plain application/json'],
  expectation_failed: [417, 'every', 'Expect asks for something other than 100-continue'],
  idempotency_key_reused: [422, 'some', 'this Idempotency-Key was used with another body'],
  rate_limited: [429, 'keyed', 'over the rate; Retry-After says how long to wait'],
  headers_too_large: [431, 'every', 'the header block is over 8 KiB or 100 lines'],
  prediction_error: [500, 'some', 'the model failed; nothing was charged'],
  internal_error: [500, 'every', 'anything unforeseen; nothing was charged'],
  overloaded: [503, 'keyed', 'too much to do; try again'],
  shutting_down: [503, 'keyed', 'the server restarts'],
  storage_unavailable: [503, 'keyed', 'credits cannot be recorded now'],
} as const

/** One of the codes that `/v1` answers errors with. */
export type ErrorCode = keyof typeof codes

/** Every code that `/v1` answers errors with. */
export const errorCodes: readonly ErrorCode[] = Object.keys(codes) as ErrorCode[]

/** Operations that can answer a code: every one, every one behind a key, or those that say so. */
export function reachOf(code: ErrorCode): 'every' | 'keyed' | 'some' {
  return codes[code][1]
}

export function statusOf(code: ErrorCode): number {
  return codes[code][0]
}

/** For readers of the contract. */
export function whenGiven(code: ErrorCode): string {
  return codes[code][2]
}
