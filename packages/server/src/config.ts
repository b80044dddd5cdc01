import { RiftlineError } from '@riftline/core'
import { isCidr } from './auth/address-range.ts'

/** What the app itself reads. */
export interface AppConfig {
  readonly ratePerMinute: number
  readonly authFailsPerMinute: number
  readonly ipRule: 'off' | 'flag' | 'enforce'
  /** CIDR ranges that the IP rule leaves out, beside private and loopback ones. */
  readonly ipAllow: readonly string[]
  /** CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** Nobody declared a proxy, and somebody said that there is none: who says that he forwards says nothing. */
  readonly noProxies: boolean
  readonly maxInFlight: number
  readonly predictTimeoutMs: number
  readonly logoPlaceholderUrl: string
  readonly publicHttps: boolean
  readonly publicDocs: boolean
  /** Base of the `Link: rel="help"` header of errors; empty: none. */
  readonly docsUrl: string
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

export interface ServerConfig extends AppConfig, ListenConfig {
  readonly opsHost: string
  /** The operators' port; null: none. */
  readonly opsPort: number | null
  /** Whether somebody asked for this port: only the default one gives way when it is taken. */
  readonly opsPortGiven: boolean
  readonly dataFolder: string
  /** Null: `./artifacts` where that has a manifest, else the installed package. */
  readonly artifactsFolder: string | null
  readonly store: 'file' | 'postgres'
  readonly databaseUrl: string
  readonly rateStore: 'memory' | 'postgres'
  readonly freeCredits: number
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

/** A grey shield, so that `logoUrl` is a URL for every team. */
const logoPlaceholder =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Cpath fill='%23999' d='M1 1h6v3L4 7 1 4z'/%3E%3C/svg%3E"
    .replaceAll(' ', '%20')
    .replaceAll("'", '%27')

export const defaultConfig: ServerConfig = {
  host: '127.0.0.1',
  port: 8080,
  opsHost: '127.0.0.1',
  opsPort: 8081,
  opsPortGiven: false,
  dataFolder: './data',
  artifactsFolder: null,
  store: 'file',
  databaseUrl: '',
  rateStore: 'memory',
  ratePerMinute: 120,
  freeCredits: 20,
  demo: true,
  acceptClock: false,
  ipRule: 'enforce',
  ipAllow: [],
  trustedProxies: [],
  noProxies: false,
  authFailsPerMinute: 60,
  predictTimeoutMs: 5000,
  maxInFlight: 512,
  maxConnections: 10_000,
  maxConnectionsPerAddress: 256,
  keepAliveMs: 65_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  drainDelayMs: 0,
  drainMs: 8000,
  publicHttps: false,
  publicDocs: false,
  oddsFeedUrl: '',
  oddsFeedIntervalMs: 60_000,
  oddsFeedTimeoutMs: 10_000,
  docsUrl: '',
  logoPlaceholderUrl: logoPlaceholder,
  logLevel: 'info',
}

type Value = string | number | boolean | readonly string[] | null
/** Undefined: the text breaks the rule. */
type Reader = (text: string) => Value | undefined

const count = [integer(1), 'an integer above 0'] as const
const port = 'an integer from 0 to 65535'
const onOff = [oneOf({ on: true, off: false }), 'on or off'] as const
const httpUrl = [url, 'an http or https URL'] as const
const ranges = [cidrList, 'addresses or CIDR ranges, separated by commas'] as const

type Variable = readonly [keyof ServerConfig, Reader, expected: string]

const variables: ReadonlyMap<string, Variable> = new Map<string, Variable>([
  ['HOST', ['host', nonEmpty, 'a host name or address']],
  ['PORT', ['port', integer(0, 65_535), port]],
  ['OPS_HOST', ['opsHost', nonEmpty, 'a host name or address']],
  ['OPS_PORT', ['opsPort', operatorsPort, port]],
  ['DATA_DIR', ['dataFolder', nonEmpty, 'a folder']],
  ['ARTIFACTS_DIR', ['artifactsFolder', nonEmpty, 'a folder']],
  ['STORE', ['store', oneOf({ file: 'file', postgres: 'postgres' }), 'file or postgres']],
  ['DATABASE_URL', ['databaseUrl', nonEmpty, 'a postgres:// URL']],
  ['RATE_STORE', ['rateStore', oneOf({ memory: 'memory', postgres: 'postgres' }), 'memory or postgres']],
  ['RATE_PER_MINUTE', ['ratePerMinute', integer(1, 10_000_000), 'an integer from 1 to 10000000']],
  ['FREE_CREDITS', ['freeCredits', integer(0, 1_000_000_000), 'an integer from 0 to 1000000000']],
  ['DEMO', ['demo', ...onOff]],
  ['ACCEPT_CLOCK', ['acceptClock', ...onOff]],
  ['IP_RULE', ['ipRule', oneOf({ off: 'off', flag: 'flag', enforce: 'enforce' }), 'off, flag or enforce']],
  ['IP_ALLOW', ['ipAllow', ...ranges]],
  ['TRUSTED_PROXIES', ['trustedProxies', rangesOrNone, 'addresses or CIDR ranges, separated by commas, or none']],
  ['AUTH_FAILS_PER_MINUTE', ['authFailsPerMinute', integer(0, 1_000_000), 'an integer from 0 to 1000000']],
  ['PREDICT_TIMEOUT_MS', ['predictTimeoutMs', ...count]],
  ['MAX_IN_FLIGHT', ['maxInFlight', ...count]],
  ['MAX_CONNECTIONS', ['maxConnections', ...count]],
  ['MAX_CONNECTIONS_PER_ADDRESS', ['maxConnectionsPerAddress', ...count]],
  ['KEEP_ALIVE_MS', ['keepAliveMs', ...count]],
  ['HEADERS_TIMEOUT_MS', ['headersTimeoutMs', ...count]],
  ['REQUEST_TIMEOUT_MS', ['requestTimeoutMs', ...count]],
  ['DRAIN_DELAY_MS', ['drainDelayMs', integer(0), 'an integer from 0']],
  ['DRAIN_MS', ['drainMs', integer(0), 'an integer from 0']],
  ['PUBLIC_HTTPS', ['publicHttps', ...onOff]],
  ['PUBLIC_DOCS', ['publicDocs', ...onOff]],
  ['ODDS_FEED_URL', ['oddsFeedUrl', ...httpUrl]],
  ['ODDS_FEED_INTERVAL_MS', ['oddsFeedIntervalMs', ...count]],
  ['ODDS_FEED_TIMEOUT_MS', ['oddsFeedTimeoutMs', ...count]],
  ['DOCS_URL', ['docsUrl', ...httpUrl]],
  ['LOGO_PLACEHOLDER_URL', ['logoPlaceholderUrl', nonEmpty, 'a URL']],
  ['LOG_LEVEL', ['logLevel', oneOf({ info: 'info', warn: 'warn', error: 'error' }), 'info, warn or error']],
])

const prefix = 'RIFTLINE_'

/**
 * The configuration that an environment asks for.
 * @throws RiftlineError `invalid_config` for an unknown variable with the prefix or a value that breaks its rule
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): ServerConfig {
  const given: Record<string, Value> = {}
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith(prefix) || text === undefined) continue
    const variable = variables.get(name.slice(prefix.length))
    if (variable === undefined) throw invalid(`${name}: unknown variable${serviceLinkHint(name, text)}`)
    const [field, read, expected] = variable
    const value = read(text)
    if (value === undefined) {
      throw invalid(`${name}: expected ${expected}, got ${shown(field, text)}${serviceLinkHint(name, text)}`)
    }
    given[field] = value
  }
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
function shown(field: keyof ServerConfig, text: string): string {
  return field.endsWith('Url') ? 'something else' : JSON.stringify(text)
}

function nonEmpty(text: string): string | undefined {
  return text === '' ? undefined : text
}

function integer(least: number, most: number = 2 ** 31 - 1): (text: string) => number | undefined {
  return (text) => {
    const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : undefined
  }
}

/** `0` switches the operators' port off; `any` takes a free one. */
function operatorsPort(text: string): number | null | undefined {
  if (text === '0') return null
  return text === 'any' ? 0 : integer(1, 65_535)(text)
}

function oneOf<T extends Value>(values: Readonly<Record<string, T>>): (text: string) => T | undefined {
  return (text) => (Object.hasOwn(values, text) ? values[text] : undefined)
}

function url(text: string): string | undefined {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined
}

const none = 'none'

/** `none` leaves the list empty as nothing does, and says that it is. */
function rangesOrNone(text: string): readonly string[] | undefined {
  return text === none ? [] : cidrList(text)
}

function cidrList(text: string): readonly string[] | undefined {
  const ranges = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
  return ranges.every(isCidr) ? ranges : undefined
}
