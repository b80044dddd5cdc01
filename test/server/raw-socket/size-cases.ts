import {
  body,
  chunk,
  chunked,
  fine,
  get,
  H,
  headersTooLarge,
  invalid,
  kept,
  ok,
  P,
  post,
  type RawCase,
  refused,
  tooLarge,
} from './raw-case.ts'

export const sizeCases: readonly RawCase[] = [
  refused('54 one header of 9 KB', get('/v1/teams', `${H}X-A: ${'y'.repeat(9216)}\r\n`), headersTooLarge),
  refused(
    '55 150 header lines, key last',
    get('/v1/teams', `Host: h\r\n${'X-A: 1\r\n'.repeat(150)}K`),
    headersTooLarge,
  ),
  refused(
    '56 2,500 one-letter lines, key last',
    get('/v1/teams', `Host: h\r\n${'a:\r\n'.repeat(2500)}K`),
    headersTooLarge,
  ),
  refused('57 a declared length of 70,000', post('x'.repeat(70_000)), tooLarge),
  refused('58 a chunked body of 72 KB', chunked(`${chunk('y'.repeat(72_000))}0\r\n\r\n`), tooLarge),
  kept('59 60,000 chunks of one byte', chunked(`${'1\r\n \r\n'.repeat(60_000)}2\r\n{}\r\n0\r\n\r\n`), invalid),
  refused('60 Expect: 999', post(body, 'Expect: 999\r\n'), [[417, 'expectation_failed']]),
  { ...ok('61 Expect: 100-continue', post(body, 'Expect: 100-continue\r\n'), 2), expected: [[100, null], fine] },
  refused('62 Expect with 70,000 bytes', `${P}Expect: 100-continue\r\nContent-Length: 70000\r\n\r\n`, tooLarge),
  refused('63 Expect without a key', `${P.replace('K', '')}Expect: 100-continue\r\nContent-Length: 10\r\n\r\n`, [
    [401, 'missing_api_key'],
  ]),
  ok('64 Upgrade: h2c', get('/v1/teams', `${H}Connection: Upgrade\r\nUpgrade: h2c\r\n`)),
  ok('64 Upgrade: websocket', get('/v1/teams', `${H}Connection: Upgrade\r\nUpgrade: websocket\r\n`)),
]
