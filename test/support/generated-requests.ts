import fc from 'fast-check'
import { anyText } from './any-text.ts'
import { type BodyKind, damagedBody, isAllowed, noObject, soundBody, strangeBody } from './generated-bodies.ts'
import { forwardingHeaders } from './generated-forwarding.ts'

/** A request with its expected outcome and price. */
export interface GeneratedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Buffer
  /** Size of the chunks in which the body is sent, without a length. */
  readonly chunkBytes?: number
  /** Expected outcome. `ok`: answered. `refused`: a 4xx. `open`: depends on what exists. */
  readonly outcome: 'ok' | 'refused' | 'open'
  /** Credits that a 200 costs, unless it is a repeat. */
  readonly price: number
}

type Key = string

const prices = new Map([
  ['fasttree', 2],
  ['lightgbm', 5],
  ['pcasweep', 5],
  ['consensus', 10],
])

const lists = ['/v1/teams', '/v1/players', '/v1/champions', '/v1/tournaments']
const free = [...lists, '/v1/schedule', '/v1/usage', '/usage']
const service = ['/healthz', '/readyz', '/openapi.json']
const details = { teams: [101, 102, 340], players: [5001, 5002, 5003], tournaments: [77] }

const jsonHeaders = { 'Content-Type': 'application/json' }
const goodKey = (key: Key): fc.Arbitrary<Record<string, string>> =>
  fc.constantFrom<Record<string, string>>(
    { 'X-Api-Key': key },
    { Authorization: `Bearer ${key}` },
    { Authorization: `bEARER   ${key}` },
    { Authorization: `Bearer ${key}`, 'X-Api-Key': key },
    { Authorization: 'Basic eDp5', 'X-Api-Key': key },
  )

/** Headers that do not change the answer. */
const idle: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    ...forwardingHeaders,
    'Accept-Encoding': fc.constantFrom('br', 'gzip', 'gzip;q=0, *', 'identity', ';;q=', ',,,', '*;q=0.001'),
    'If-None-Match': fc.constantFrom('*', '"x"', 'W/"', '""', 'nonsense'),
    Accept: fc.constantFrom('text/html', '*/*', ''),
    Cookie: fc.constant('a=b'),
    'X-Request-Id': fc.constant('req_00000000000000000000'),
    'X-HTTP-Method-Override': fc.constant('DELETE'),
    traceparent: fc.stringMatching(/^[ -~]{1,60}$/),
  },
  { requiredKeys: [] },
)

const withHeaders = (
  key: Key,
  request: fc.Arbitrary<Omit<GeneratedRequest, 'headers'> & { readonly headers?: object }>,
) =>
  fc
    .tuple(goodKey(key), idle, request)
    .map(([keys, others, made]): GeneratedRequest => ({ ...made, headers: { ...others, ...keys, ...made.headers } }))

const query = fc.oneof(
  fc.constantFrom('xyz=1', '=', 'a', '__proto__=1', 'constructor=', 'key=x', 'apiKey=x', '%00=1', '🐉=1'),
  anyText({ minLength: 1, maxLength: 12 }),
)

/** Requests to free routes, with and without parameters that they refuse. */
const freeRequests = fc
  .tuple(fc.constantFrom(...free, ...service), fc.constantFrom('GET', 'HEAD', 'OPTIONS'))
  .map(([path, method]) => ({ method, path, outcome: 'ok', price: 0 }) as const)
const freeRefused = fc
  .tuple(fc.constantFrom(...free, ...service), query, fc.constantFrom('GET', 'HEAD'))
  .map(([path, text, method]) => ({ method, path: `${path}?${formPart(text)}`, outcome: 'refused', price: 0 }) as const)

/** Encodes a query parameter in percent form, whose name is never empty. */
function formPart(text: string): string {
  const [name = '', ...rest] = text.split('=')
  const encoded = [name === '' ? 'x' : name, ...rest].map((part) => encodeURIComponent(part))
  return encoded.join('=')
}

const detailRequests = fc
  .tuple(
    fc.constantFrom(...(Object.keys(details) as (keyof typeof details)[])),
    fc.oneof(
      fc.nat().map((choice) => ({ choice })),
      fc.constantFrom(
        '0',
        '-1',
        '01',
        '+1',
        '1.0',
        '1e3',
        '9007199254740992',
        '99999999999999999',
        'NaN',
        '٣',
        '__proto__',
      ),
      fc.bigInt({ min: 1n, max: 2n ** 53n - 1n }).map(String),
      anyText({ minLength: 1, maxLength: 20 }),
    ),
  )
  .map(([kind, made]) => {
    const id = typeof made === 'string' ? made : String(details[kind][made.choice % details[kind].length])
    const path = `/v1/${kind}/${encodeURIComponent(id)}`
    const exists = details[kind].some((known) => String(known) === id)
    return { method: 'GET', path, outcome: exists ? 'ok' : 'refused', price: 1 } as const
  })

/** Parameters of the odds, each sound or not. The chosen parts determine the outcome. */
const oddsTeam = (team: string, id: number, name: string) =>
  fc.constantFrom<readonly (readonly [string, boolean])[]>(
    [[`${team}Id=${id}`, true]],
    [[`${team}=${name}`, true]],
    [[`${team}Id=${id}&${team}=${name}`, false]],
    [[`${team}Id=${id}&${team}Id=${id}`, false]],
    [[`${team}Id=0${id}`, false]],
    [[`${team}Id=`, false]],
    [[`${team}=`, false]],
    [[`${team}=${'x'.repeat(81)}`, false]],
    [[`${team}=%00`, false]],
    [[`${team}=nobody`, false]],
    [[`${team}=kings`, false]],
    [],
  )
const oddsRequests = fc
  .tuple(
    oddsTeam('team1', 101, 'northern+lights'),
    oddsTeam('team2', 102, 'harbors%20kings'),
    fc.constantFrom(
      ['', 1],
      ['markets=winner', 1],
      ['markets=all', 2],
      ['markets=ALL', 0],
      ['markets=', 0],
      ['xyz=1', 0],
    ),
    fc.boolean(),
  )
  .map(([first, second, [markets = '', price], swapped]) => {
    const parts = swapped ? [...second, ...first] : [...first, ...second]
    const sound = parts.length === 2 && parts.every(([, good]) => good) && price !== 0
    const texts = [...parts.map(([text]) => text), markets].filter((text) => text !== '')
    const path = `/v1/odds${texts.length === 0 ? '' : `?${texts.join('&')}`}`
    return { method: 'GET', path, outcome: sound ? 'ok' : 'refused', price: Number(price) } as const
  })

const predictions = (kind: BodyKind) => {
  const path = `/v1/${{ match: 'predict', draft: 'predict-draft', markets: 'markets' }[kind]}`
  const post = (body: string | Buffer, outcome: GeneratedRequest['outcome'], model?: string) =>
    ({
      method: 'POST',
      path,
      body,
      outcome,
      price: prices.get(model ?? 'fasttree') ?? 0,
      headers: jsonHeaders,
    }) as const
  const sound = soundBody(kind).map((body) => post(JSON.stringify(body), 'ok', body.model))
  const repeated = fc.tuple(soundBody(kind), fc.constantFrom('a', 'b', 'c')).map(([body, key]) => {
    const made = post(JSON.stringify(body), 'open', body.model)
    return { ...made, headers: { ...jsonHeaders, 'Idempotency-Key': key } }
  })
  const badKey = fc
    .tuple(soundBody(kind), fc.constantFrom<string | string[]>('', 'a b', 'é', 'x'.repeat(256), ['a', 'b']))
    .map(([body, key]) => ({
      ...post(JSON.stringify(body), 'refused', body.model),
      headers: { ...jsonHeaders, 'Idempotency-Key': key },
    }))
  const strange = strangeBody(kind).map((body) => post(JSON.stringify(body), 'open', body.model))
  const damaged = damagedBody(kind).map((body) =>
    post(JSON.stringify(body), isAllowed(kind, body) ? 'open' : 'refused', body.model),
  )
  const doubled = soundBody(kind).map((body) =>
    post(JSON.stringify(body).replace('{', '{"bestOf":"x","bestOf":3,'), 'open', body.model),
  )
  const unread = noObject.map((body) => post(body, 'refused'))
  const mistyped = fc
    .tuple(
      soundBody(kind),
      fc.constantFrom('text/plain', 'application/json; charset=latin1', 'application/xml', 'application/json, x', ''),
    )
    .map(([body, type]) => ({ ...post(JSON.stringify(body), 'refused'), headers: { 'Content-Type': type } }))
  const encoded = soundBody(kind).map((body) => ({
    ...post(JSON.stringify(body), 'refused'),
    headers: { ...jsonHeaders, 'Content-Encoding': 'gzip' },
  }))
  const withQuery = fc.tuple(soundBody(kind), query).map(([body, text]) => ({
    ...post(JSON.stringify(body), 'refused'),
    path: `${path}?${formPart(text)}`,
  }))
  return fc.oneof(
    { arbitrary: sound, weight: 5 },
    { arbitrary: damaged, weight: 12 },
    { arbitrary: strange, weight: 4 },
    { arbitrary: repeated, weight: 2 },
    { arbitrary: unread, weight: 2 },
    ...[badKey, doubled, mistyped, encoded, withQuery].map((arbitrary) => ({ arbitrary, weight: 1 })),
  )
}

const paths = [
  ...free,
  '/v1/teams/101',
  '/v1/players/5001',
  '/v1/tournaments/77',
  '/v1/odds',
  '/v1/predict',
  '/v1/predict-draft',
  '/v1/markets',
]

const otherMethods = fc
  .tuple(
    fc.constantFrom(...paths, ...service),
    fc.constantFrom('DELETE', 'PUT', 'PATCH', 'TRACE', 'PURGE', 'SEARCH', 'POST', 'GET', 'HEAD'),
  )
  .filter(([path, method]) =>
    /^\/v1\/(predict|markets)/.test(path)
      ? method !== 'POST'
      : method !== 'GET' && (method !== 'HEAD' || /\/(\d+|odds)$/.test(path)),
  )
  .map(([path, method]) => ({ method, path, outcome: 'refused', price: 0 }) as const)

const unknownPaths = fc
  .oneof(
    fc.constantFrom(
      '/v1',
      '/v1/',
      '/v1/team',
      '/v1/teams/',
      '/v1/teams/1/2',
      '/V1/teams',
      '/v2/teams',
      '/',
      '/docs',
      '/metrics',
    ),
    anyText({ minLength: 1, maxLength: 12 }).map((text) => `/v1/${encodeURIComponent(text)}x`),
  )
  .map((path) => ({ method: 'GET', path, outcome: 'refused', price: 0 }) as const)

/** A sound request with an invalid key. */
const badKeys = (key: Key): fc.Arbitrary<GeneratedRequest> =>
  fc
    .tuple(
      fc.constantFrom(...paths),
      fc.constantFrom<Record<string, string | readonly string[]>>(
        {},
        { 'X-Api-Key': `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}` },
        { 'X-Api-Key': key.toLowerCase() },
        { 'X-Api-Key': [key, key] },
        { Authorization: `Basic ${key}` },
        { Authorization: `Bearer ${key}`, 'X-Api-Key': `${key}x` },
        { X_Api_Key: key },
        { Cookie: `key=${key}` },
      ),
    )
    .map(([path, headers]) => ({ method: 'GET', path, headers, outcome: 'refused', price: 0 }))

/** Size of the longest body sent in chunks. A longer one is refused before it has come in full, and its answer may go unread. */
const mostInChunks = 8192
const mostChunks = 256

/** Any request to the public port, sound or broken; some send their body in chunks. */
export const generatedRequest = (key: Key): fc.Arbitrary<GeneratedRequest> =>
  fc.tuple(anyRequest(key), fc.option(fc.integer({ min: 1, max: 64 }), { freq: 2 })).map(([made, chunkBytes]) => {
    const length = Buffer.byteLength(made.body ?? '')
    const isWhole = chunkBytes === null || made.body === undefined || length > mostInChunks
    return isWhole ? made : { ...made, chunkBytes: Math.max(chunkBytes, Math.ceil(length / mostChunks)) }
  })

const anyRequest = (key: Key): fc.Arbitrary<GeneratedRequest> =>
  fc.oneof(
    { arbitrary: withHeaders(key, predictions('match')), weight: 8 },
    { arbitrary: withHeaders(key, predictions('draft')), weight: 8 },
    { arbitrary: withHeaders(key, predictions('markets')), weight: 8 },
    { arbitrary: withHeaders(key, oddsRequests), weight: 4 },
    { arbitrary: withHeaders(key, detailRequests), weight: 4 },
    { arbitrary: withHeaders(key, freeRequests), weight: 2 },
    { arbitrary: withHeaders(key, freeRefused), weight: 2 },
    { arbitrary: withHeaders(key, otherMethods), weight: 2 },
    { arbitrary: withHeaders(key, unknownPaths), weight: 1 },
    { arbitrary: badKeys(key), weight: 2 },
  )
