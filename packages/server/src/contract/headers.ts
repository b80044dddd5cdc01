import { rateWindowSeconds } from '../limits/rate-limiter.ts'
import { closedSchema, type JsonSchema } from './json-schema.ts'

/** The response headers by name, as OpenAPI header objects; those of credits and rate have a second, optional form. */
export function headerObjects(ratePerMinute: number): Readonly<Record<string, HeaderObject>> {
  const headers = allHeaders(ratePerMinute)
  const optional = accountHeaders.map((name) => [`${name}${optionalSuffix}`, { ...headers[name], required: false }])
  return { ...headers, ...Object.fromEntries(optional) }
}

function allHeaders(ratePerMinute: number): Readonly<Record<string, HeaderObject>> {
  const rate = `q=${ratePerMinute};w=${rateWindowSeconds}`
  return {
    'X-Request-Id': header('Of this answer; quote it when you ask for help.', {
      type: 'string',
      pattern: '^req_[0-9A-Za-z]{20}$',
    }),
    'Cache-Control': header('How long a copy may be kept.', {
      type: 'string',
      enum: ['no-store', 'private, max-age=300', 'private, max-age=60', 'public, max-age=300'],
    }),
    'X-Content-Type-Options': header('The type is the one that is stated.', { type: 'string', const: 'nosniff' }),
    'X-Credits-Remaining': header("The account's balance after this call.", integer(0)),
    'X-Credits-Charged': header('The price of this call; 0 on free, failed and replayed ones.', integer(0)),
    'RateLimit-Policy': header('Requests that a key may send, and the seconds of their window.', {
      type: 'string',
      const: `"key";${rate}`,
    }),
    RateLimit: header('What is left, and the seconds until the oldest request leaves the window.', {
      type: 'string',
      pattern: '^"key";r=[0-9]+;t=[0-9]+$',
    }),
    'X-RateLimit-Limit': header('Requests that a key may send in a window.', { type: 'integer', const: ratePerMinute }),
    'X-RateLimit-Remaining': header('Requests that are left.', integer(0)),
    'X-RateLimit-Reset': header('When the oldest request leaves the window, in seconds since 1970.', integer(0)),
    'X-Data-Through': header('The data date: start of the last game learned. UTC, without a suffix.', {
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
    }),
    'X-Artifacts': header(
      'Which models and tables answer: equal requests on one UTC date have equal answers while it is the same.',
      {
        type: 'string',
        pattern: '^[0-9a-f]{12}$',
      },
    ),
    'Retry-After': header('Seconds to wait before the next try.', integer(1)),
    'WWW-Authenticate': header('How a key is sent.', { type: 'string', const: 'Bearer realm="riftline"' }),
    Allow: header('The methods of the path.', { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' }),
    ETag: header('Of the representation; the compressed ones end in -br or -gz.', {
      type: 'string',
      pattern: '^"[0-9A-Za-z_-]{22}(-br|-gz)?"$',
    }),
    Vary: header('The request header that the representation depends on.', {
      type: 'string',
      const: 'Accept-Encoding',
    }),
    'Content-Encoding': header('Where Accept-Encoding allows one.', { type: 'string', enum: ['br', 'gzip'] }, false),
    'Idempotent-Replayed': header('On a repeated answer.', { type: 'string', const: 'true' }, false),
    Link: header('Help about the code, where the server has a page for it.', { type: 'string' }, false),
    'Strict-Transport-Security': header('Behind HTTPS.', { type: 'string', const: 'max-age=31536000' }, false),
  }
}

export interface HeaderObject {
  readonly description: string
  readonly required: boolean
  readonly schema: JsonSchema
}

/** Credits and rate: on every answer to a key. */
export const accountHeaders: readonly string[] = Object.keys(allHeaders(1)).filter((name) => /Credit|Rate/.test(name))

/** Names the header objects of credits and rate on answers that may come before the key is known. */
export const optionalSuffix = '-Optional'

export const commonHeaders: readonly string[] = [
  'X-Request-Id',
  'Cache-Control',
  'X-Content-Type-Options',
  'Strict-Transport-Security',
]

export const cacheHeaders: readonly string[] = ['ETag', 'Vary']

function header(description: string, schema: JsonSchema, required: boolean = true): HeaderObject {
  return { description, required, schema: closedSchema(schema) }
}

function integer(minimum: number): JsonSchema {
  return { type: 'integer', minimum }
}
