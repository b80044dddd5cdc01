import type { OpenApiDocument } from '../contract/openapi.ts'
import type { ErrorCode } from '../http/http-error.ts'

/** Whether the same request may succeed later, `after` the seconds of `Retry-After` or at any time, and what to do about the error. */
type Remedy = readonly [retry: 'no' | 'yes' | 'after', advice: string]

const remedies: Readonly<Record<ErrorCode, Remedy>> = {
  bad_request: ['no', 'Send HTTP/1.1 with one `Host`, and a body in JSON and UTF-8 to `POST` alone.'],
  validation_error: ['no', 'Correct what the message names. Names of fields and parameters are exact.'],
  ambiguous_team: ['no', 'Use one of the ids in `candidates`.'],
  odds_implausible: ['no', 'Send decimal odds of one bookmaker: +110 is 2.1, -150 is 1.6667.'],
  missing_api_key: ['no', 'Send `Authorization: Bearer` or `X-Api-Key`; a key in the URL is never read.'],
  invalid_api_key: ['no', 'Compare the key with the one that you were given. Send it once.'],
  revoked_api_key: ['no', 'Use another key of the account, or create one.'],
  account_banned: ['no', 'Ask the operator, with the `X-Request-Id` of the answer.'],
  insufficient_credits: ['no', 'Add credits, wait for the free ones of the next month, or choose a cheaper model.'],
  not_found: ['no', 'Compare the path with this reference: case counts, and no path ends in a slash.'],
  team_not_found: ['no', 'Look the team up: `/v1/teams?name=` is free.'],
  player_not_found: ['no', 'Look the player up: `/v1/players?name=` is free.'],
  tournament_not_found: ['no', 'Look the tournament up: `/v1/tournaments` is free.'],
  odds_not_available: ['yes', 'Ask again nearer to the start of the series; asking in vain is free.'],
  method_not_allowed: ['no', 'Use a method that `Allow` names.'],
  request_timeout: ['yes', 'Send the whole request at once, on a new connection.'],
  idempotency_in_progress: ['after', 'Ask again: the answer of the first call comes, and is paid once.'],
  payload_too_large: ['no', 'Send fewer bytes.'],
  unsupported_media_type: ['no', 'Send `Content-Type: application/json` and no `Content-Encoding`.'],
  expectation_failed: ['no', 'Leave `Expect` out.'],
  idempotency_key_reused: ['no', 'Make a new `Idempotency-Key` for each different body.'],
  rate_limited: ['after', 'Wait, and send more slowly: `RateLimit` says what is left.'],
  headers_too_large: ['no', 'Send fewer or shorter headers, and a shorter URL.'],
  prediction_error: ['yes', 'Try again later, or with another model.'],
  internal_error: ['yes', 'Try again later. If it stays, tell the operator the `X-Request-Id`.'],
  overloaded: ['after', 'Wait, then try again with fewer calls at once.'],
  shutting_down: ['after', 'Try again: the server is back soon.'],
  storage_unavailable: ['after', 'Try again later.'],
}

const retryTexts = { no: 'no', yes: 'yes', after: 'yes, after `Retry-After`' } as const

/** Makes HTML to put below an `h1`: a section under each error code, with its status, its meaning and what to do about it. */
export function errorReference(document: Pick<OpenApiDocument, 'x-error-codes'>): string {
  const sections = document['x-error-codes'].map(({ code, status, when }) => {
    const [retry, advice] = remedies[code]
    return `<section id="${code}">
<h3><code>${code}</code>, status ${status}</h3>
<p>${html(`${when.slice(0, 1).toUpperCase()}${when.slice(1)}. ${advice}`)}</p>
<p>Same request again: ${html(retryTexts[retry])}.</p>
</section>`
  })
  return `<h2>Body of an error</h2>
<p>An error is two strings: <code>{"error": "validation_error", "message": "bestOf: must be 1, 3 or 5"}</code>. Decide by
<code>error</code>, which is stable; <code>message</code> is for people. Where a name may mean something known,
<code>candidates</code> lists objects with <code>name</code>, and <code>id</code> where it has one. <code>X-Request-Id</code> names
the answer in the server's log. A failed call costs nothing.</p>
<h2>Error codes</h2>
${sections.join('\n')}`
}

/** Escapes a text, and writes what stands between backticks as code. */
function html(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  return escaped.replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
