import { fine, get, H, headersTooLarge, invalid, kept, ok, type RawCase, refused } from './raw-case.ts'

export const versionCases: readonly RawCase[] = [
  ok('1 a plain GET', get('/v1/teams')),
  { ...ok('2 two GETs in one packet', get('/v1/teams') + get('/v1/usage')), expected: [fine, fine] },
  refused('3 HTTP/1.0 without Host', get('/v1/teams', 'K', 'HTTP/1.0'), [fine]),
  {
    ...ok('4 HTTP/1.0 with keep-alive', get('/v1/teams', 'KConnection: keep-alive\r\n', 'HTTP/1.0')),
    closed: 'either',
  },
  refused('5 HTTP/1.2', get('/v1/teams', H, 'HTTP/1.2')),
  refused('6 HTTP/2.0 in the request line', get('/v1/teams', H, 'HTTP/2.0')),
  refused('7 the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  refused('8 no version', `GET /v1/teams\r\n${H}\r\n`),
  refused('9 a TLS client hello', Buffer.from('16030100a5010000a10303', 'hex')),
  ok('10 two empty lines before the request', `\r\n\r\n${get('/v1/teams')}`),
  refused('11 method FOO', `FOO /v1/teams HTTP/1.1\r\n${H}\r\n`),
  refused('12 method get', `get /v1/teams HTTP/1.1\r\n${H}\r\n`),
  ...['PURGE', 'TRACE', 'QUERY', 'DELETE'].flatMap((method) => [
    {
      ...kept(`13 ${method}`, `${method} /v1/teams HTTP/1.1\r\n${H}\r\n`, [[405, 'method_not_allowed']]),
      headers: { allow: 'GET, HEAD, OPTIONS' },
    },
    kept(`13 ${method} without a key`, `${method} /v1/teams HTTP/1.1\r\nHost: h\r\n\r\n`, [[401, 'missing_api_key']]),
  ]),
  refused('14 CONNECT', `CONNECT a:80 HTTP/1.1\r\n${H}\r\n`),
  ...['*', 'http://h', 'http://h:80'].map((target) => ({
    ...kept(`15 OPTIONS ${target}`, `OPTIONS ${target} HTTP/1.1\r\nHost: h\r\n\r\n`, [[204, null]]),
    headers: { allow: 'GET, HEAD, POST, OPTIONS' },
  })),
  refused('15 GET *', get('*')),
  refused('15 OPTIONS * with a body', `OPTIONS * HTTP/1.1\r\n${H}Content-Length: 1\r\n\r\nx`),
  {
    ...kept('16 OPTIONS /v1/predict', `OPTIONS /v1/predict HTTP/1.1\r\n${H}\r\n`, [[204, null]]),
    headers: { allow: 'POST, OPTIONS' },
  },
  ...['DELETE /v1/teams', 'GET /v1/predict', 'HEAD /v1/markets', 'GET /v1/predict-draft'].map((line) => ({
    ...refused(`16 ${line} with a body`, `${line} HTTP/1.1\r\n${H}Content-Length: 1\r\n\r\nx`, [
      [405, line.startsWith('HEAD') ? null : 'method_not_allowed'],
    ]),
    ...(line.startsWith('DELETE') ? { closed: false } : {}),
    noBody: line.startsWith('HEAD'),
  })),
  refused(
    '16 GET /v1/predict with a body, without a key',
    'GET /v1/predict HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx',
    [[401, 'missing_api_key']],
  ),
  kept('16 OPTIONS /v1/teams/abc', `OPTIONS /v1/teams/abc HTTP/1.1\r\n${H}\r\n`, invalid),
  kept('16 OPTIONS /v1/teams/101', `OPTIONS /v1/teams/101 HTTP/1.1\r\n${H}\r\n`, [[204, null]]),
  kept('16 DELETE /v1/teams/abc', `DELETE /v1/teams/abc HTTP/1.1\r\n${H}\r\n`, [[405, 'method_not_allowed']]),
  {
    ...ok('17 HEAD', `HEAD /v1/teams HTTP/1.1\r\n${H}\r\n`),
    noBody: true,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, max-age=300' },
  },
  {
    ...kept('18 HEAD on a charged route', `HEAD /v1/teams/101 HTTP/1.1\r\n${H}\r\n`, [[405, null]]),
    noBody: true,
    headers: { allow: 'GET, OPTIONS', 'x-credits-charged': '0' },
  },
]

const badTargets: readonly (readonly [number: string, target: string])[] = [
  ['19', 'http://user@h/v1/teams'],
  ['19', 'http:///v1/teams'],
  ['19', 'http://h:port/v1/teams'],
  ['19', 'ftp://h/v1/teams'],
  ['19', 'http://h/v1/../v1/teams'],
  ['19', 'h/v1/teams'],
  ['20', '//evil.example/v1'],
  ['21', '/v1/teams/..%2f%00'],
  ['22', '/v1/../v1/teams'],
  ['22', '/v1/%2e%2e/v1/teams'],
  ['23', '/v1\\teams'],
  ['24', '/v1/%E0%A4%A'],
  ['25', '/v1/te\u00e4ms'],
  ['26', '/v1/teams#x'],
  ['27', '/v1/te ams'],
  ['27', ''],
]

export const targetCases: readonly RawCase[] = [
  ...badTargets.map(([number, target]) =>
    refused(`${number} target ${JSON.stringify(target)}`, Buffer.from(get(target), 'latin1')),
  ),
  ok('19 an absolute target', get('http://h/v1/teams')),
  ok('19 an absolute target of another host', get('HTTPS://[::1]:8080/v1/teams')),
  ok('19 an absolute target without a path behind its query', get('http://h/v1/teams?name=Northern+Lights')),
  kept('19 an absolute target without a path', get('http://h'), [[404, 'not_found']]),
  kept('28 a trailing slash', get('/v1/teams/'), [[404, 'not_found']]),
  kept('28 another case', get('/V1/teams'), [[404, 'not_found']]),
  kept('29 an unknown parameter', get('/v1/teams?x=1'), invalid),
  kept('29 a parameter given twice', get('/v1/odds?markets=all&markets=all'), invalid),
  refused('30 a query of 9 KB', get(`/v1/teams?x=${'y'.repeat(9216)}`), headersTooLarge),
  refused('31 no Host', get('/v1/teams', 'K')),
  refused('32 two Host lines, the same', get('/v1/teams', `Host: h\r\n${H}`)),
  refused('32 two Host lines, different', get('/v1/teams', `Host: other\r\n${H}`)),
  refused('33 an empty Host', get('/v1/teams', 'Host: \r\nK')),
]
