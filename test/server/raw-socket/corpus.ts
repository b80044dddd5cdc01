import { matchBody } from '../../support/server-catalogue.ts'

/** The cases of the raw-socket corpus that apply to the routes there are; numbers as in the contract's chapter 13. */
export interface RawCase {
  readonly name: string
  readonly bytes: string | Buffer
  /** Status and code of each answer; a code of null is an answer that is no error. */
  readonly expected: readonly (readonly [status: number, code: string | null])[]
  readonly closed: boolean
  readonly charged?: number
  /** The answer has no body although it says its length (HEAD). */
  readonly noBody?: boolean
}

const bad: RawCase['expected'] = [[400, 'bad_request']]
const invalid: RawCase['expected'] = [[400, 'validation_error']]
const body = JSON.stringify(matchBody)

/** Every case begins with a key; `K` stands for its header line, replaced by the test. */
const H = 'Host: h\r\nK'
const get = (target: string, lines = H, version = 'HTTP/1.1') => `GET ${target} ${version}\r\n${lines}\r\n`
const P = `POST /v1/predict HTTP/1.1\r\n${H}Content-Type: application/json\r\n`
const post = (content: string, lines = '') =>
  `${P}${lines}Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`
const chunked = (content: string, value = 'chunked') => `${P}Transfer-Encoding: ${value}\r\n\r\n${content}`
const chunk = (content: string) => `${content.length.toString(16)}\r\n${content}\r\n`
const wholeBody = `${chunk(body)}0\r\n\r\n`

const ok = (name: string, bytes: string, charged = 0): RawCase => ({
  name,
  bytes,
  expected: [[200, null]],
  closed: false,
  charged,
})
const refused = (name: string, bytes: string | Buffer, expected = bad): RawCase => ({
  name,
  bytes,
  expected,
  closed: true,
})
const kept = (name: string, bytes: string, expected: RawCase['expected']): RawCase => ({
  name,
  bytes,
  expected,
  closed: false,
})

export const versionCases: readonly RawCase[] = [
  ok('1 a plain GET', get('/v1/teams')),
  {
    ...ok('2 two GETs in one packet', get('/v1/teams') + get('/v1/usage')),
    expected: [
      [200, null],
      [200, null],
    ],
  },
  refused('3 HTTP/1.0 without Host', get('/v1/teams', 'K', 'HTTP/1.0'), [[200, null]]),
  refused('5 HTTP/1.2', get('/v1/teams', H, 'HTTP/1.2')),
  refused('6 HTTP/2.0 in the request line', get('/v1/teams', H, 'HTTP/2.0')),
  refused('7 the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  refused('8 no version', `GET /v1/teams\r\n${H}\r\n`),
  refused('9 a TLS client hello', Buffer.from('16030100a5010000a10303', 'hex')),
  ok('10 two empty lines before the request', `\r\n\r\n${get('/v1/teams')}`),
  refused('11 method FOO', `FOO /v1/teams HTTP/1.1\r\n${H}\r\n`),
  refused('12 method get', `get /v1/teams HTTP/1.1\r\n${H}\r\n`),
  ...['PURGE', 'TRACE', 'DELETE'].map((method) =>
    kept(`13 ${method}`, `${method} /v1/teams HTTP/1.1\r\n${H}\r\n`, [[405, 'method_not_allowed']]),
  ),
  refused('14 CONNECT', `CONNECT a:80 HTTP/1.1\r\n${H}\r\n`),
  refused('15 OPTIONS *', `OPTIONS * HTTP/1.1\r\n${H}\r\n`),
  kept('16 OPTIONS /v1/predict', `OPTIONS /v1/predict HTTP/1.1\r\n${H}\r\n`, [[204, null]]),
  { ...ok('17 HEAD', `HEAD /v1/teams HTTP/1.1\r\n${H}\r\n`), noBody: true },
]

export const targetCases: readonly RawCase[] = [
  ...[
    ['19', 'http://evil/v1/teams'],
    ['20', '//evil.example/v1'],
    ['21', '/v1/teams/..%2f%00'],
    ['22', '/v1/../v1/teams'],
    ['22', '/v1/%2e%2e/v1/teams'],
    ['23', '/v1\\teams'],
    ['24', '/v1/%E0%A4%A'],
    ['24', '/v1/teams?x=%ff'],
    ['25', '/v1/te\u00e4ms'],
    ['26', '/v1/teams#x'],
    ['27', '/v1/te ams'],
    ['27', ''],
  ].map(([number, target = '']) =>
    refused(`${number} target ${JSON.stringify(target)}`, Buffer.from(get(target), 'latin1')),
  ),
  kept('28 a trailing slash', get('/v1/teams/'), [[404, 'not_found']]),
  kept('28 another case', get('/V1/teams'), [[404, 'not_found']]),
  kept('29 an unknown parameter', get('/v1/teams?x=1'), invalid),
  refused('30 a query of 9 KB', get(`/v1/teams?x=${'y'.repeat(9216)}`), [[431, 'headers_too_large']]),
  refused('31 no Host', get('/v1/teams', 'K')),
  refused('32 two Host lines, the same', get('/v1/teams', `Host: h\r\n${H}`)),
  refused('32 two Host lines, different', get('/v1/teams', `Host: other\r\n${H}`)),
  refused('33 an empty Host', get('/v1/teams', 'Host: \r\nK')),
]

export const framingCases: readonly RawCase[] = [
  refused('34 length, then chunked', `${P}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${wholeBody}`),
  refused('34 chunked, then length', `${P}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${wholeBody}`),
  refused('35 two lengths, different', post(body, 'Content-Length: 4\r\n')),
  refused('36 two lengths, equal', post(body, `Content-Length: ${body.length}\r\n`)),
  ...['4, 4', '+4', '-1', '0x4', '', '18446744073709551616'].map((length) =>
    refused(`37 Content-Length: ${length}`, `${P}Content-Length: ${length}\r\n\r\n{}  `),
  ),
  ...['xchunked', 'chunked, identity', 'identity', 'gzip, chunked'].map((value) =>
    refused(`38-40 Transfer-Encoding: ${value}`, chunked(wholeBody, value)),
  ),
  refused('41 two Transfer-Encoding lines', chunked(wholeBody, 'chunked\r\nTransfer-Encoding: chunked')),
  refused('42 chunked in HTTP/1.0', chunked(wholeBody).replace('HTTP/1.1', 'HTTP/1.0')),
  ok('43 CHUNKED', chunked(wholeBody, 'CHUNKED'), 2),
  refused('44 a bad chunk size', chunked('zz\r\n{}\r\n0\r\n\r\n')),
  refused('44 data longer than its chunk', chunked('1\r\n{}\r\n0\r\n\r\n')),
  refused('45 a chunk extension of 20 KB', chunked(`2;x=${'y'.repeat(20_480)}\r\n{}\r\n0\r\n\r\n`), [
    [413, 'payload_too_large'],
  ]),
  ok('46 a key in a trailer', chunked(`${chunk(body)}0\r\nX-Api-Key: other\r\n\r\n`), 2),
  refused('47 a space before the colon', get('/v1/teams', `${H}X-A : 1\r\n`)),
  refused('47 a folded header', get('/v1/teams', `${H}X-A: 1\r\n folded\r\n`)),
  refused('48 bare line feeds', get('/v1/teams').replaceAll('\r\n', '\n')),
  refused('48 NUL in a value', get('/v1/teams', `${H}X-A: a\u0000b\r\n`)),
  refused('49 a header without a colon', get('/v1/teams', `${H}nothing\r\n`)),
  refused('50 a valid POST followed by garbage is not charged', `${post(body)}garbage\r\n\r\n`),
  {
    ...ok('51 a valid POST followed by a GET is charged once', post(body) + get('/v1/teams'), 2),
    expected: [
      [200, null],
      [200, null],
    ],
  },
  {
    ...ok('52 four pipelined POSTs are charged four times', post(body).repeat(4), 8),
    expected: [
      [200, null],
      [200, null],
      [200, null],
      [200, null],
    ],
  },
  refused('53 a body on GET', `${get('/v1/teams', `${H}Content-Length: 2\r\n`)}{}`),
]

export const sizeCases: readonly RawCase[] = [
  refused('54 one header of 9 KB', get('/v1/teams', `${H}X-A: ${'y'.repeat(9216)}\r\n`), [[431, 'headers_too_large']]),
  refused('55 150 header lines, key last', get('/v1/teams', `Host: h\r\n${'X-A: 1\r\n'.repeat(150)}K`), [
    [431, 'headers_too_large'],
  ]),
  refused('56 2,500 one-letter lines, key last', get('/v1/teams', `Host: h\r\n${'a:\r\n'.repeat(2500)}K`), [
    [431, 'headers_too_large'],
  ]),
  refused('57 a declared length of 70,000', post('x'.repeat(70_000)), [[413, 'payload_too_large']]),
  refused('58 a chunked body of 72 KB', chunked(`${chunk('y'.repeat(72_000))}0\r\n\r\n`), [[413, 'payload_too_large']]),
  kept('59 60,000 chunks of one byte', chunked(`${'1\r\n \r\n'.repeat(60_000)}2\r\n{}\r\n0\r\n\r\n`), invalid),
  refused('60 Expect: 999', post(body, 'Expect: 999\r\n'), [[417, 'expectation_failed']]),
  {
    ...ok('61 Expect: 100-continue', post(body, 'Expect: 100-continue\r\n'), 2),
    expected: [
      [100, null],
      [200, null],
    ],
  },
  refused('62 Expect with 70,000 bytes', `${P}Expect: 100-continue\r\nContent-Length: 70000\r\n\r\n`, [
    [413, 'payload_too_large'],
  ]),
  refused('63 Expect without a key', `${P.replace('K', '')}Expect: 100-continue\r\nContent-Length: 10\r\n\r\n`, [
    [401, 'missing_api_key'],
  ]),
  ok('64 Upgrade: h2c', get('/v1/teams', `${H}Connection: Upgrade\r\nUpgrade: h2c\r\n`)),
  ok('64 Upgrade: websocket', get('/v1/teams', `${H}Connection: Upgrade\r\nUpgrade: websocket\r\n`)),
]

export const bodyCases: readonly RawCase[] = [
  kept('70 an empty body', post(''), bad),
  kept('70 a byte order mark', post('\ufeff{}'), bad),
  kept('70 truncated JSON', post('{"blueTeamId":'), bad),
  ...['[]', '1', 'null', '['.repeat(30_000) + ']'.repeat(30_000)].map((content) =>
    kept(`71 ${content.slice(0, 10)}`, post(content), invalid),
  ),
  kept('72 10,000 nested objects', post(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`), invalid),
  kept('72 __proto__', post('{"blueTeamId":1,"redTeamId":2,"__proto__":{}}'), invalid),
  ...['text/plain', 'application/json; charset=latin1', 'application/jsonx', ''].map((type) =>
    refused(`73 Content-Type: ${type}`, post(body).replace('application/json', type), [
      [415, 'unsupported_media_type'],
    ]),
  ),
  refused('73 no content type', post(body).replace('Content-Type: application/json\r\n', ''), [
    [415, 'unsupported_media_type'],
  ]),
  refused('73 Content-Encoding: gzip', post(body, 'Content-Encoding: gzip\r\n'), [[415, 'unsupported_media_type']]),
  ...['"bestOf":"3"', '"oddsBlue":1', '"oddsBlue":1e400'].map((field) =>
    kept(`74 ${field}`, post(`${body.slice(0, -1)},${field}}`), invalid),
  ),
]
