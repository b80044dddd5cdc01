import { RiftlineError } from '@riftline/base'
import { isCidr } from '@riftline/base/node'
import { otherVariables } from './other-variables.ts'

/** What the app itself reads. */
export interface AppConfig {
  readonly ratePerMinute: number
  readonly authFailsPerMinute: number
  readonly ipRule: 'off' | 'flag' | 'enforce'
  /** CIDR ranges that the IP rule leaves out, beside private and loopback ones. */
  readonly ipAllow: readonly string[]
  /** CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** There is no proxy: a header that claims to forward means nothing. */
  readonly noProxies: boolean
  readonly maxInFlight: number
  readonly predictTimeoutMs: number
  /** `logoUrl` of a team without one; null: the shield that the public port serves. */
  readonly logoPlaceholderUrl: string | null
  /** Where callers reach the public port, without a slash at the end; null: at the address that it listens on. */
  readonly publicUrl: string | null
  readonly publicHttps: boolean
  readonly publicDocs: boolean
  /** Base of the `Link: rel="help"` header of errors; empty: none. */
  readonly docsUrl: string
  /** Of each account and UTC month, as the docs say. */
  readonly freeCredits: number
}

/** What listening reads. */
export interface ListenConfig {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly keepAliveMs: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
}

/** Every setting of a server, as `parseConfig` makes it of the environment. */
export interface ServerConfig extends AppConfig, ListenConfig {
  readonly opsHost: string
  /** The operators' port; null: none. */
  readonly opsPort: number | null
  /** Whether somebody asked for this port: where the default one is taken, any free one will do. */
  readonly opsPortGiven: boolean
  readonly dataFolder: string
  /** Null: `./artifacts` where that has a manifest, else the installed package. */
  readonly artifactsFolder: string | null
  readonly store: 'file' | 'postgres'
  readonly databaseUrl: string
  readonly rateStore: 'memory' | 'postgres'
  /** Whether a first start makes a demo account. */
  readonly demo: boolean
  /** The clock is right where the newest record of the ledger is ahead of it. */
  readonly acceptClock: boolean
  /** HTTP feed of odds snapshots; empty: none. */
  readonly oddsFeedUrl: string
  readonly oddsFeedIntervalMs: number
  readonly oddsFeedTimeoutMs: number
  readonly drainDelayMs: number
  readonly drainMs: number
  readonly logLevel: 'info' | 'warn' | 'error'
}

/** What the text of a variable may be. */
interface Kind<T> {
  readonly expected: string
  /** Undefined: the text breaks the rule. */
  readonly read: (text: string) => T | undefined
}

type Setting<T> = readonly [variable: string, fallback: T, kind: Kind<T>, meaning: string]
type Settings = { readonly [Field in Exclude<keyof ServerConfig, keyof Derived>]: Setting<ServerConfig[Field]> }
type Derived = Pick<ServerConfig, 'opsPortGiven' | 'noProxies'>

const count = integer(1)
const onOff: Kind<boolean> = {
  expected: 'on or off',
  read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
}
const httpUrl: Kind<string> = {
  expected: 'an http or https URL',
  read: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
}
/** Paths are added to it. */
const baseUrl: Kind<string> = {
  expected: 'an http or https URL without query, fragment or password',
  read(text) {
    if (httpUrl.read(text) === undefined || /[?#]/.test(text)) return undefined
    const { href, username, password } = new URL(text)
    return username === '' && password === '' ? href.replace(/\/+$/, '') : undefined
  },
}
const ranges: Kind<readonly string[]> = {
  expected: 'addresses or CIDR ranges, separated by commas',
  read(text) {
    const list = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
    return list.every(isCidr) ? list : undefined
  },
}
const none = 'none'
/** `none` gives an empty list, as no variable does, but says that there is no proxy. */
const rangesOrNone: Kind<readonly string[]> = {
  expected: `${ranges.expected}, or none`,
  read: (text) => (text === none ? [] : ranges.read(text)),
}
const port = integer(0, 65_535)
/** `0` switches the operators' port off; `any` takes a free one. */
const operatorsPort: Kind<number | null> = {
  expected: port.expected,
  read: (text) => (text === 'any' ? 0 : text === '0' ? null : integer(1, 65_535).read(text)),
}

/** Field -> variable without its prefix, default, rule, and the meaning as the README has it. */
export const settings: Settings = {
  host: ['HOST', '127.0.0.1', nonEmpty('a host name or address'), 'public address'],
  port: ['PORT', 8080, port, 'public port; `0` any free one'],
  opsHost: ['OPS_HOST', '127.0.0.1', nonEmpty('a host name or address'), "operators' address: metrics, docs, commands"],
  opsPort: ['OPS_PORT', 8081, operatorsPort, "operators' port; `0` off, `any` any free one"],
  dataFolder: ['DATA_DIR', './data', nonEmpty('a folder'), 'journal, snapshots, odds'],
  artifactsFolder: ['ARTIFACTS_DIR', null, nonEmpty('a folder'), 'models; else `./artifacts`, or the package'],
  store: ['STORE', 'file', oneOf('file', 'postgres'), 'where credits are kept: `file` or `postgres`'],
  databaseUrl: ['DATABASE_URL', '', nonEmpty('a postgres:// URL'), 'where PostgreSQL is'],
  rateStore: ['RATE_STORE', 'memory', oneOf('memory', 'postgres'), '`postgres`: one window for all processes'],
  ratePerMinute: ['RATE_PER_MINUTE', 120, integer(1, 10_000_000), 'per key, exact sliding window'],
  freeCredits: ['FREE_CREDITS', 20, integer(0, 1_000_000_000), 'per account and UTC month'],
  demo: ['DEMO', true, onOff, '`off`: a first start makes no demo account; off where `STORE` or `DATABASE_URL` is set'],
  acceptClock: ['ACCEPT_CLOCK', false, onOff, 'for one `serve` or `ledger import`: the clock is right'],
  ipRule: [
    'IP_RULE',
    'enforce',
    oneOf('off', 'flag', 'enforce'),
    'one account an address (a /64; two a /56, four a /48): `off`, `flag`, `enforce`',
  ],
  ipAllow: ['IP_ALLOW', [], ranges, 'ranges that the IP rule leaves out'],
  trustedProxies: ['TRUSTED_PROXIES', [], rangesOrNone, 'ranges whose `X-Forwarded-For` is believed; `none`: no proxy'],
  authFailsPerMinute: ['AUTH_FAILS_PER_MINUTE', 60, integer(0, 1_000_000), 'wrong keys per address; `0` off'],
  predictTimeoutMs: ['PREDICT_TIMEOUT_MS', 5000, count, 'then 500 `prediction_error`, not charged'],
  maxInFlight: ['MAX_IN_FLIGHT', 512, count, 'calls at work, half for one account; then 503 `overloaded`'],
  maxConnections: ['MAX_CONNECTIONS', 10_000, count, 'connections of the public port'],
  maxConnectionsPerAddress: ['MAX_CONNECTIONS_PER_ADDRESS', 256, count, 'the same for an IPv4 address or a /64'],
  keepAliveMs: ['KEEP_ALIVE_MS', 65_000, count, 'must outlast that of a proxy in front'],
  headersTimeoutMs: ['HEADERS_TIMEOUT_MS', 10_000, count, 'for the head of a request'],
  requestTimeoutMs: ['REQUEST_TIMEOUT_MS', 30_000, count, 'for a whole request'],
  drainDelayMs: ['DRAIN_DELAY_MS', 0, integer(0), 'how long a stop still accepts calls'],
  drainMs: ['DRAIN_MS', 8000, integer(0), 'how long a stop waits for calls in flight'],
  publicUrl: ['PUBLIC_URL', null, baseUrl, 'where callers reach it; else `http://HOST:PORT`'],
  publicHttps: ['PUBLIC_HTTPS', false, onOff, 'send HSTS'],
  publicDocs: ['PUBLIC_DOCS', false, onOff, 'serve `/docs` on the public port too'],
  oddsFeedUrl: ['ODDS_FEED_URL', '', httpUrl, 'JSON Lines of odds snapshots, polled'],
  oddsFeedIntervalMs: ['ODDS_FEED_INTERVAL_MS', 60_000, count, 'from the end of a poll to the next'],
  oddsFeedTimeoutMs: ['ODDS_FEED_TIMEOUT_MS', 10_000, count, 'for a whole poll'],
  docsUrl: ['DOCS_URL', '', baseUrl, 'base of the `Link: rel="help"` header of errors'],
  logoPlaceholderUrl: [
    'LOGO_PLACEHOLDER_URL',
    null,
    nonEmpty('a URL'),
    '`logoUrl` of a team without one; else `PUBLIC_URL/logos/default.svg`',
  ],
  logLevel: ['LOG_LEVEL', 'info', oneOf('info', 'warn', 'error'), '`info` has a line a request'],
}

const entries = Object.entries(settings) as readonly [keyof Settings, Setting<unknown>][]

/** What an empty environment gives. */
export const defaultConfig: ServerConfig = {
  ...(Object.fromEntries(entries.map(([field, [, fallback]]) => [field, fallback])) as Omit<
    ServerConfig,
    keyof Derived
  >),
  opsPortGiven: false,
  noProxies: false,
}

const byVariable = new Map(entries.map(([field, [variable, , kind]]) => [variable, { field, kind }]))
const prefix = 'RIFTLINE_'

/** Where the examples of the docs look for a key: a caller's variable, which a server started from the same shell leaves alone. */
export const apiKeyVariable = 'RIFTLINE_API_KEY'

/**
 * The configuration that an environment asks for. Variables of the account page, of sources and of the command are left alone.
 * @throws RiftlineError `invalid_config` for an unknown variable with the prefix or a value that breaks its rule
 * @example
 * parseConfig({ RIFTLINE_RATE_PER_MINUTE: '60' }).ratePerMinute // => 60
 * parseConfig({}).port // => 8080
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): ServerConfig {
  const given: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith(prefix) || name === apiKeyVariable || text === undefined) continue
    if (otherVariables.has(name)) continue
    const setting = byVariable.get(name.slice(prefix.length))
    if (setting === undefined) throw invalid(`${name}: unknown variable${serviceLinkHint(name, text)}`)
    const { field, kind } = setting
    given[field] = kind.read(text)
    if (given[field] === undefined) {
      throw invalid(`${name}: expected ${kind.expected}, got ${shown(field, text)}${serviceLinkHint(name, text)}`)
    }
  }
  // Who configured a store expects the accounts in it: an empty one is a mistake, such as an import that failed.
  const isStoreGiven = Object.hasOwn(given, 'store') || Object.hasOwn(given, 'databaseUrl')
  if (isStoreGiven && !Object.hasOwn(given, 'demo')) given.demo = false
  const derived = { opsPortGiven: Object.hasOwn(given, 'opsPort'), noProxies: env.RIFTLINE_TRUSTED_PROXIES === none }
  const config = { ...defaultConfig, ...given, ...derived } as ServerConfig
  const needsDatabase = config.store === 'postgres' || config.rateStore === 'postgres'
  if (needsDatabase && config.databaseUrl === '') throw invalid(`${prefix}DATABASE_URL: required with postgres`)
  return config
}

function invalid(message: string): RiftlineError {
  return new RiftlineError('invalid_config', message)
}

/** Kubernetes gives every pod variables for each service of its namespace: of one whose name begins as ours do, by our prefix. */
function serviceLinkHint(name: string, text: string): string {
  const isLink = /^(tcp|udp|sctp):\/\//.test(text) || /_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP|SCTP))(_|$)/.test(name)
  const hint =
    'Kubernetes sets this for a service named riftline or riftline-...; enableServiceLinks: false in the pod keeps it away'
  return isLink ? ` (${hint})` : ''
}

/** URLs can hold passwords. */
function shown(field: string, text: string): string {
  return field.endsWith('Url') ? 'something else' : JSON.stringify(text)
}

function nonEmpty(expected: string): Kind<string> {
  return { expected, read: (text) => (text === '' ? undefined : text) }
}

function integer(least: 0 | 1, most: number = 2 ** 31 - 1): Kind<number> {
  const open = least === 0 ? 'an integer from 0' : 'an integer above 0'
  return {
    expected: most === 2 ** 31 - 1 ? open : `an integer from ${least} to ${most}`,
    read(text) {
      const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
      return value >= least && value <= most ? value : undefined
    },
  }
}

function oneOf<T extends string>(...values: readonly T[]): Kind<T> {
  const expected = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
  return { expected, read: (text) => values.find((value) => value === text) }
}
