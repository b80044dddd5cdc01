import {
  baseUrl,
  defaultSettings,
  type Env,
  httpUrl,
  integer,
  invalidSetting,
  isCidr,
  type Kind,
  nonEmpty,
  oneOf,
  onOff,
  optionalPort,
  readSettings,
  refuseUnknownSettings,
  type SettingsTable,
  secret,
  settingsPrefix,
  settingsVariables,
} from '@riftline/base/node'

const count = integer(1)
const ranges: Kind<readonly string[]> = {
  expected: 'addresses or CIDR ranges, separated by commas',
  read(text) {
    const list = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
    return list.every(isCidr) ? list : undefined
  },
}
const origins: Kind<readonly string[]> = {
  expected: 'origins as https://example.org, separated by commas',
  read(text) {
    const list = text.split(',').map((part) => part.trim())
    return list.every((one) => URL.canParse(one) && new URL(one).origin === one) ? list : undefined
  },
}
const none = 'none'
/** Reads ranges of addresses. `none` gives an empty list, as an unset variable does, but states that there is no proxy. */
const rangesOrNone: Kind<readonly string[]> = {
  expected: `${ranges.expected}, or none`,
  read: (text) => (text === none ? [] : ranges.read(text)),
}

/** All settings of the server; the README repeats variable, default and meaning. */
export const settings = settingsTable({
  host: ['HOST', '127.0.0.1', nonEmpty('a host name or address'), 'public address'],
  port: ['PORT', 8080, integer(0, 65_535), 'public port; `0` any free one'],
  opsHost: ['OPS_HOST', '127.0.0.1', nonEmpty('a host name or address'), "operators' address: metrics, docs, commands"],
  opsPort: ['OPS_PORT', 8081, optionalPort, "operators' port; `0` off, `any` any free one"],
  dataFolder: ['DATA_DIR', './data', nonEmpty('a folder'), 'journal, snapshots, odds'],
  artifactsFolder: ['ARTIFACTS_DIR', null, nonEmpty('a folder'), 'models; else `./artifacts`, or the package'],
  store: ['STORE', 'file', oneOf('file', 'postgres'), 'where credits are kept: `file` or `postgres`'],
  databaseUrl: ['DATABASE_URL', '', secret(nonEmpty('a postgres:// URL')), 'where PostgreSQL is'],
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
  mcpOrigins: ['MCP_ORIGINS', [], origins, 'origins of pages that may call `/mcp`, besides `PUBLIC_URL`'],
  publicHttps: ['PUBLIC_HTTPS', false, onOff, 'send HSTS'],
  publicDocs: ['PUBLIC_DOCS', false, onOff, 'serve `/docs` on the public port too'],
  oddsFeedUrl: ['ODDS_FEED_URL', '', httpUrl, 'JSON Lines of odds snapshots, polled'],
  oddsFeedIntervalMs: ['ODDS_FEED_INTERVAL_MS', 60_000, count, 'from the end of a poll to the next'],
  oddsFeedTimeoutMs: ['ODDS_FEED_TIMEOUT_MS', 10_000, count, 'for a whole poll'],
  docsUrl: ['DOCS_URL', '', baseUrl, 'base of the `Link: rel="help"` header of errors'],
  logoPlaceholderUrl: [
    'LOGO_PLACEHOLDER_URL',
    null,
    secret(nonEmpty('a URL')),
    '`logoUrl` of a team without one; else `PUBLIC_URL/logos/default.svg`',
  ],
  logLevel: ['LOG_LEVEL', 'info', oneOf('info', 'warn', 'error'), '`info` has a line a request'],
})

/** Infers the fields of a table and their types. */
function settingsTable<const T>(table: SettingsTable<T>): SettingsTable<T> {
  return table
}

type Settings = typeof settings extends SettingsTable<infer T> ? T : never

/**
 * Settings of a server, as `parseConfig` reads them from the environment; `settings` has the meaning of each. Null means the
 * default that is named there after "else"; for a port it means none.
 */
export interface ServerConfig extends Readonly<Settings> {
  /** Whether the operators' port was set. If it was not, any free port replaces a default one that is taken. */
  readonly opsPortGiven: boolean
  /** Whether the operator states that there is no proxy, so that forwarding headers mean nothing. */
  readonly noProxies: boolean
}

/** Settings of the port that listens. */
export type ListenConfig = Pick<
  ServerConfig,
  | ('host' | 'port' | 'keepAliveMs' | 'headersTimeoutMs' | 'requestTimeoutMs')
  | ('maxConnections' | 'maxConnectionsPerAddress')
>

/** Settings of the app itself. */
export type AppConfig = Pick<
  ServerConfig,
  | ('ratePerMinute' | 'authFailsPerMinute' | 'ipRule' | 'ipAllow' | 'trustedProxies' | 'noProxies' | 'maxInFlight')
  | (
      | 'predictTimeoutMs'
      | 'logoPlaceholderUrl'
      | 'publicUrl'
      | 'mcpOrigins'
      | 'publicHttps'
      | 'publicDocs'
      | 'docsUrl'
      | 'freeCredits'
    )
>

/** Variable with a caller's key, for the examples of the docs. A server started from the same shell ignores it. */
export const apiKeyVariable = 'RIFTLINE_API_KEY'

/**
 * Variables with the same prefix that other packages read: the account page, history sources and `riftline serve`. The server
 * accepts them, so that one environment can hold all settings.
 */
const otherNames = [
  ...['ACCOUNT_HOST', 'ACCOUNT_PORT', 'ACCOUNT_URL', 'ACCOUNT_SIGNUP', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL'],
  ...['PAYMENTS', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL', 'PLANS_FILE'],
  ...['TERMS_FILE', 'PRIVACY_FILE'],
  ...['LEAGUEPEDIA_URL', 'LEAGUEPEDIA_USER', 'LEAGUEPEDIA_PASSWORD', 'LOLESPORTS_URL', 'LOLESPORTS_FEED_URL'],
  ...['LOLESPORTS_KEY', 'ORACLES_ELIXIR_URL', 'POLYMARKET_GAMMA_URL', 'POLYMARKET_CLOB_URL', 'KALSHI_URL', 'CONTACT'],
  ...['SOURCE_PAUSE_MS', 'SOURCE_BACKOFF_MS', 'SOURCE_TIMEOUT_MS', 'SOURCE_DEADLINE_MS'],
  ...['ODDS_CAPTURE_INTERVAL', 'ODDS_CAPTURE_SOURCES', 'SYNC_SOURCES', 'SYNC_INTERVAL'],
]
export const otherVariables: ReadonlySet<string> = new Set(otherNames.map((name) => settingsPrefix + name))

const knownVariables = new Set([...settingsVariables(settings), ...otherVariables, apiKeyVariable])

/** Configuration that an empty environment gives. */
export const defaultConfig: ServerConfig = { ...defaultSettings(settings), opsPortGiven: false, noProxies: false }

/**
 * Reads the configuration of an environment. Variables of the account page, of history sources and of `riftline serve` are ignored.
 * @throws RiftlineError `invalid_config` for an unknown variable with the prefix or a value that breaks its rule
 * @example
 * parseConfig({ RIFTLINE_RATE_PER_MINUTE: '60' }).ratePerMinute // => 60
 * parseConfig({}).port // => 8080
 */
export function parseConfig(env: Env): ServerConfig {
  refuseUnknownSettings(env, knownVariables)
  const values = readSettings(settings, env)
  // An installation with a configured store has accounts. If its store is empty, that is a mistake, such as a failed import.
  const hasStore = values.store !== undefined || values.databaseUrl !== undefined
  const demo = values.demo ?? (hasStore ? false : defaultConfig.demo)
  const derived = { opsPortGiven: Object.hasOwn(values, 'opsPort'), noProxies: env.RIFTLINE_TRUSTED_PROXIES === none }
  const config = { ...defaultConfig, ...values, demo, ...derived }
  const needsDatabase = config.store === 'postgres' || config.rateStore === 'postgres'
  if (needsDatabase && config.databaseUrl === '')
    throw invalidSetting('RIFTLINE_DATABASE_URL', 'required with postgres')
  return config
}
