import { changeParameters, seqForm } from '@riftline/changes'
import { mostHistorySeries } from '@riftline/odds'
import { pickRoles, predictRequestJsonSchema } from '@riftline/predictor'
import { momentForm, mostResults, recordedModels, usualResults } from '@riftline/record'
import * as z from 'zod'
import { visibleAscii } from '../charging/charge-call.ts'
import { idForm, mostItems } from '../http/target.ts'
import { rateWindowSeconds } from '../limits/rate-limiter.ts'
import { closedSchema, type JsonSchema, mapValues, parameterSchema } from './components.ts'
import { wireNames } from './operations.ts'

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
  const markets = parameterSchema(z.enum(['winner', 'all']).default('winner'), 'input')
  const upTo = (most: number) => parameterSchema(z.int().min(1).max(most), 'output')
  const moment = parameterSchema(
    z.string().regex(momentForm).describe('Date or time in UTC, without a suffix.'),
    'input',
  )
  const inQuery: Readonly<Record<string, readonly [description: string, schema: JsonSchema]>> = {
    team1Id: ['Give this id or `team1`.', id],
    team1: ['Name or alias of the first team.', name],
    team2Id: ['Give this id or `team2`. The two teams must differ.', id],
    team2: ['Name or alias of the second team.', name],
    markets: ['`winner`: only the series winner. `all`: all seven markets.', markets],
    active: ['`true`: items with a game within 180 days. `false`: the others.', oneOf('true', 'false')],
    name: ['Name to search for. An ambiguous name has several matches.', name],
    league: ['Name or code of the league.', name],
    season: ['Year of the season.', parameterSchema(z.string().regex(/^20\d\d$/), 'input')],
    days: ['Number of days ahead to list.', upTo(60)],
    limit: ['Maximum number of items.', upTo(mostItems)],
    seriesLimit: ['Maximum number of series; 10 by default.', upTo(mostHistorySeries)],
    esportsMatchId: [
      'Id of a series in the schedule, instead of two teams.',
      parameterSchema(z.string().min(1).max(120), 'input'),
    ],
    market: ['Market of the prices.', parameterSchema(z.enum(['seriesWinner']).default('seriesWinner'), 'input')],
    team: ['Team id of the players. Requires `name`.', id],
    role: ['Role of the players. Requires `name`.', oneOf(...pickRoles)],
    bestOf: ['Maximum number of maps of a series.', parameterSchema(z.enum(['1', '3', '5']), 'input')],
    'performance-model': ['Forecaster of the rows.', oneOf(...recordedModels, 'market')],
    'results-team': ['Id, name or alias of a team.', name],
    from: ['First start: a date, or a time in UTC without a suffix.', moment],
    to: ['Last start: a date, with its whole day, or a time in UTC without a suffix.', moment],
    'results-limit': [
      'Maximum number of series on a page.',
      parameterSchema(z.int().min(1).max(mostResults).default(usualResults), 'input'),
    ],
    ...mapValues(changeParameters, ([meaning, schema]) => [meaning, parameterSchema(schema, 'input')] as const),
    cursor: ['`nextCursor` of the page before, with the same other parameters.', text],
  }
  const inHeaders: typeof inQuery = {
    'Idempotency-Key': [
      'Makes a retry safe: for 24 hours, the same key and body get the same answer again, byte for byte and free.',
      parameterSchema(idempotencyKey, 'input'),
    ],
    'Last-Event-ID': [
      'Place to resume from. It goes before `since`.',
      parameterSchema(z.string().regex(seqForm), 'input'),
    ],
    'If-None-Match': ['Tags of cached copies. The answer is 304 if one copy is current.', text],
    'Accept-Encoding': ['Compressions that the client accepts. The server supports br and gzip.', text],
  }
  const optional = (place: 'query' | 'header', all: typeof inQuery) =>
    Object.entries(all).map(([name, [description, schema]]) => {
      return [name, { name: wireNames[name] ?? name, in: place, required: false, description, schema }] as const
    })
  return {
    id: { name: 'id', in: 'path', required: true, description: 'Id from the matching list.', schema: id },
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
    'X-Request-Id': header('Id of this answer. Quote it when you ask for help.', matching('^req_[0-9A-Za-z]{20}$')),
    'Cache-Control': header('Whether and how long the answer may be cached.', {
      type: 'string',
      enum: ['no-store', 'private, max-age=300', 'private, max-age=60', 'public, max-age=300'],
    }),
    'X-Content-Type-Options': header('Clients must not guess another content type.', always('nosniff')),
    'X-Credits-Remaining': header('Balance of the account after this call.', integer(0)),
    'X-Credits-Charged': header('Price of this call. 0 for free, failed and replayed calls.', integer(0)),
    'RateLimit-Policy': header(
      'Requests (`q`) that a key may send in a window of `w` seconds.',
      always(`"key";${rate}`),
    ),
    RateLimit: header(
      'Number of requests left (`r`), and seconds until the oldest request leaves the window (`t`).',
      matching('^"key";r=[0-9]+;t=[0-9]+$'),
    ),
    'X-RateLimit-Limit': header('Requests that a key may send in a window.', { type: 'integer', const: ratePerMinute }),
    'X-RateLimit-Remaining': header('Number of requests left in the window.', integer(0)),
    'X-RateLimit-Reset': header('Time when the oldest request leaves the window, in seconds since 1970.', integer(0)),
    'X-Data-Through': header(
      'Data date: start of the last game in the data. Time in UTC, without a suffix.',
      matching('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$'),
    ),
    'X-Artifacts': header(
      'Id of the models and tables behind the answer. While it is the same, equal requests on one UTC date have equal answers.',
      matching('^[0-9a-f]{12}$'),
    ),
    'Retry-After': header('Seconds to wait before a retry.', integer(1)),
    'WWW-Authenticate': header('Authentication scheme of the API.', always('Bearer realm="riftline"')),
    Allow: header('Methods of the path.', { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' }),
    ETag: header(
      'Tag of the representation. Tags of compressed representations end in -br or -gz.',
      matching('^"[0-9A-Za-z_-]{22}(-br|-gz)?"$'),
    ),
    'X-Accel-Buffering': header('Tells proxies to pass events on at once.', always('no')),
    Vary: header('Request header that the representation depends on.', always('Accept-Encoding')),
    'Content-Encoding': header('Compression that the client allows.', { type: 'string', enum: ['br', 'gzip'] }, false),
    'Idempotent-Replayed': header('Present if the answer repeats an earlier one.', always('true'), false),
    Link: header('Help page of the error code, if the server has one.', { type: 'string' }, false),
    'Strict-Transport-Security': header('Present if clients use HTTPS.', always('max-age=31536000'), false),
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
