import { RiftlineError } from '@riftline/core'

/** What the app itself reads. */
export interface AppConfig {
  readonly ratePerMinute: number
  readonly predictTimeoutMs: number
  readonly logoPlaceholderUrl: string
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
  readonly dataFolder: string
  readonly artifactsFolder: string
  readonly freeCredits: number
  readonly drainDelayMs: number
  readonly drainMs: number
}

/** A grey shield, so that `logoUrl` is a URL for every team. */
const logoPlaceholder =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Cpath fill='%23999' d='M1 1h6v3L4 7 1 4z'/%3E%3C/svg%3E"
    .replaceAll(' ', '%20')
    .replaceAll("'", '%27')

export const defaultConfig: ServerConfig = {
  host: '127.0.0.1',
  port: 8080,
  dataFolder: './data',
  artifactsFolder: './artifacts',
  ratePerMinute: 120,
  freeCredits: 20,
  predictTimeoutMs: 5000,
  maxConnections: 10_000,
  maxConnectionsPerAddress: 256,
  keepAliveMs: 65_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  drainDelayMs: 0,
  drainMs: 8000,
  logoPlaceholderUrl: logoPlaceholder,
}

type Reader = (text: string) => string | number | null

const variables: ReadonlyMap<string, readonly [keyof ServerConfig, Reader, expected: string]> = new Map([
  ['HOST', ['host', nonEmpty, 'a host name or address']],
  ['PORT', ['port', integer(0, 65_535), 'an integer from 0 to 65535']],
  ['DATA_DIR', ['dataFolder', nonEmpty, 'a folder']],
  ['ARTIFACTS_DIR', ['artifactsFolder', nonEmpty, 'a folder']],
  ['RATE_PER_MINUTE', ['ratePerMinute', integer(1, 10_000_000), 'an integer from 1 to 10000000']],
  ['FREE_CREDITS', ['freeCredits', integer(0, 1_000_000_000), 'an integer from 0']],
  ['PREDICT_TIMEOUT_MS', ['predictTimeoutMs', integer(1), 'an integer above 0']],
  ['MAX_CONNECTIONS', ['maxConnections', integer(1), 'an integer above 0']],
  ['MAX_CONNECTIONS_PER_ADDRESS', ['maxConnectionsPerAddress', integer(1), 'an integer above 0']],
  ['KEEP_ALIVE_MS', ['keepAliveMs', integer(1), 'an integer above 0']],
  ['HEADERS_TIMEOUT_MS', ['headersTimeoutMs', integer(1), 'an integer above 0']],
  ['REQUEST_TIMEOUT_MS', ['requestTimeoutMs', integer(1), 'an integer above 0']],
  ['DRAIN_DELAY_MS', ['drainDelayMs', integer(0), 'an integer from 0']],
  ['DRAIN_MS', ['drainMs', integer(0), 'an integer from 0']],
  ['LOGO_PLACEHOLDER_URL', ['logoPlaceholderUrl', nonEmpty, 'a URL']],
])

const prefix = 'RIFTLINE_'

/**
 * The configuration that an environment asks for.
 * @throws RiftlineError `invalid_config` for an unknown variable with the prefix or a value that breaks its rule
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): ServerConfig {
  const given: Record<string, string | number> = {}
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith(prefix) || text === undefined) continue
    const variable = variables.get(name.slice(prefix.length))
    if (variable === undefined) throw new RiftlineError('invalid_config', `${name}: unknown variable`)
    const [field, read, expected] = variable
    const value = read(text)
    if (value === null)
      throw new RiftlineError('invalid_config', `${name}: expected ${expected}, got ${JSON.stringify(text)}`)
    given[field] = value
  }
  return { ...defaultConfig, ...given }
}

function nonEmpty(text: string): string | null {
  return text === '' ? null : text
}

function integer(least: number, most: number = 2 ** 31 - 1): Reader {
  return (text) => {
    const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : null
  }
}
