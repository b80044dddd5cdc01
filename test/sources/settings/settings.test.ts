import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  defaultSourceSettings,
  duration,
  parseSourceCredentials,
  parseSourceSettings,
  sourceVariables,
} from '#sources/settings.ts'

it('an empty environment gives the default settings', () => {
  expect(parseSourceSettings({})).toEqual(defaultSourceSettings)
  expect(defaultSourceSettings).toEqual({
    leaguepediaUrl: 'https://lol.fandom.com/api.php',
    lolesportsUrl: 'https://esports-api.lolesports.com/persisted/gw',
    lolesportsFeedUrl: 'https://feed.lolesports.com/livestats/v1',
    oraclesElixirUrl: null,
    polymarketGammaUrl: 'https://gamma-api.polymarket.com',
    polymarketClobUrl: 'https://clob.polymarket.com',
    kalshiUrl: 'https://api.elections.kalshi.com/trade-api/v2',
    contact: null,
    leaguepediaUser: null,
    leaguepediaPassword: null,
    lolesportsKey: null,
    pauseMs: null,
    backoffMs: 5000,
    timeoutMs: 60_000,
    deadlineMs: 3_600_000,
    oddsCaptureIntervalMs: null,
    oddsCaptureSources: ['polymarket', 'kalshi'],
  })
})

it('the settings read their own variables and ignore others', () => {
  const env = {
    RIFTLINE_LEAGUEPEDIA_URL: 'http://127.0.0.1:1234/api.php/',
    RIFTLINE_LOLESPORTS_URL: 'https://a.example/gw',
    RIFTLINE_LOLESPORTS_FEED_URL: 'https://a.example/feed',
    RIFTLINE_ORACLES_ELIXIR_URL: 'https://a.example/{year}.csv?x=1',
    RIFTLINE_POLYMARKET_GAMMA_URL: 'https://a.example/gamma',
    RIFTLINE_POLYMARKET_CLOB_URL: 'https://a.example/clob',
    RIFTLINE_KALSHI_URL: 'https://a.example/kalshi',
    RIFTLINE_CONTACT: 'mail@a.example',
    RIFTLINE_LEAGUEPEDIA_USER: 'Bot@reader',
    RIFTLINE_LEAGUEPEDIA_PASSWORD: 'very secret',
    RIFTLINE_LOLESPORTS_KEY: 'key',
    RIFTLINE_SOURCE_PAUSE_MS: '0',
    RIFTLINE_SOURCE_BACKOFF_MS: '1',
    RIFTLINE_SOURCE_TIMEOUT_MS: '2',
    RIFTLINE_SOURCE_DEADLINE_MS: '3',
    RIFTLINE_ODDS_CAPTURE_INTERVAL: '5m',
    RIFTLINE_ODDS_CAPTURE_SOURCES: 'kalshi',
  }
  expect(Object.keys(env)).toEqual(sourceVariables)
  expect(Object.values(parseSourceSettings({ ...env, RIFTLINE_PORT: 'x', PATH: '/bin' }))).toEqual([
    'http://127.0.0.1:1234/api.php',
    ...Object.values(env).slice(1, 11),
    0,
    1,
    2,
    3,
    300_000,
    ['kalshi'],
  ])
})

it.each([
  ['RIFTLINE_LEAGUEPEDIA_URL', 'ftp://a.example'],
  ['RIFTLINE_LEAGUEPEDIA_URL', 'https://user:secret@a.example'],
  ['RIFTLINE_KALSHI_URL', 'https://a.example/?key=secret'],
  ['RIFTLINE_ORACLES_ELIXIR_URL', '/secret/folder'],
  ['RIFTLINE_LOLESPORTS_KEY', 'secret\r\nx: y'],
  ['RIFTLINE_LOLESPORTS_KEY', ''],
  ['RIFTLINE_CONTACT', 'me (at home)'],
  ['RIFTLINE_CONTACT', 'a@b\nx: y'],
  ['RIFTLINE_SOURCE_PAUSE_MS', '-1'],
  ['RIFTLINE_SOURCE_TIMEOUT_MS', '0'],
  ['RIFTLINE_SOURCE_DEADLINE_MS', '99999999999'],
  ['RIFTLINE_ODDS_CAPTURE_INTERVAL', '5'],
  ['RIFTLINE_ODDS_CAPTURE_SOURCES', 'kalshi,kalshi'],
  ['RIFTLINE_ODDS_CAPTURE_SOURCES', ''],
])('the setting %s refuses %j without repeating a secret', (name, text) => {
  const read = () => parseSourceSettings({ [name]: text })
  expect(read).toThrow(
    expect.objectContaining({ code: 'invalid_config', message: expect.stringMatching(`^${name}: expected`) }),
  )
  expect(read).not.toThrow('secret')
})

it('user and password of a source are required together', () => {
  expect(() => parseSourceSettings({ RIFTLINE_LEAGUEPEDIA_USER: 'Bot' })).toThrow('RIFTLINE_LEAGUEPEDIA_PASSWORD')
  expect(() => parseSourceSettings({ RIFTLINE_LEAGUEPEDIA_PASSWORD: 'x' })).toThrow('RIFTLINE_LEAGUEPEDIA_USER')
})

it('credentials of a file are used if the environment has none', () => {
  const file = { leaguepedia: { user: 'Bot', password: 'very secret' }, lolesports: { key: 'of the file' } }
  const credentials = parseSourceCredentials(file)
  expect(parseSourceSettings({ RIFTLINE_LOLESPORTS_KEY: 'of the environment' }, credentials)).toMatchObject({
    leaguepediaUser: 'Bot',
    leaguepediaPassword: 'very secret',
    lolesportsKey: 'of the environment',
  })
  expect(parseSourceCredentials({})).toEqual({})
})

it.each([
  [[], '$'],
  [{ other: {} }, '$'],
  [{ lolesports: 'secret' }, '$.lolesports'],
  [{ lolesports: { key: 7 } }, '$.lolesports.key'],
  [{ leaguepedia: { user: 'a', token: 'secret' } }, '$.leaguepedia'],
  [{ lolesports: { key: 'secret\n' } }, '$.lolesports.key'],
])('the settings file %j is refused with the path of the fault', (json, path) => {
  const read = () => parseSourceCredentials(json)
  expect(read).toThrow(
    expect.objectContaining({ code: 'invalid_config', message: expect.stringContaining(`${path}: expected`) }),
  )
  expect(read).not.toThrow('secret')
})

it.each([
  ['90s', 90_000],
  ['5m', 300_000],
  ['6h', 21_600_000],
  ['1d', 86_400_000],
  ['0s', null],
  ['05m', null],
  ['5', null],
  ['5 m', null],
  ['367d', null],
])('the text %j is a duration of %j ms', (text, ms) => {
  expect(duration.read(text) ?? null).toBe(ms)
})

it('the README lists every variable of the settings', () => {
  const readme = readFileSync(new URL('../../../packages/sources/README.md', import.meta.url), 'utf8')
  const table = readme.split('\n').filter((line) => line.startsWith('| `RIFTLINE_'))
  expect(table.flatMap((line) => line.match(/RIFTLINE_\w+/g))).toEqual(sourceVariables)
})
