import { bad, body, get, invalid, kept, ok, post, postBytes, type RawCase, refused } from './raw-case.ts'

/** A request with these header lines, in which `<key>` stands for the key and `<other>` for another key of the account. */
const withLines = (lines: string) => get('/v1/teams', `Host: h\r\n${lines}`)
const invalidKey: RawCase['expected'] = [[401, 'invalid_api_key']]
const missingKey: RawCase['expected'] = [[401, 'missing_api_key']]

export const keyCases: readonly RawCase[] = [
  kept(
    '65 two Authorization lines',
    withLines('Authorization: Bearer <key>\r\nAuthorization: Bearer <key>\r\n'),
    invalidKey,
  ),
  kept('66 two X-Api-Key lines', withLines('X-Api-Key: <key>\r\nX-Api-Key: <key>\r\n'), invalidKey),
  ok('67 both headers, same key', withLines('Authorization: Bearer <key>\r\nX-Api-Key: <key>\r\n')),
  kept(
    '67 both headers, different keys',
    withLines('Authorization: Bearer <key>\r\nX-Api-Key: <other>\r\n'),
    invalidKey,
  ),
  kept('68 X_Api_Key only', withLines('X_Api_Key: <key>\r\n'), missingKey),
  kept('68 apiKey in the query only', get('/v1/teams?apiKey=<key>', 'Host: h\r\n'), missingKey),
  kept('69 Authorization: Basic only', withLines('Authorization: Basic abc\r\n'), missingKey),
  ok('69 Authorization: Basic with a valid X-Api-Key', withLines('Authorization: Basic abc\r\nX-Api-Key: <key>\r\n')),
]

export const bodyCases: readonly RawCase[] = [
  kept('70 an empty body', post(''), bad),
  kept('70 a byte order mark', post('\ufeff{}'), bad),
  kept('70 invalid UTF-8', postBytes(Buffer.from('{"blueTeam":"\xff"}', 'latin1')), bad),
  kept('70 truncated JSON', post('{"blueTeamId":'), bad),
  ...['[]', '1', 'null', '['.repeat(30_000) + ']'.repeat(30_000)].map((content) =>
    kept(`71 ${content.slice(0, 10)}`, post(content), invalid),
  ),
  kept('72 10,000 nested objects', post(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`), invalid),
  kept('72 __proto__', post('{"blueTeamId":101,"redTeamId":102,"__proto__":{}}'), invalid),
  kept('72 an unknown field', post(`${body.slice(0, -1)},"xyz":1}`), invalid),
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
  kept('74 "blueTeamId":1.5', post('{"blueTeamId":1.5,"redTeamId":102}'), invalid),
]
