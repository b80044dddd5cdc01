import { readFileSync } from 'node:fs'
import { defaultConfig, parseConfig } from '@riftline/server'
import { sourceVariables } from '@riftline/sources/settings'
import { expect, it } from 'vitest'
import { otherVariables, settings } from '#server/config.ts'

it('an empty environment gives the default configuration', () => {
  expect(parseConfig({ PATH: '/bin' })).toEqual(defaultConfig)
})

it('parseConfig reads variables with the prefix RIFTLINE_', () => {
  const env = { RIFTLINE_HOST: '::1', RIFTLINE_PORT: '0', RIFTLINE_DATA_DIR: '/d', RIFTLINE_ARTIFACTS_DIR: '/a' }
  expect(parseConfig(env)).toMatchObject({ host: '::1', port: 0, dataFolder: '/d', artifactsFolder: '/a' })
})

it('parseConfig accepts the key for the examples of the docs, which is no setting', () => {
  expect(parseConfig({ RIFTLINE_API_KEY: 'rl_live_7Hq2mX9a' })).toEqual(defaultConfig)
})

it.each([
  [undefined, [], false],
  ['', [], false],
  ['none', [], true],
  ['10.0.0.0/8, 192.0.2.1', ['10.0.0.0/8', '192.0.2.1'], false],
])(
  'RIFTLINE_TRUSTED_PROXIES=%s gives the ranges %j, and states that there is no proxy: %s',
  (text, trustedProxies, noProxies) => {
    expect(parseConfig({ RIFTLINE_TRUSTED_PROXIES: text })).toMatchObject({ trustedProxies, noProxies })
  },
)

it.each([
  ['RIFTLINE_TRUSTED_PROXIES', 'none,10.0.0.1', 'separated by commas, or none, got'],
  ['RIFTLINE_PROT', '1', 'RIFTLINE_PROT: unknown variable'],
  ['RIFTLINE_', '1', 'RIFTLINE_: unknown variable'],
  ['RIFTLINE_constructor', '1', 'RIFTLINE_constructor: unknown variable'],
  ['RIFTLINE_PORT', '65536', 'RIFTLINE_PORT: expected an integer from 0 to 65535, got "65536"'],
  ['RIFTLINE_PORT', '80a', 'RIFTLINE_PORT: expected an integer from 0 to 65535, got "80a"'],
  ['RIFTLINE_PORT', '', 'RIFTLINE_PORT: expected an integer from 0 to 65535, got ""'],
  ['RIFTLINE_PUBLIC_URL', 'https://x.org/?a', 'without query, fragment or password, got something else'],
  ['RIFTLINE_PUBLIC_URL', 'https://me:pw@x.org', 'without query, fragment or password, got something else'],
  ['RIFTLINE_PUBLIC_URL', 'x.org', 'RIFTLINE_PUBLIC_URL: expected an http or https URL'],
  ['RIFTLINE_HOST', '', 'RIFTLINE_HOST: expected a host name or address, got ""'],
])('%s=%s is refused', (name, value, message) => {
  expect(() => parseConfig({ [name]: value })).toThrow(message)
})

it.each([
  ['RIFTLINE_PORT', 'tcp://10.96.0.7:8080'],
  ['RIFTLINE_OPS_PORT', 'tcp://10.96.0.8:8081'],
  ['RIFTLINE_SERVICE_HOST', '10.96.0.7'],
  ['RIFTLINE_SERVICE_PORT', '8080'],
  ['RIFTLINE_SERVICE_PORT_HTTP', '8080'],
  ['RIFTLINE_PORT_8080_TCP', 'tcp://10.96.0.7:8080'],
  ['RIFTLINE_PORT_8080_TCP_PROTO', 'tcp'],
  ['RIFTLINE_PORT_8080_TCP_PORT', '8080'],
  ['RIFTLINE_PORT_53_UDP_ADDR', '10.96.0.7'],
  ['RIFTLINE_OPS_SERVICE_HOST', '10.96.0.8'],
])('%s=%s is refused, and the message says how to turn service links off', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(/^RIFTLINE_\w+: .+ \(.*enableServiceLinks: false.*\)$/)
})

it('the message for a variable that only resembles a service link gives no advice', () => {
  expect(() => parseConfig({ RIFTLINE_SERVICE: '1' })).toThrow(/^RIFTLINE_SERVICE: unknown variable$/)
  expect(() => parseConfig({ RIFTLINE_PORT: 'http://x' })).toThrow(/got "http:\/\/x"$/)
})

it('the README has a row for every setting, with its default and meaning', () => {
  const readme = readFileSync('packages/server/README.md', 'utf8')
  const [, section = ''] = readme.split('\n## Settings\n')
  const [, , ...rows] = section.split('\n\n')[1]!.split('\n')
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  expect(cells).toEqual(
    Object.values(settings).map(([variable, fallback, , meaning]) => [`\`${variable}\``, shown(fallback), meaning]),
  )
})

function shown(fallback: unknown): string {
  const isEmpty = fallback === null || fallback === '' || (Array.isArray(fallback) && fallback.length === 0)
  if (isEmpty) return ''
  if (typeof fallback === 'boolean') return fallback ? '`on`' : '`off`'
  return `\`${fallback}\``
}

it.each([
  [{}, true],
  [{ RIFTLINE_DATA_DIR: '/d' }, true],
  [{ RIFTLINE_STORE: 'file' }, false],
  [{ RIFTLINE_DATABASE_URL: 'postgres://h/d' }, false],
  [{ RIFTLINE_STORE: 'postgres', RIFTLINE_DATABASE_URL: 'postgres://h/d' }, false],
  [{ RIFTLINE_STORE: 'file', RIFTLINE_DEMO: 'on' }, true],
  [{ RIFTLINE_DEMO: 'off' }, false],
])('a demo account is made only without a configured store, or when it is asked for: %j', (env, demo) => {
  expect(parseConfig(env).demo).toBe(demo)
})

it('parseConfig accepts and ignores every variable that other packages read', () => {
  const account = readFileSync('packages/account/README.md', 'utf8')
    .split('\n## Settings\n')[1]!
    .split('\n## ')[0]!
    .matchAll(/^\| `([A-Z_]+)`/gm)
  const others = [
    ...[...account].map(([, name]) => `RIFTLINE_${name}`),
    ...sourceVariables,
    ...['RIFTLINE_SYNC_SOURCES', 'RIFTLINE_SYNC_INTERVAL'],
  ]
  const env = Object.fromEntries(others.map((name) => [name, 'x']))
  expect(parseConfig({ ...env, RIFTLINE_PORT: '1' })).toEqual(parseConfig({ RIFTLINE_PORT: '1' }))
  expect([...otherVariables].sort()).toEqual([...others].sort())
})

it('origins of pages are a list of origins, and nothing else', () => {
  const read = (text: string) => parseConfig({ RIFTLINE_MCP_ORIGINS: text }).mcpOrigins
  expect(read('https://a.example, http://localhost:6274')).toEqual(['https://a.example', 'http://localhost:6274'])
  for (const text of ['https://a.example/', 'a.example', '*', 'null', 'https://A.example', ''])
    expect(() => read(text)).toThrow(
      'RIFTLINE_MCP_ORIGINS: expected origins as https://example.org, separated by commas',
    )
})
