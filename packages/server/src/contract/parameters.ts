import { pickRoles, predictRequestJsonSchema } from '@riftline/predictor'
import * as z from 'zod'
import { visibleAscii } from '../charging/charge-call.ts'
import { idForm, mostItems } from '../http/target.ts'
import { rateWindowSeconds } from '../limits/rate-limiter.ts'
import { closedSchema, type JsonSchema, parameterSchema } from './components.ts'

/** Parameters that are not in a body. The OpenAPI document is made from the same schemas that validate them. */

/** Parses `{id}` in a path, and ids in a query, from text to a number. */
const idParameter: z.ZodType<number, string> = z.string().regex(idForm).transform(Number).pipe(z.int().min(1))
const idempotencyKey: z.ZodType<string, string> = z.string().min(1).max(255).regex(visibleAscii)

export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}

/** Every parameter of every route, by its name. */
export function parameterObjects(): Readonly<Record<string, ParameterObject>> {
  const id = parameterSchema(idParameter, 'output')
  const { blueTeam } = predictRequestJsonSchema('match').properties as { readonly blueTeam: JsonSchema }
  const name = closedSchema(blueTeam)
  const text = parameterSchema(z.string(), 'input')
  const oneOf = (...values: readonly string[]) => parameterSchema(z.enum(values), 'input')
  const upTo = (most: number) => parameterSchema(z.int().min(1).max(most), 'output')
  const inQuery: Readonly<Record<string, readonly [description: string, schema: JsonSchema]>> = {
    team1Id: ['This or team1, not both.', id],
    team1: ['Name or alias.', name],
    team2Id: ['This or team2, not both; another team than the first.', id],
    team2: ['Name or alias.', name],
    markets: ['The winner only, or all seven.', parameterSchema(z.enum(['winner', 'all']).default('winner'), 'input')],
    active: ['Only those with a game within 180 days, or only the others.', oneOf('true', 'false')],
    name: ['Only what this name finds, best first; several where it is ambiguous.', name],
    league: ['Only of this league, by name or code.', name],
    season: ['Only of this year.', parameterSchema(z.string().regex(/^20\d\d$/), 'input')],
    days: ['Only as many days ahead.', upTo(60)],
    limit: ['At most so many.', upTo(mostItems)],
    team: ['With name: only players of this team.', id],
    role: ['With name: only players of this role.', oneOf(...pickRoles)],
  }
  const inHeaders: typeof inQuery = {
    'Idempotency-Key': [
      'Kept for 24 hours: a repeat with the same key and body is answered again, byte for byte and free.',
      parameterSchema(idempotencyKey, 'input'),
    ],
    'If-None-Match': ['Tags of a copy at hand; 304 when one still fits.', text],
    'Accept-Encoding': ['br and gzip are understood.', text],
  }
  const optional = (place: 'query' | 'header', all: typeof inQuery) =>
    Object.entries(all).map(([name, [description, schema]]) => {
      return [name, { name, in: place, required: false, description, schema }] as const
    })
  return {
    id: { name: 'id', in: 'path', required: true, description: 'From the matching list.', schema: id },
    ...Object.fromEntries([...optional('query', inQuery), ...optional('header', inHeaders)]),
  }
}

const integer = (minimum: number) => ({ type: 'integer', minimum })
const matching = (pattern: string) => ({ type: 'string', pattern })
const always = (value: string) => ({ type: 'string', const: value })

/** Response headers by name, as OpenAPI header objects. Headers of credits and rate have a second, optional form. */
export function headerObjects(ratePerMinute: number): Readonly<Record<string, JsonSchema>> {
  const headers = allHeaders(ratePerMinute)
  const optional = accountHeaders.map((name) => [`${name}${optionalSuffix}`, { ...headers[name], required: false }])
  return { ...headers, ...Object.fromEntries(optional) }
}

function allHeaders(ratePerMinute: number): Readonly<Record<string, JsonSchema>> {
  const rate = `q=${ratePerMinute};w=${rateWindowSeconds}`
  return {
    'X-Request-Id': header('Id of this answer; quote it when you ask for help.', matching('^req_[0-9A-Za-z]{20}$')),
    'Cache-Control': header('Time that a copy may be kept.', {
      type: 'string',
      enum: ['no-store', 'private, max-age=300', 'private, max-age=60', 'public, max-age=300'],
    }),
    'X-Content-Type-Options': header('The type is the one that is stated.', always('nosniff')),
    'X-Credits-Remaining': header("The account's balance after this call.", integer(0)),
    'X-Credits-Charged': header('The price of this call; 0 on free, failed and replayed ones.', integer(0)),
    'RateLimit-Policy': header(
      'Requests that a key may send, and the seconds of their window.',
      always(`"key";${rate}`),
    ),
    RateLimit: header(
      'Requests that are left, and the seconds until the oldest request leaves the window.',
      matching('^"key";r=[0-9]+;t=[0-9]+$'),
    ),
    'X-RateLimit-Limit': header('Requests that a key may send in a window.', { type: 'integer', const: ratePerMinute }),
    'X-RateLimit-Remaining': header('Requests that are left.', integer(0)),
    'X-RateLimit-Reset': header('When the oldest request leaves the window, in seconds since 1970.', integer(0)),
    'X-Data-Through': header(
      'The data date: start of the last game learned. UTC, without a suffix.',
      matching('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$'),
    ),
    'X-Artifacts': header(
      'Identity of the models and tables that answered: while it is the same, equal requests on one UTC date have equal answers.',
      matching('^[0-9a-f]{12}$'),
    ),
    'Retry-After': header('Seconds to wait before the next try.', integer(1)),
    'WWW-Authenticate': header('Scheme in which a key is sent.', always('Bearer realm="riftline"')),
    Allow: header('The methods of the path.', { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' }),
    ETag: header(
      'Tag of the representation; the compressed ones end in -br or -gz.',
      matching('^"[0-9A-Za-z_-]{22}(-br|-gz)?"$'),
    ),
    Vary: header('The request header that the representation depends on.', always('Accept-Encoding')),
    'Content-Encoding': header('Where Accept-Encoding allows one.', { type: 'string', enum: ['br', 'gzip'] }, false),
    'Idempotent-Replayed': header('On a repeated answer.', always('true'), false),
    Link: header('Help about the code, where the server has a page for it.', { type: 'string' }, false),
    'Strict-Transport-Security': header('Behind HTTPS.', always('max-age=31536000'), false),
  }
}

/** Headers of credits and rate, which every answer to a key carries. */
export const accountHeaders: readonly string[] = Object.keys(allHeaders(1)).filter((name) => /Credit|Rate/.test(name))

/** Suffix of the header objects of credits and rate on answers that may be sent before the key is known. */
export const optionalSuffix = '-Optional'

export const commonHeaders: readonly string[] = [
  'X-Request-Id',
  'Cache-Control',
  'X-Content-Type-Options',
  'Strict-Transport-Security',
]

export const cacheHeaders: readonly string[] = ['ETag', 'Vary']

function header(description: string, schema: JsonSchema, required: boolean = true): JsonSchema {
  return { description, required, schema: closedSchema(schema) }
}
